/** Turns what a check returns or throws into its verdict: the one place where that happens. */
import { CodeSourceError, ExchangeTally, leftOut, maskedValue, NotSent } from '../client/index.ts';
import type { Timer } from '../core/clock.ts';
import { defined } from '../core/defined.ts';
import type { Exchange } from '../core/exchange.ts';
import { type Point, points } from '../core/points.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Samples, Symptom, UndecidedReason, Verdict } from '../core/verdict.ts';
import { operationTable } from '../interface/operations.ts';
import { CheckContext } from './check-context.ts';
import { longestCheckMs } from './check-limit.ts';
import { CheckConcluded, type Conclusion, type Proof, pass } from './conclusion.ts';
import { remedyFor } from './not-sent-remedy.ts';
import type { CheckFunction } from './registry.ts';
import { buildReproducer } from './reproducer.ts';
import type { RunContext } from './run-context.ts';

/** The kit's own error, whatever the target did. */
type KitError = Pick<Extract<Verdict, { verdict: 'error' }>, 'verdict' | 'message' | 'stack'>;

/** How the work of a check ended. */
export type Ending = Conclusion | KitError;
export type Failure = Extract<Ending, { verdict: 'fail' }>;

/** Whether the finding is that something was accepted: no limit, outage or parallel request explains that. */
export const isAcceptance = ({ symptom }: Failure): boolean => symptom?.kind === 'accepted';

/**
 * Runs one check to its verdict. Never throws.
 * @param limitMs longest time; after it the requirement is inconclusive
 */
export async function decide(
  run: RunContext,
  requirement: Requirement,
  work: CheckFunction,
  limitMs?: number,
): Promise<Verdict> {
  const tally = new ExchangeTally();
  return verdictOf(run, requirement, await runToEnd(run, requirement, work, tally, limitMs), tally.count);
}

/**
 * Runs the work of a check, or what it prepares in an earlier phase. Never throws.
 * @param tally takes in the exchanges that the work sends or uses
 */
export async function runToEnd(
  run: RunContext,
  requirement: Requirement,
  work: CheckFunction,
  tally: ExchangeTally,
  limitMs?: number,
): Promise<Ending> {
  const mostMs = longestCheckMs(run.settings.run, limitMs);
  const missing = leftOut(requirement.operation, run.settings);
  if (missing !== undefined) return endingOf(run, missing);
  const stop = new AbortController();
  const t = new CheckContext(run, requirement, stop.signal, run.client.counting(tally, requirement.id));
  let timer: Timer | undefined;
  const late = new Promise<Conclusion>((resolve) => {
    timer = run.client.clock.startTimer(mostMs, () => {
      stop.abort();
      resolve({
        verdict: 'inconclusive',
        message: `not decided within ${Math.round(mostMs / 1000)} s`,
        wouldDecide: 'a faster target, or a higher --timeout and --concurrency',
      });
    });
  });
  try {
    return withRemark((await Promise.race([work(t), late])) ?? pass(), t);
  } catch (error) {
    return endingOf(run, error);
  } finally {
    timer?.cancel();
    stop.abort();
  }
}

function withRemark(conclusion: Conclusion, { remark, reachedPoints }: CheckContext): Conclusion {
  if (conclusion.verdict !== 'pass') return conclusion;
  return {
    ...defined({ message: remark }),
    ...conclusion,
    ...(reachedPoints.length > 0 && { reached: reachedPoints }),
  };
}

/** How a check ended that threw an error. */
export function endingOf(run: RunContext, error: unknown): Ending {
  if (error instanceof CheckConcluded) return error.conclusion;
  if (error instanceof NotSent)
    return {
      verdict: 'inconclusive',
      message: error.message,
      wouldDecide: remedyFor(run, error),
      notSent: error.reason,
      ...defined({ setting: settingBehind(run, error), reason: reasonBehind(error) }),
    };
  if (error instanceof CodeSourceError)
    return {
      verdict: 'inconclusive',
      message: error.message,
      wouldDecide: error.remedy,
    };
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { verdict: 'error', message: `the kit failed: ${message}`, ...defined({ stack }) };
}

/** The option that kept the request from being sent. The budget of depth `quick` counts as part of that depth. */
function settingBehind({ settings }: RunContext, { reason, setting }: NotSent): string | undefined {
  return reason === 'budget' && settings.run.depth === 'quick' ? '--depth standard' : setting;
}

/** A valid request that is throttled for good was rejected; if time would help, the advice says so already. */
function reasonBehind({ reason, operation, advice }: NotSent): UndecidedReason | undefined {
  return reason === 'throttled' && advice === '' && operation !== undefined ? `${operation}-rejected` : undefined;
}

/** The most frequent kind first, whatever the order of the responses was. */
function byFrequency({ count, kinds }: Samples): Samples {
  const order = Object.entries(kinds).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return { count, kinds: Object.fromEntries(order) };
}

/** The verdict of a check that ended in this way and rests on this number of exchanges, without any secret. */
export function verdictOf(run: RunContext, requirement: Requirement, ending: Ending, exchanges: number): Verdict {
  return maskedValue(describeEnding(run, requirement, ending, exchanges), run.client.secrets);
}

function describeEnding(run: RunContext, requirement: Requirement, ending: Ending, exchanges: number): Verdict {
  const mask = maskFor(run, requirement);
  if (ending.verdict === 'error') {
    const { message, stack } = ending;
    return { verdict: 'error', exchanges, message: mask(message), ...defined({ stack: stack && mask(stack) }) };
  }
  const { samples, level } = ending;
  const common = { exchanges, ...defined({ samples: samples && byFrequency(samples), level }) };
  switch (ending.verdict) {
    case 'pass': {
      const { message, reached = [] } = ending;
      const vacuous = whyVacuous(run, requirement, reached, exchanges);
      if (vacuous !== undefined) return { verdict: 'inconclusive', exchanges, ...vacuous };
      return { verdict: 'pass', ...common, ...defined({ message }), ...(reached.length === 0 ? {} : { reached }) };
    }
    case 'notApplicable':
      return {
        verdict: 'notApplicable',
        ...common,
        message: ending.message,
        ...defined({ undeclared: ending.undeclared }),
      };
    case 'inconclusive': {
      const { message, wouldDecide, assumptions, setting, reason, proof = [] } = ending;
      return {
        verdict: 'inconclusive',
        ...common,
        message: mask(message),
        wouldDecide,
        ...defined({ assumptions, setting, reason }),
        ...(proof.length === 0 ? {} : { evidence: evidenceOf(run, proof) }),
      };
    }
    case 'fail':
      return { verdict: 'fail', ...common, ...describeFailure(run, requirement, ending, mask(ending.message)) };
  }
}

function describeFailure(run: RunContext, requirement: Requirement, failure: Failure, message: string) {
  const { proof, connection, suspect, reproduced, notRepeated, counterexample, illustrations, assumptions } = failure;
  return {
    message,
    evidence: evidenceOf(run, proof),
    capsule: {
      ...buildReproducer(run.client, leadingToIt(proof), symptomOf(failure, requirement)),
      ...defined({ connection }),
    },
    ...defined({ suspect, reproduced, notRepeated, counterexample, illustrations, assumptions }),
  };
}

/** Masks as evidence does: a status may equal the digits of a code, and responses to other operations hold none. */
function maskFor({ client }: RunContext, { operation }: Requirement): (text: string) => string {
  const mayHoldCodes = operation === null || operationTable[operation].tag === 'auth';
  return (text) => client.secrets.mask(text, mayHoldCodes);
}

/** Where only the check recognises the violation, a replay may still see it in the compared walks or by a rule of the requirement. */
function symptomOf({ symptom = { kind: 'check' }, compared }: Failure, { shownBy, concurrent }: Requirement): Symptom {
  const shows = compared ?? shownBy ?? (concurrent === true ? 'at-once' : undefined);
  return symptom.kind === 'check' ? { ...defined({ shows }), ...symptom } : symptom;
}

/** Why a pass could not have failed: nothing was exchanged, or a situation that gives it its power was not met. */
function whyVacuous(
  { settings }: RunContext,
  { points: required = [] }: Requirement,
  reached: readonly Point[],
  exchanges: number,
) {
  if (exchanges === 0)
    return { message: 'nothing was exchanged', wouldDecide: 'a run in which this requirement is reached' };
  const missing = required.find((point) => !reached.includes(point));
  if (missing === undefined) return undefined;
  // A quick run may read too little to meet it.
  const further = settings.run.depth === 'quick' ? 'a run with --depth standard, or ' : '';
  return { message: `the run did not meet ${missing}`, wouldDecide: `${further}${points[missing]}` };
}

/** Most exchanges that a finding shows; a proof should be the smallest set anyway. */
const shown = 12;
/** Of a longer proof: its first exchanges, and as many as may be shown of those that end with the decisive one. */
const shownOfBeginning = 4;

function evidenceOf(run: RunContext, proof: readonly Proof[]) {
  const from = Math.max(shownOfBeginning, decisiveIndex(proof) + 1 - (shown - shownOfBeginning));
  return [...proof.slice(0, shownOfBeginning), ...proof.slice(from, from + shown - shownOfBeginning)].map((one) =>
    isNoted(one) ? run.client.recorder.evidence(...one) : run.client.recorder.evidence(one),
  );
}

/** The exchanges up to the one that shows the finding: a control after it would become the last response of a replay. */
const leadingToIt = (proof: readonly Proof[]): readonly Exchange[] =>
  proof.slice(0, decisiveIndex(proof) + 1).map(exchangeOf);

/** The place of the exchange that shows the finding; see {@link decisiveEvidence}. */
function decisiveIndex(proof: readonly Proof[]): number {
  const marked = proof.findLastIndex((one) => isNoted(one) && one[2] === 'wrong');
  const wrong = marked === -1 ? proof.findLastIndex((one) => !(isNoted(one) && one[2] === 'control')) : marked;
  return wrong === -1 ? proof.length - 1 : wrong;
}

/** The exchange of a part of a proof. */
export function exchangeOf(one: Proof): Exchange {
  return isNoted(one) ? one[0] : one;
}

function isNoted(one: Proof): one is Exclude<Proof, Exchange> {
  return Array.isArray(one);
}
