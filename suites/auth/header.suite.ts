/** What the Authorization header holds, if it is there: no header, malformed ones, tokens that were never issued. */
import type { CheckContext, Operation } from '../../src/suite.ts';
import { api, checksOf, controls, fc, generate } from '../../src/suite.ts';
import { invalidRequests } from './invalid-requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** What the attempts decide in their phase, and at the end all requests of the run. */
const checkToTheEnd = (
  id: Parameters<typeof check>[0],
  work: Parameters<typeof check>[1],
  { phase, atEnd = controls.requireNoneLetIn }: { phase: 'main' | 'right-codes'; atEnd?: typeof work },
): void => check(id, atEnd, { phase: 'closing', prepare: { phase, work } });

/** An attempt as a sample of a property. */
interface Sample extends controls.Attempt {
  readonly kind: string;
  /** How a counterexample is shown. */
  readonly shown: string;
}

const sampleOf = (attempt: controls.Attempt): Sample => ({ ...attempt, kind: attempt.label, shown: attempt.label });

const local = '127.0.0.1';
/** Headers by which a proxy names the client, and others that name a user or a session: some guards trust whoever sends them. */
const clientAddresses = [
  ['X-Real-IP', local],
  ['True-Client-IP', local],
  ['X-Client-IP', local],
  ['CF-Connecting-IP', local],
  ['X-Cluster-Client-IP', local],
  ['Forwarded', `for=${local};by=${local}`],
] as const;
const userNames = [
  ['X-Forwarded-User', 'admin'],
  ['X-Forwarded-Email', 'admin@example.com'],
  ['X-Remote-User', 'admin'],
  ['X-Authenticated-User', 'admin'],
  ['X-User-Id', '1'],
  ['Cookie', 'session=1; sessionid=1; token=1'],
] as const;

const withoutHeaderAnd = (what: string, how: controls.Attempt['how']): controls.Attempt => ({
  label: `${controls.withoutHeader.label}, ${what}`,
  how: { ...how, authorization: null },
});

/** Requests without the header of which little is asked. */
function undemanding(t: CheckContext, op: Operation): readonly controls.Attempt[] {
  const nothing = { limit: t.creations.canonical.limit, profileIds: [], calendarIds: [] };
  return [
    ...(api.operationTable[op].consumes === 'event' ? [withoutHeaderAnd('with empty lists', { body: nothing })] : []),
    ...invalidRequests(op).map(({ label, how }) => withoutHeaderAnd(label, how)),
  ];
}

/** The valid request without the header, in ways that a guard may treat differently; then requests of which little is asked. */
function headerless(t: CheckContext, op: Operation): readonly Sample[] {
  return [
    controls.withoutHeader,
    withoutHeaderAnd('on a fresh connection', { connection: 'fresh' }),
    withoutHeaderAnd(`as if forwarded for ${local}`, { headers: [['X-Forwarded-For', local]] }),
    withoutHeaderAnd(`with ${local} in the other headers that name a client`, { headers: clientAddresses }),
    withoutHeaderAnd('with the headers in which a proxy names the user, and made-up session cookies', {
      headers: userNames,
    }),
    ...undemanding(t, op),
  ].map(sampleOf);
}

/** What a guard may trust instead of the token, all in one request: whatever accepts one of them accepts this. */
const everyDisguise: Sample = sampleOf(
  withoutHeaderAnd('with every header in which a proxy or a preflight says something', {
    headers: [
      ['X-Forwarded-For', local],
      ...clientAddresses,
      ...userNames,
      ...['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri'].map((name) => [name, '/health'] as const),
      ['Origin', 'https://example.com'],
      ['Access-Control-Request-Method', 'GET'],
      ['X-HTTP-Method-Override', 'OPTIONS'],
    ],
  }),
);

/** With few requests: every disguise, a form of message with many parts, and little asked, or for a search another form. */
function fewHeaderless(t: CheckContext, op: Operation): readonly Sample[] {
  const { seed } = t.settings.run;
  const turn = api.operations.indexOf(op) + seed;
  const forms = generate.messageForms({ strength: 1, seed });
  const bare = inForm(controls.withoutHeader);
  return [
    everyDisguise,
    bare(generate.fullForms[turn % 2]!),
    op === 'logs' ? bare(forms[turn % forms.length]!) : sampleOf(undemanding(t, op)[0]!),
  ];
}

/** Reported instead of any other token, or header: whether any at all is accepted. */
const anyToken = [{ label: 'with any token at all (x)', how: { authorization: 'Bearer x' } }].map(sampleOf);
const anyHeader = [{ label: 'with any header at all ("Authorization: x")', how: { authorization: 'x' } }].map(sampleOf);

/** The first `usual` ones, which every operation tries, and of the others a quarter: each operation takes another one. */
function partOf(all: readonly generate.BearerTry[], usual: number, place: number): generate.BearerTry[] {
  return all.filter((_, at) => at < usual || at % api.operations.length === place);
}

/** Malformed headers of which each operation takes two where the run is lean, and others with the next seed. */
const usualMalformed = generate.malformedHeaders.first.slice(0, 8);

const inForm =
  (attempt: controls.Attempt) =>
  (form: generate.MessageForm): Sample => ({
    ...sampleOf(controls.attemptIn(attempt, form)),
    kind: 'another form of message',
  });

/** @param strength of how many parts of a form every combination is tried at standard */
function inForms(t: CheckContext, op: Operation, attempt: controls.Attempt, strength: number): readonly Sample[] {
  const seed = t.settings.run.seed + api.operations.indexOf(op);
  const forms = generate.messageForms({ strength: t.effort.pick({ standard: strength, deep: strength + 1 }), seed });
  return t.effort.take(forms.map(inForm(attempt)), { quick: 0 });
}

/** The same for everything that a search may ask for, each in another form of message. */
async function inSearches(t: CheckContext, op: Operation, attempt: controls.Attempt): Promise<readonly Sample[]> {
  if (op !== 'logs' || t.effort.isLean) return [];
  const forms = generate.messageForms({ strength: 1, seed: t.seed, asked: await controls.searchForms(t) });
  return forms.map(inForm(attempt));
}

interface Samples {
  readonly first: readonly Sample[];
  readonly arbitrary: fc.Arbitrary<Sample>;
  readonly runs: number;
  readonly atQuick?: number;
  readonly simplest?: readonly Sample[];
}

/** Requires that every sample is rejected. */
async function requireRejected(t: CheckContext, op: Operation, { first, ...samples }: Samples) {
  const attempts = new controls.Attempts(t, op);
  const decided = await t.property<Sample>({
    ...samples,
    examples: first,
    kind: ({ kind }) => kind,
    show: ({ shown }) => shown,
    judge: (sample) => attempts.judge(sample),
    simpler: ({ kind, simpler }) => (simpler?.() ?? []).map((attempt) => ({ ...sampleOf(attempt), kind })),
    symptom: { kind: 'accepted' },
  });
  return attempts.conclude(decided);
}

/** Short made-up tokens are shown as they are; mutants are described by what was done to the valid token. */
function headerSample({ header, kind, label }: generate.BearerTry): Sample {
  const described = header.includes('{token')
    ? `with the valid token, ${label}`
    : header.length > 60
      ? `with a made-up token (${label})`
      : `with the header "Authorization: ${header}" (${label})`;
  return { label: described, how: { authorization: header }, kind, shown: header };
}

for (const [place, op] of api.operations.entries()) {
  // Verifications carry right codes: they come before the first wrong one of the run.
  const phase = api.needsCode(op) ? 'right-codes' : 'main';
  const places = api.operations.length;

  checkToTheEnd(
    `auth/${op}/no-header`,
    async (t) => {
      const few = t.effort.take(fewHeaderless(t, op), { standard: 0, deep: 0 });
      const inEachForm = inForms(t, op, controls.withoutHeader, 2);
      const all = [...headerless(t, op), ...inEachForm, ...(await inSearches(t, op, controls.withoutHeader))];
      const first = few.length > 0 ? [all[0]!, ...few] : all;
      return requireRejected(t, op, {
        first,
        arbitrary: fc.constantFrom(...first),
        runs: first.length,
        atQuick: first.length,
        simplest: all
          .slice(0, few.length > 0 ? all.length : 1)
          .concat(generate.singleForms.map(inForm(controls.withoutHeader))),
      });
    },
    { phase },
  );

  checkToTheEnd(
    `auth/${op}/malformed-header`,
    (t) => {
      const { first, arbitrary } = generate.malformedHeaders;
      const usual = usualMalformed.filter((_, at) => at % places === (place + t.settings.run.seed) % places);
      return requireRejected(t, op, {
        first: t.effort.pick({ quick: usual, standard: partOf(first, 12, place), deep: first }).map(headerSample),
        arbitrary: arbitrary.map(headerSample),
        runs: 16,
        atQuick: usual.length,
        simplest: anyHeader,
      });
    },
    { phase },
  );

  checkToTheEnd(
    `auth/${op}/wrong-token`,
    (t) => {
      const { first, few, arbitrary } = generate.wrongTokens(t.settings.tokens.valid, place, places);
      const turn = place + t.settings.run.seed;
      const atQuick = few(turn);
      const chosen = t.effort.pick({
        quick: atQuick,
        standard: partOf(first.slice(0, 60), 27, place),
        deep: first.slice(0, 420),
      });
      const inFormsOfMessage = t.effort.pick({
        quick: [inForm(controls.withMadeUpToken)(generate.fullForms[(turn + 1) % 2]!)],
        standard: inForms(t, op, controls.withMadeUpToken, 1),
      });
      return requireRejected(t, op, {
        first: [...chosen.map(headerSample), ...inFormsOfMessage],
        arbitrary: arbitrary.map(headerSample),
        runs: 38 + inFormsOfMessage.length,
        atQuick: atQuick.length + inFormsOfMessage.length,
        simplest: [...anyToken, ...generate.singleForms.map(inForm(controls.withMadeUpToken))],
      });
    },
    // Searches change nothing, whoever is let in.
    { phase, ...(op === 'logs' ? { atEnd: controls.requireNoneLetInOfMany } : {}) },
  );
}
