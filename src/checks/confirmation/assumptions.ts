/**
 * The assumptions of a finding: that the token stayed valid, that no outage occurred, that nobody else wrote to the log, that
 * readings had settled, that the target distinguishes the users of the run. Most are tested by the canonical request of the
 * operation, sent before and after the confirmation. A request that was accepted although it must be rejected needs no such test:
 * neither an expired token nor an outage explains it. If an assumption does not hold, the finding is not reported, and its
 * requirement is inconclusive.
 */
import { remedyForMixedCodes } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import { isAccepted } from '../../core/exchange.ts';
import type { Requirement } from '../../core/requirement.ts';
import type { Assumption } from '../../core/verdict.ts';
import type { Operation, OperationWithoutCode } from '../../interface/operations.ts';
import { hasMoved } from '../../log/reading.ts';
import { parsePage } from '../../schema/page.ts';
import { isAcceptedOrDuplicate } from '../attempts/positive-control.ts';
import { sendValid } from '../attempts/shared-controls.ts';
import type { CheckContext } from '../check-context.ts';
import type { Ending, Failure } from '../decide.ts';

/** What the canonical requests showed at one moment. */
export interface Look {
  /** The operation's own canonical request, the last try of it. */
  readonly own: Exchange;
  /** The canonical request of another operation; only if the own one was rejected. */
  readonly other?: Exchange;
  /** The search with status=succeeded, if the finding is about a log: entries may change their status and nothing else. */
  readonly ofStatus?: Exchange;
}

/** The looks around a confirmation. Undefined if the run had no request left for them. */
export interface Looks {
  readonly before: Look | undefined;
  readonly after: Look | undefined;
  /** Two more, if the log had another total after the confirmation than before it. */
  readonly again?: readonly (Look | undefined)[];
  /** The log is known to grow, so that the checks judge a part of it that no longer changes. */
  readonly isWindowed?: boolean;
  /** The id of a log that has changed since the run first read it, though a cache may hide it. */
  readonly changedLog?: string | undefined;
  /** What the users of the run and their codes showed, if the finding rests on them. */
  readonly ofUsers?: readonly Assumption[];
  /** From the finding to its confirmation, ms. */
  readonly pauseMs: number;
  /** Within which reads of the target settle, ms. */
  readonly settleMs: number;
}

/** Tries of the operation's own request: one of them may show the very violation. */
const tries = 3;

/** Where the token is tried if the operation itself rejects its canonical request. */
const elsewhere: { readonly [op in Operation]: readonly OperationWithoutCode[] } = {
  create: ['logs', 'register'],
  register: ['logs', 'create'],
  verify: ['logs', 'register'],
  logs: ['create', 'register'],
};

/**
 * Sends the canonical request of the operation, and of another one if it is not accepted.
 * @param ofLog whether the finding rests on a log that nobody else changes; see {@link restsOnLog}
 */
export async function lookAt(t: CheckContext, operation: Operation, ofLog: boolean): Promise<Look> {
  let own = await sendValid(t, operation);
  // If the finding is that this request is rejected, another try would show the same.
  const most = isAboutCanonical(t.requirement) ? 1 : tries;
  for (let n = 1; n < most && !isAcceptedOrDuplicate(own); n += 1) own = await sendValid(t, operation);
  if (isAcceptedOrDuplicate(own)) return ofLog ? { own, ofStatus: await searchByStatus(t) } : { own };
  let other: Exchange | undefined;
  for (const op of elsewhere[operation]) {
    other = await t.sendCanonical(op);
    // A rejection like that of a repeated body may be due to the token.
    if (isAccepted(other)) break;
  }
  return { own, other: other! };
}

/** Shows whether entries changed their status while the total stayed. */
export function searchByStatus(t: CheckContext): Promise<Exchange> {
  return t.send({ operation: 'logs', query: [['status', 'succeeded']] });
}

/** Whether the log shows another total since the confirmation began, so that one more look tells a change from a flicker. */
export function isTotalMoved({ before, after }: Pick<Looks, 'before' | 'after'>): boolean {
  return sides.some((side) => {
    const [from, to] = [totalOf(before?.[side]), totalOf(after?.[side])];
    return from !== undefined && to !== undefined && from !== to;
  });
}

/** The assumptions of a finding, each with what its test showed. */
export function assumptionsOf(requirement: Requirement, looks: Looks): readonly Assumption[] {
  return [
    tokenStayedGood(looks),
    ...(isAboutCanonical(requirement) ? [] : [noOutage(looks)]),
    ...(restsOnLog(requirement) ? [nobodyElseWrote(looks)] : []),
    ...(isAboutItems(requirement) ? [readsSettled(looks)] : []),
    ...(looks.ofUsers ?? []),
  ];
}

/** Whether somebody else may have caused a finding of the requirement by changing the log. */
export const restsOnLog = (requirement: Requirement): boolean =>
  isAboutItems(requirement) && !isShownDespiteChange(requirement);

const isAboutItems = ({ area }: Requirement): boolean => area === 'logs';

const isShownDespiteChange = ({ aboutChange, noticesChange }: Requirement): boolean =>
  aboutChange === true || noticesChange === true;

/** Its finding is that the canonical request itself is rejected. */
const isAboutCanonical = ({ id }: Requirement): boolean => id.endsWith('/accepts-valid');

function tokenStayedGood({ before, after }: Looks): Assumption {
  const common = { kind: 'token-valid', statement: 'the valid token stayed valid' } as const;
  if (before === undefined || after === undefined) return { ...common, result: 'untested', observed: untested };
  const rejected = [before, after].flatMap(({ own, other }) =>
    other === undefined || isAcceptedOrDuplicate(own) || isAccepted(other) ? [] : [other],
  );
  const [first] = rejected;
  return first === undefined
    ? { ...common, result: 'holds', observed: 'a valid request was accepted before and after the confirmation' }
    : { ...common, result: 'fails', observed: `valid requests to two operations were rejected (${statusOf(first)})` };
}

function noOutage({ before, after }: Looks): Assumption {
  const common = { kind: 'available', statement: 'no outage occurred during the run' } as const;
  if (before === undefined || after === undefined) return { ...common, result: 'untested', observed: untested };
  const down = [before, after].find(({ own }) => own.response === null || own.response.status >= 500);
  return down === undefined
    ? { ...common, result: 'holds', observed: 'the operation answered before and after the confirmation' }
    : {
        ...common,
        result: 'fails',
        observed: `the request with the configured values got ${statusOf(down.own)}, ${tries} times`,
      };
}

const logUnchanged = { kind: 'log-unchanged', statement: 'nobody else changed the log' } as const;

/** Nobody else changed the log: not so, if searches past any cache show another one. */
export function logChangedBehindCache(webhook: string): Assumption {
  const observed = `webhook ${webhook} has other entries than when the run first read it, past any cache`;
  return { ...logUnchanged, result: 'fails', observed };
}

function nobodyElseWrote(looks: Looks): Assumption {
  if (looks.changedLog !== undefined) return logChangedBehindCache(looks.changedLog);
  const [whole, byStatus] = [keptTotal(looks, 'own'), keptTotal(looks, 'ofStatus')];
  return whole.result === 'holds' && byStatus.result === 'fails' ? byStatus : whole;
}

/** Whether the total of one of the searches stayed the same. */
function keptTotal(looks: Looks, side: (typeof sides)[number]): Assumption {
  const common = logUnchanged;
  const name = side === 'own' ? 'totalItems' : 'totalItems with status=succeeded';
  const [before, after] = [totalOf(looks.before?.[side]), totalOf(looks.after?.[side])];
  const again = (looks.again ?? []).map((look) => totalOf(look?.[side]));
  if (before === undefined || after === undefined) return { ...common, result: 'untested', observed: untested };
  if (looks.isWindowed === true)
    return {
      ...common,
      result: 'holds',
      observed: 'the log grows, and only entries that no longer change were judged',
    };
  if (before === after)
    return { ...common, result: 'holds', observed: `${name} ${before} before and after the confirmation` };
  // A change stays or goes on; a total that differs from read to read is a property of the target.
  return again.length > 0 && !again.includes(undefined) && hasMoved([before, after, ...(again as number[])])
    ? { ...common, result: 'fails', observed: `${name} went from ${before} to ${after} during the confirmation` }
    : {
        ...common,
        result: 'holds',
        observed: `${name} ${[before, after, ...again.map((total) => total ?? 'none')].join(', ')}: no lasting change`,
      };
}

function readsSettled({ pauseMs, settleMs }: Looks): Assumption {
  const common = { kind: 'reads-settled', statement: 'readings had settled' } as const;
  // Without the measured time, so that the same seed gives the same report.
  if (pauseMs >= settleMs)
    return { ...common, observed: `the check ran again at least ${settleMs} ms later`, result: 'holds' };
  const observed = `the check ran again ${Math.round(pauseMs)} ms later; reads settle within ${settleMs} ms`;
  return { ...common, observed, result: 'fails' };
}

/** That the target tells the users of the run apart. @param areMerged undefined if that was not tested */
export function usersDiffer(areMerged: boolean | undefined): Assumption {
  return tested('users-differ', 'the target tells the users of the run apart', areMerged, {
    fails: 'it treats e-mails that differ only after a plus as one user',
    holds: 'it treats e-mails that differ only after a plus as different users',
  });
}

/** That codes belong to the e-mails that they are read for. @param areMixed undefined if that was not tested */
export function codesDiffer(areMixed: boolean | undefined): Assumption {
  return tested('codes-differ', 'the source of codes tells e-mails apart', areMixed, {
    fails: 'it has the same code for two e-mails that nobody registered',
    holds: 'it does not have one code for two e-mails that nobody registered',
  });
}

function tested(
  kind: Assumption['kind'],
  statement: string,
  isBroken: boolean | undefined,
  observed: { readonly [result in 'fails' | 'holds']: string },
): Assumption {
  const result = isBroken === undefined ? 'untested' : isBroken ? 'fails' : 'holds';
  return { kind, statement, result, observed: result === 'untested' ? untested : observed[result] };
}

const untested = 'the run had no request left to test it';

/** The searches of a look. */
const sides = ['own', 'ofStatus'] as const;

/** The total of a search; undefined for any other response. */
function totalOf(search: Exchange | undefined): number | undefined {
  return search !== undefined && isAccepted(search) ? parsePage(search.response)?.totalItems : undefined;
}

const statusOf = ({ response }: Exchange): string => (response === null ? 'no response' : `a ${response.status}`);

/** What would make each assumption hold. */
const remedies: { readonly [kind in Assumption['kind']]: string } = {
  'token-valid': 'a token that stays valid for the whole run',
  available: 'a target without outages during the run',
  'log-unchanged': 'a webhook whose log is quiet during the run',
  'reads-settled': 'a run that is not stopped',
  'users-differ': 'fixtures.register.email with {unique} before any plus, such as cawl{unique}@example.com',
  'codes-differ': remedyForMixedCodes,
};

/** The finding, or inconclusive if something that it rests on does not hold. */
export function restingOn(found: Failure, tested: readonly Assumption[]): Ending {
  const assumptions = tested.filter(({ kind }) => kind !== 'log-unchanged' || found.whateverChanges !== true);
  const failed = assumptions.find(({ result }) => result === 'fails');
  if (failed === undefined) return { ...found, assumptions };
  return {
    verdict: 'inconclusive',
    message: `it is not certain that ${failed.statement}: ${failed.observed}. Without that: ${found.message}`,
    wouldDecide: remedies[failed.kind],
    proof: found.proof,
    assumptions,
  };
}
