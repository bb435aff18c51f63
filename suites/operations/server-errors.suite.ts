/**
 * A request whose fields have the stated types is owed an answer. Samples are drawn here, so that what breaks is shrunk;
 * every other request of the run is watched, and read at its end.
 */
import {
  type Canonical,
  CheckConcluded,
  type CheckContext,
  type Conclusion,
  canonicalFor,
  checksOf,
  describeResponse,
  type Exchange,
  edges,
  type Finding,
  fail,
  fc,
  inconclusive,
  isAccepted,
  isThrottling,
  NotSent,
  type Operation,
  type OperationRequest,
  operationTable,
  parsePage,
  pass,
  requestOf,
  sameAgain,
  traffic,
  type Variant,
  variants,
  withText,
} from '../../src/suite.ts';
import { sharedUser } from '../lib/pending-users.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Samples at depth standard. Three quarters are chosen ones, which are their own smallest counterexamples. */
const samples: { readonly [op in Operation]: number } = { create: 72, register: 90, verify: 48, logs: 80 };
/** At depth quick: each text field with all that breaks languages at once, and a few others. */
const atQuick: { readonly [op in Operation]: number } = { create: 4, register: 6, verify: 3, logs: 6 };
/** A hang takes the whole time-out, and counts only if it happens again. */
const limitMs = 300_000;

for (const op of ['create', 'register', 'logs'] as const)
  check(`${op}/no-server-error`, (t) => judgeTraffic(t, op), {
    phase: 'closing',
    prepare: { phase: 'main', work: (t) => sampled(t, op) },
    limitMs,
  });

check('verify/no-server-error', (t) => judgeTraffic(t, 'verify'), {
  phase: 'closing',
  prepare: { phase: 'wrong-codes', work: (t) => sampled(t, 'verify') },
  limitMs,
});

function serverError(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 500 && !isThrottling(exchange);
}

async function sampled(t: CheckContext, op: Operation): Promise<Conclusion> {
  try {
    const users =
      op !== 'verify' ? [] : t.effort.isLean ? await sharedEmail(t) : await registered(t, t.effort.sampleCount(10));
    // Looked at once a run; see gaps/accounts.
    if (op === 'register' && !(t.effort.isLean && t.observations.values('takenEmail').length > 0)) await takenEmail(t);
    if (op === 'verify' && !(t.effort.isLean && t.observations.values('codeReuse').length > 0)) await usedCode(t);
    if (op === 'logs') await issuedCursors(t);
    const canonical = canonicalFor(t, op, { email: pendingEmail, code: 271_828 });
    const all = chosen(op, canonical, variants(op, canonical).first);
    const first = t.effort.isLean ? telling(t, op, canonical, all) : all;
    const judge = judgeOf(t, users);
    const common = { kind: ({ kind }: Variant) => kind, show: shown, symptom: { kind: 'server-error' } as const };
    const broken: Variant[] = [];
    try {
      const decided = await t.property({
        ...common,
        arbitrary: fc.oneof(variants(op, canonical).arbitrary, {
          weight: 2,
          arbitrary: mixed(op, canonical, operationTable[op].textFields),
        }),
        runs: samples[op],
        atQuick: atQuick[op],
        examples: t.effort.isLean ? first : first.slice(0, Math.ceil(t.effort.sampleCount(samples[op]) * 0.65)),
        judge: async (variant) => {
          const finding = await judge(variant);
          if (finding !== undefined) broken.push(variant);
          return finding;
        },
      });
      return pass({ samples: decided });
    } catch (error) {
      const together = error instanceof CheckConcluded && broken.find(({ kind }) => kind === 'mixed');
      if (!together || !isTextField(op, together.field)) throw error;
      // Many metacharacters in one text: which it was, smaller ones show, where they break it too.
      await t.property({
        ...common,
        arbitrary: mixed(op, canonical, [together.field]),
        runs: 18,
        atQuick: 6,
        judge,
      });
      throw error;
    }
  } catch (error) {
    failIfHung(t, op);
    throw error;
  }
}

/** A 5xx counts at once, no answer if it happens again on a fresh connection. */
function judgeOf(t: CheckContext, emails: readonly string[]) {
  let turn = 0;
  const make = (variant: Variant): OperationRequest => {
    turn += 1;
    const email = emails[turn % Math.max(emails.length, 1)];
    const body = variant.body as { email?: unknown } | undefined;
    const known = email !== undefined && body?.email === pendingEmail;
    return requestOf(t, known ? { ...variant, body: { ...body, email } } : variant);
  };
  return async (variant: Variant): Promise<Finding | undefined> => {
    const exchange = await t.send(make(variant));
    const about = `${variant.field === '*' ? 'some of the fields' : variant.field} (${variant.kind})`;
    if (serverError(exchange)) return { message: `${about}: ${describeResponse(exchange)}`, proof: [exchange] };
    if (exchange.response !== null || t.signal.aborted) return undefined;
    const again = await t.send({ ...make(variant), connection: 'fresh' });
    if (again.response !== null && !serverError(again)) return undefined;
    return {
      message: `${about}: ${describeResponse(exchange)}, and on a fresh connection ${describeResponse(again)}`,
      proof: [exchange, again],
    };
  };
}

/** Stands for the e-mail of a registered user until a sample is sent. */
const pendingEmail = 'pending@example.com';

async function registered(t: CheckContext, count: number): Promise<string[]> {
  const users = await Promise.all(Array.from({ length: count }, () => t.users.register()));
  return users.filter(({ registered }) => isAccepted(registered)).map(({ body }) => body.email);
}

/** The e-mail of a user that other rows have; none where users cannot be had. */
async function sharedEmail(t: CheckContext): Promise<string[]> {
  try {
    return [(await sharedUser(t)).body.email];
  } catch (error) {
    if (error instanceof CheckConcluded) return registered(t, 1);
    throw error;
  }
}

/** Kinds that are no text: few values, each of which counts. */
const structural = new Set([
  'small',
  'binary-border',
  'safe-border',
  'empty-array',
  'long-array',
  'repeated',
  'several',
  'email',
]);

/** Long texts first; then three texts, one of each other sort, and so on. */
function chosen(op: Operation, canonical: Canonical, first: readonly Variant[]): Variant[] {
  const subsets = first.filter(({ kind }) => kind === 'subset');
  const others = first.filter(({ kind }) => structural.has(kind));
  const drawn = first.filter(({ kind }) => kind !== 'subset' && !structural.has(kind));
  const bounds = edges(op, canonical).filter(({ within }) => within);
  const textFields: readonly string[] = operationTable[op].textFields;
  const timeFields = textFields.filter((field) => field === 'from' || field === 'to');
  const times =
    timeFields.length === 0
      ? []
      : timeTexts.map((text, n) => withText(op, canonical, timeFields[n % 2]!, 'time', text));
  const long = textFields.flatMap((field) =>
    [300, 5000].map((length) => withText(op, canonical, field, 'long', 'a'.repeat(length))),
  );
  const order: Variant[] = [...long.filter((_, n) => n % 2 === 0), ...long.filter((_, n) => n % 2 === 1)];
  for (let turn = 0; turn < first.length; turn += 1)
    order.push(
      ...drawn.slice(turn * 3, turn * 3 + 3),
      ...others.slice(turn * 2, turn * 2 + 2),
      ...subsets.slice(turn, turn + 1),
      ...bounds.slice(turn, turn + 1),
      ...times.slice(turn, turn + 1),
    );
  return order;
}

const isTextField = (op: Operation, field: string): boolean =>
  (operationTable[op].textFields as readonly string[]).includes(field);

/**
 * What breaks the languages that a text passes through, several at once: each sample tries about half of them, and
 * shrinking leaves the one that it was. Control characters apart, since many a target refuses them and looks no further.
 */
const ingredients = [
  ...["'", '"', '%', '\\', '😀', 'é', '%s', '<b>', '{{7*7}}', '`', ';', '--', '&', '?', '*', '[', '(', '+', '../', '|'],
  ...['#', '{0}', '$1', '_', '^', '=', '~', '/', ':', ',', 'e\u0301', '李', 'ש', 'İ', '\u2028', '\u202e', '\ufeff'],
];
const controls = ['\u0000', '\n', '\r', '\t', '\u001b', '\u0085', 'a'];

function mixed(op: Operation, canonical: Canonical, fields: readonly string[]) {
  // No least length: with one, the shrinker would never leave the first part alone.
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...ingredients]) },
    { weight: 1, arbitrary: fc.subarray([...controls]) },
  );
  return (
    fc
      .tuple(fc.constantFrom(...fields), text)
      // An empty webhookId would be another path.
      .map(([field, parts]) => withText(op, canonical, field, 'several metacharacters', parts.join('') || 'a'))
  );
}

/** Every ingredient in every text field, then a long text, then what the seed draws. */
function telling(t: CheckContext, op: Operation, canonical: Canonical, all: readonly Variant[]): readonly Variant[] {
  const everything = operationTable[op].textFields.map((field) =>
    withText(op, canonical, field, 'several metacharacters', ingredients.join('')),
  );
  if (op === 'create' || op === 'verify') return [...everything, ...bounds(op, canonical)];
  const long = all.filter(({ kind }) => kind === 'long');
  const others = all.filter(({ kind }) => kind !== 'long');
  const most = atQuick[op];
  return [
    ...everything,
    ...t.effort.sampleOf(long, Math.min(1, most - everything.length)),
    ...t.effort.sampleOf(others, Math.max(most - everything.length - 1, 0), 0),
  ].slice(0, most);
}

/** Bounds of numbers and lists, several in one request where it has several. */
function bounds(op: 'create' | 'verify', canonical: Canonical): Variant[] {
  const put = (body: object): Variant => ({
    operation: op,
    kind: 'bounds',
    field: '*',
    body: { ...canonical.body, ...body },
  });
  const most = Number.MAX_SAFE_INTEGER;
  if (op === 'verify') return [put({ code: most }), put({ code: -1 })];
  const many = Array.from({ length: 1000 }, (_, n) => `cawl-${n}`);
  return [put({ limit: 0, profileIds: [], calendarIds: [] }), put({ limit: most, profileIds: many })];
}

/** Texts that look like a time, or nearly: what a date parser throws at. */
const timeTexts = [
  '2024-13-45',
  '0',
  '9999999999999999999',
  '2024-02-30T00:00:00Z',
  '-1',
  '+275760-09-13T00:00:00.001Z',
  '1e400',
  '0000-00-00T00:00:00Z',
  '2024-01-01T00:00:00+99:99',
  'now',
  '10000-01-01',
  '1700000000000',
  '2024-01-01T24:00:00Z',
  'NaN',
  '-271821-04-19T23:59:59Z',
  '1700000000',
  '2024-W01-1',
  '1900-01-01',
  'P1D',
  '2024-01-01 00:00:00',
  '12:00',
  'Infinity',
] as const;

function shown({ field, kind, body, query, path }: Variant): unknown {
  const value = (body as Record<string, unknown> | undefined)?.[field] ?? query?.[field] ?? path?.[field];
  return field === '*' || value === undefined
    ? { kind, ...(body === undefined ? { path, query } : { body }) }
    : { [field]: value };
}

/** An e-mail registered twice: any answer but 5xx. What it is, is a gap. */
async function takenEmail(t: CheckContext): Promise<void> {
  const { body, registered } = await t.users.register();
  if (!isAccepted(registered)) return;
  const again = await t.send({ operation: 'register', body });
  if (again.response !== null) t.observations.record('takenEmail', again.response.status, again);
  await t.send({ operation: 'register', body: { ...body, firstName: 'Grace', password: `${body.password}1` } });
}

/** A code used twice: any answer but 5xx. Whether it serves again is a gap. */
async function usedCode(t: CheckContext): Promise<void> {
  const pending = await t.users.pending();
  if (!pending.ok || !isAccepted(await t.users.verify(pending.user))) return;
  const again = await t.users.verify(pending.user, { throttle: 'accept' });
  if (again.response !== null) t.observations.record('codeReuse', isAccepted(again), again);
}

/** Cursors that were issued, with and without what else a search may have beside them. */
async function issuedCursors(t: CheckContext): Promise<void> {
  const search = (query: [string, string][], webhook?: string) =>
    t.send({ operation: 'logs', query, ...(webhook === undefined ? {} : { webhook }) });
  await Promise.all(
    t.settings.fixtures.webhooks.slice(0, t.effort.sampleCount(3, 1)).map(async ({ id }, n) => {
      const first = parsePage((await search([], id)).response);
      if (first?.next === undefined) return;
      const second = parsePage((await search([['next', first.next]], id)).response);
      if (second?.next !== undefined && second.prev !== undefined)
        await search(
          [
            ['next', second.next],
            ['prev', second.prev],
          ],
          id,
        );
      if (t.effort.isLean) return;
      if (second?.prev !== undefined) await search([['prev', second.prev]], id);
      if (n > 0) return;
      const beside: [string, string][] = [
        ['status', 'failed'],
        ['sortDirection', 'asc'],
        ['sortBy', 'createdAt'],
      ];
      const another = parsePage((await search([], id)).response);
      if (another?.next !== undefined) await search([['next', another.next], ...beside], id);
      let page = parsePage((await search([], id)).response);
      for (let place = 2; place <= 4 && page?.next !== undefined; place += 1)
        page = parsePage((await search([['next', page.next]], id)).response);
    }),
  );
}

/** The client gives an operation up when many of its requests hang: those are the proof. */
function failIfHung(t: CheckContext, op: Operation): void {
  if (!t.client.givenUp(op)) return;
  const hung = t.traffic.unconfirmedTimeouts(op).filter(({ failure }) => failure?.kind === 'timeout');
  if (hung.length < 2) return;
  fail(`${hung.length} requests and more ${describeResponse(hung[0]!)}`, hung, {
    symptom: { kind: 'server-error' },
  });
}

/** What was watched over the whole run: a 5xx counts even once, no response if there is none again. */
async function judgeTraffic(t: CheckContext, op: Operation): Promise<undefined> {
  traffic.failOnViolations(t, { kind: 'server-error' });
  for (const suspicion of t.traffic.unconfirmedTimeouts(op)) {
    let again: Exchange;
    try {
      again = await t.send(sameAgain(t, suspicion));
    } catch (error) {
      if (error instanceof NotSent) failIfHung(t, op);
      throw error;
    }
    if (again.response === null || traffic.isServerError(again))
      fail(
        `${describeResponse(suspicion)}, and the same request again ${describeResponse(again)}`,
        [suspicion, again],
        { symptom: { kind: 'server-error' } },
      );
  }
  if (t.findings.judged === 0) inconclusive(`no ${op} request was sent`, `a run that sends ${op} requests`);
}
