/** What stands in the Authorization header, or does not: no header, malformed ones, tokens that nobody issued. */
import {
  type BearerTry,
  CheckConcluded,
  type CheckContext,
  checksOf,
  fail,
  fc,
  inTurns,
  madeUpTokens,
  malformedHeaders,
  mutants,
  type Operation,
  pass,
} from '../../src/suite.ts';
import { allOperations } from '../lib/per-operation.ts';
import { type Attempt, Attempts, withoutHeader } from './attempts.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
/** Verifications carry right codes: they come before the first wrong one of the run. */
const phaseOf = (op: Operation) => (op === 'verify' ? 'right-codes' : 'main');

const usualHeaders = malformedHeaders.first.filter(({ kind }) =>
  ['empty', 'basic', 'repeated-scheme', 'no-scheme'].includes(kind),
);

const headerless: readonly Attempt[] = [
  withoutHeader,
  {
    label: 'without an Authorization header, on a fresh connection',
    how: { authorization: null, connection: 'fresh' },
  },
  {
    label: 'without an Authorization header, as if forwarded for 127.0.0.1',
    how: { authorization: null, headers: [['X-Forwarded-For', '127.0.0.1']] },
  },
];

async function judged(t: CheckContext, op: Operation, attempts: readonly Attempt[]) {
  const tries = new Attempts(t, op);
  const samples = await t.property<Attempt>({
    arbitrary: fc.constantFrom(...attempts),
    examples: attempts,
    runs: attempts.length,
    kind: ({ label }) => label,
    show: ({ label }) => label,
    judge: (attempt) => tries.refused(attempt),
    symptom: { kind: 'accepted' },
  });
  return pass({ samples, restsOn: samples.count, ...remark(tries.conclude()) });
}

async function judgedHeaders(
  t: CheckContext,
  op: Operation,
  [runs, atQuick]: readonly [number, number],
  first: readonly BearerTry[],
  arbitrary: fc.Arbitrary<BearerTry>,
) {
  const tries = new Attempts(t, op);
  const property = t.property<BearerTry>({
    arbitrary,
    examples: first,
    runs,
    atQuick,
    kind: ({ kind }) => kind,
    show: ({ header }) => header,
    judge: (one) => tries.refused({ label: described(one), how: { authorization: one.header } }),
    symptom: { kind: 'accepted' },
  });
  const samples = await property.catch(async (thrown: unknown) => {
    if (thrown instanceof CheckConcluded && thrown.conclusion.verdict === 'fail')
      for (const attempt of simplest) {
        const finding = await tries.refused(attempt);
        if (finding === undefined) continue;
        const { samples, counterexample } = thrown.conclusion;
        fail(finding.message, finding.proof, {
          symptom: { kind: 'accepted' },
          ...(samples === undefined ? {} : { samples }),
          ...(counterexample === undefined ? {} : { counterexample }),
        });
      }
    throw thrown;
  });
  return pass({ samples, ...remark(tries.conclude()) });
}

const remark = (message: string | undefined) => (message === undefined ? {} : { message });

/** What is short and made up is shown as it is; of mutants it is said what was done to the good token. */
function described({ header, label }: BearerTry): string {
  if (header.includes('{token')) return `with the good token, ${label}`;
  return header.length > 60
    ? `with a made-up token (${label})`
    : `with the header "Authorization: ${header}" (${label})`;
}

/** What is most often accepted by mistake comes first: both ends, the whole token in disguise, what a JWT is without its key. */
const usual: readonly ((one: BearerTry) => boolean)[] = [
  ({ characters }) => characters === 1,
  ({ kind }) => kind === 'swapped-case' || kind === 'doubled' || kind === 'reversed',
  ({ kind }) => kind === 'unsigned-claims' || kind === 'without-signature' || kind === 'without-signature-and-dot',
  ({ kind }) => kind === 'cut-at-start' || kind === 'cut-at-end',
  ({ kind }) => kind === 'extended-at-start' || kind === 'extended-at-end',
];

/**
 * The good token's mutants: both ends always; then each operation takes other places inside, so that the four of them
 * reach far more places of a check that they share.
 */
function mutantsFor(good: string, place: number): BearerTry[] {
  const { first } = mutants(good);
  const isChange = ({ kind }: BearerTry) => kind === 'changed-character';
  const [last, front, ...inner] = first.filter(isChange);
  const rank = (one: BearerTry) => (usual.findIndex((isUsual) => isUsual(one)) + usual.length + 1) % (usual.length + 1);
  const wholes = first.filter((one) => !isChange(one)).sort((a, b) => rank(a) - rank(b));
  const turned = allOperations.flatMap((_, at) =>
    inner.filter((__, index) => index % allOperations.length === (place + at) % allOperations.length),
  );
  const ends = [last, front].filter((one) => one !== undefined);
  // A token that is taken for a regular expression: a dot stands for any character.
  const dot = good.indexOf('.', 1);
  if (dot > 0)
    wholes.unshift({
      header: `Bearer {token[0:${dot}]}x{token[${dot + 1}:]}`,
      kind: 'changed-dot',
      label: 'its first dot replaced',
    });
  return [...inTurns([wholes.slice(0, 2), ends]), ...wholes.slice(2), ...turned];
}

// What a missing token turns into, names that every object has, patterns, and a quote that ends a literal.
const usualWords = ['undefined', 'constructor', "' OR '1'='1", '.*', '%', 'true'].map((word) => `Bearer ${word}`);
/** Makes of made-up tokens: one of each comes first. */
const makes = 13;

function madeUpFor(good: string): BearerTry[] {
  const { first } = madeUpTokens(good);
  const words = first.filter(({ header }, at) => at >= makes && usualWords.includes(header));
  return [...first.slice(0, makes), ...words, ...first.slice(makes).filter((one) => !words.includes(one))];
}

/** Where a token was accepted that should not be: is any accepted? Then that is what there is to say. */
const simplest: readonly Attempt[] = [
  withoutHeader,
  { label: 'with any token at all (x)', how: { authorization: 'Bearer x' } },
];

for (const [place, op] of allOperations.entries()) {
  check(`auth/${op}/no-header`, (t) => judged(t, op, headerless), { phase: phaseOf(op) });

  check(
    `auth/${op}/malformed-header`,
    (t) =>
      judgedHeaders(
        t,
        op,
        [22, 1],
        // At depth quick each operation takes one of the most usual ones, and another one with the next seed.
        t.effort.isLean
          ? usualHeaders.slice((place + t.settings.run.seed) % 4).slice(0, 1)
          : malformedHeaders.first.slice(0, t.effort.sampleCount(20)),
        malformedHeaders.arbitrary,
      ),
    { phase: phaseOf(op) },
  );

  check(
    `auth/${op}/wrong-token`,
    (t) => {
      const good = t.settings.tokens.valid;
      const all = inTurns([mutantsFor(good, place), madeUpFor(good)]).slice(0, t.effort.sampleCount(42, 16));
      // At depth quick the operations share the most usual ones among them: what they have in common meets them all.
      const first = t.effort.isLean ? all.filter((_, at) => at % 4 === place) : all;
      const arbitrary = fc.oneof(mutants(good).arbitrary, madeUpTokens(good).arbitrary);
      return judgedHeaders(t, op, [46, 4], first, arbitrary);
    },
    { phase: phaseOf(op) },
  );
}
