/** What stands in the Authorization header, or does not: no header, malformed ones, tokens that nobody issued. */
import {
  type BearerTry,
  checksOf,
  fc,
  inTurns,
  madeUpTokens,
  malformedHeaders,
  mutants,
  type Operation,
  pass,
  type Trial,
} from '../../src/kit.ts';
import { all } from '../rows.ts';
import { type Attempt, Attempts, withoutHeader } from './attempts.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);
/** Verifications carry right codes: they come before the first wrong one of the run. */
const phaseOf = (op: Operation) => (op === 'verify' ? 'right-codes' : 'main');

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

async function judged(trial: Trial, op: Operation, attempts: readonly Attempt[]) {
  const tries = new Attempts(trial, op);
  const samples = await trial.property<Attempt>({
    arbitrary: fc.constantFrom(...attempts),
    examples: attempts,
    runs: attempts.length,
    kind: ({ label }) => label,
    show: ({ label }) => label,
    judge: (attempt) => tries.refused(attempt),
    symptom: { kind: 'accepted' },
  });
  return pass({ samples, ...remark(tries.conclude()) });
}

async function judgedHeaders(
  trial: Trial,
  op: Operation,
  runs: number,
  first: readonly BearerTry[],
  arbitrary: fc.Arbitrary<BearerTry>,
) {
  const tries = new Attempts(trial, op);
  const samples = await trial.property<BearerTry>({
    arbitrary,
    examples: first,
    runs,
    // "cut at the end by 1" and "by 3" are one kind.
    kind: ({ label }) => label.replace(/ (by )?\d+\b/g, ''),
    show: ({ header }) => header,
    judge: ({ header, label }) => tries.refused({ label: `with ${described(label)}`, how: { authorization: header } }),
    symptom: { kind: 'accepted' },
  });
  return pass({ samples, ...remark(tries.conclude()) });
}

const remark = (message: string | undefined) => (message === undefined ? {} : { message });

/** Labels of mutants say what was done to the good token, the others what the value is. */
const described = (label: string): string =>
  /^(cut|extended|character|reversed|doubled|letter case|its )/.test(label)
    ? `the good token ${label}`
    : /^(made up|opaque|hex|UUID|base64|base64url|unsigned JWT|JWT|digits|metacharacters|of a length)/.test(label)
      ? `a made-up token (${label})`
      : `${label} as the credential`;

/** The first `count`, then the others from another place for each operation: a shared fault in the middle shows sooner. */
function turned<T>(list: readonly T[], count: number, by: number): T[] {
  const rest = list.slice(count);
  const from = rest.length === 0 ? 0 : Math.floor((by * rest.length) / all.length);
  return [...list.slice(0, count), ...rest.slice(from), ...rest.slice(0, from)];
}

for (const [place, op] of all.entries()) {
  check(`auth/${op}/no-header`, (trial) => judged(trial, op, headerless), { phase: phaseOf(op) });

  check(
    `auth/${op}/malformed-header`,
    (trial) =>
      judgedHeaders(trial, op, 22, malformedHeaders.first.slice(0, trial.runs(20)), malformedHeaders.arbitrary),
    { phase: phaseOf(op) },
  );

  check(
    `auth/${op}/wrong-token`,
    (trial) => {
      const good = trial.settings.tokens.valid;
      const [changed, made] = [mutants(good), madeUpTokens(good)];
      // One of each make, and both ends of the good token, come first at every depth.
      const first = inTurns([turned(changed.first, 9, place), turned(made.first, 15, place)]);
      return judgedHeaders(trial, op, 42, first.slice(0, trial.runs(36)), fc.oneof(changed.arbitrary, made.arbitrary));
    },
    { phase: phaseOf(op) },
  );
}
