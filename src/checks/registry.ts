/**
 * Registers checks by the literal id of their row, and turns what one says, or throws, into an outcome: the one place
 * where a finding becomes a verdict. It does not know vitest; entry.ts runs what is registered here.
 */
import { CodeSourceError, type ExchangeCounter, NotSent } from '../client/index.ts';
import { defined } from '../core/defined.ts';
import type { Exchange } from '../core/exchange.ts';
import { levels, type Requirement } from '../core/requirement.ts';
import type { Samples, Verdict } from '../core/verdict.ts';
import { CheckContext } from './check-context.ts';
import { CheckConcluded, type Conclusion, inconclusive, type Proof } from './conclusion.ts';
import { buildReproducer } from './reproducer.ts';
import type { RunContext } from './run-context.ts';

/**
 * The order of a run. Right codes come before the first wrong one, since wrong ones may lock a client; what locks comes
 * last; `closing` reads what was watched over the whole run.
 */
export const phases = ['opening', 'right-codes', 'main', 'wrong-codes', 'lockout', 'closing'] as const;
export type Phase = (typeof phases)[number];

export type CheckFunction = (trial: CheckContext) => Promise<Conclusion>;

export interface CheckOptions {
  /** Default `main`. */
  readonly phase?: Phase;
  /** Sends requests in an earlier phase; what it throws is the decision, else the check itself decides. */
  readonly prepare?: { readonly phase: Phase; readonly work: CheckFunction };
  /** Longest time, ms, after which the row is inconclusive. Default 120,000. */
  readonly limitMs?: number;
  /** The least depth that decides the row: it takes more requests than `quick` has. */
  readonly from?: 'standard';
}

export interface Check {
  readonly requirement: Requirement;
  readonly work: CheckFunction;
  readonly options: CheckOptions;
}

const registered = new Map<string, Check>();

/** All checks that the imported suites registered: what the gate counts first, since what comes first has a tight budget. */
export function checks(): readonly Check[] {
  return [...registered.values()].sort(
    (a, b) => levels.indexOf(a.requirement.level) - levels.indexOf(b.requirement.level),
  );
}

/** The way in for a suite: `const check = checksOf(rows)`, then `check('logs/walk-complete', async (trial) => …)`. */
export function checksOf<const Rows extends readonly Requirement[]>(rows: Rows) {
  return (id: Rows[number]['id'], work: CheckFunction, options: CheckOptions = {}): void => {
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) throw new Error(`there is no row ${id}`);
    if (registered.has(id)) throw new Error(`${id} has two checks`);
    const { prepare, from } = options;
    registered.set(id, {
      requirement: row,
      work: from === undefined ? work : unlessQuick(work),
      options:
        prepare === undefined || from === undefined
          ? options
          : { ...options, prepare: { ...prepare, work: unlessQuick(prepare.work) } },
    });
  };
}

/** Sends nothing at depth `quick`, and says what would decide the row. */
function unlessQuick(work: CheckFunction): CheckFunction {
  return async (trial) => {
    if (trial.quick) throw inconclusive('left out at depth quick', '--depth standard');
    return work(trial);
  };
}

/** Runs one check to its decision and gives the outcome. Never throws. */
export async function decide(
  context: RunContext,
  row: Requirement,
  work: CheckFunction,
  limitMs = 120_000,
): Promise<Verdict> {
  const ledger: ExchangeCounter = { exchanges: 0 };
  const stop = new AbortController();
  const trial = new CheckContext(context, row, stop.signal, context.client.counting(ledger, row.id));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Conclusion>((resolve) => {
    timer = setTimeout(() => {
      stop.abort();
      resolve({
        verdict: 'inconclusive',
        message: `not decided within ${Math.round(limitMs / 1000)} s`,
        wouldDecide: 'a faster target, or a higher --timeout and --concurrency',
      });
    }, limitMs);
  });
  try {
    const decision = await Promise.race([work(trial), late]);
    return outcome(context, decision, ledger.exchanges);
  } catch (error) {
    return thrown(context, error, ledger.exchanges);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

function thrown(context: RunContext, error: unknown, exchanges: number): Verdict {
  if (error instanceof CheckConcluded) return outcome(context, error.conclusion, exchanges);
  const mask = (text: string) => context.client.secrets.mask(text, true);
  if (error instanceof NotSent)
    return { verdict: 'inconclusive', exchanges, message: mask(error.message), wouldDecide: remedy(context, error) };
  if (error instanceof CodeSourceError)
    return {
      verdict: 'inconclusive',
      exchanges,
      message: mask(error.message),
      wouldDecide: 'a source of codes that answers; see fixtures.verificationCode',
    };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    verdict: 'error',
    exchanges,
    message: `the kit failed: ${mask(message)}`,
    ...(stack === undefined ? {} : { stack: mask(stack) }),
  };
}

function remedy({ settings }: RunContext, error: NotSent): string {
  switch (error.reason) {
    case 'budget':
      return settings.run.depth === 'quick'
        ? '--depth standard, or a higher --max-requests'
        : 'a higher --max-requests';
    case 'given-up':
      return 'a target whose operation answers; see its accepts-valid';
    case 'throttled':
      return 'a lower --rate or --concurrency, or a target that throttles less';
    case 'read-only':
      return 'a run without --read-only';
    default:
      return 'a run that is not stopped';
  }
}

/** The most frequent kind first, and not in the order in which answers came. */
function ordered({ count, kinds }: Samples): Samples {
  const order = Object.entries(kinds).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { count, kinds: Object.fromEntries(order) };
}

function outcome(context: RunContext, decision: Conclusion, sent: number): Verdict {
  // Shared reads that this check caused itself were counted as sent already.
  const exchanges = Math.max(sent, decision.restsOn ?? 0);
  const common = {
    exchanges,
    ...(decision.samples === undefined ? {} : { samples: ordered(decision.samples) }),
    ...(decision.level === undefined ? {} : { level: decision.level }),
  };
  switch (decision.verdict) {
    case 'pass':
      if (exchanges === 0)
        return {
          verdict: 'inconclusive',
          exchanges,
          message: 'nothing was exchanged',
          wouldDecide: 'a run in which this row is reached',
        };
      return { verdict: 'pass', ...common, ...(decision.message === undefined ? {} : { message: decision.message }) };
    case 'notApplicable':
      return {
        verdict: 'notApplicable',
        ...common,
        message: decision.message,
        ...defined({ undeclared: decision.undeclared }),
      };
    case 'inconclusive':
      return {
        verdict: 'inconclusive',
        ...common,
        message: context.client.secrets.mask(decision.message, true),
        wouldDecide: decision.wouldDecide,
        ...(decision.proof === undefined || decision.proof.length === 0
          ? {}
          : { evidence: evidenceOf(context, decision.proof) }),
      };
    case 'fail':
      return {
        verdict: 'fail',
        ...common,
        message: context.client.secrets.mask(decision.message, true),
        evidence: evidenceOf(context, decision.proof),
        capsule: buildReproducer(context.client, decision.proof.map(exchangeOf), decision.symptom ?? { kind: 'check' }),
        ...(decision.counterexample === undefined ? {} : { counterexample: decision.counterexample }),
        ...(decision.illustrations === undefined ? {} : { illustrations: decision.illustrations }),
      };
  }
}

/** Exchanges that a finding shows at most; a proof names the smallest set itself. */
const shown = 12;

function evidenceOf(context: RunContext, proof: readonly Proof[]) {
  return proof
    .slice(0, shown)
    .map((one) =>
      isNoted(one) ? context.client.recorder.evidence(one[0], one[1]) : context.client.recorder.evidence(one),
    );
}

function exchangeOf(one: Proof): Exchange {
  return isNoted(one) ? one[0] : one;
}

function isNoted(one: Proof): one is readonly [Exchange, string] {
  return Array.isArray(one);
}
