/**
 * Judges a navigation. A wrong step is reported only if the same steps go wrong in the same way twice in a row, while no other
 * request of the run is in flight, in each cursor style that the target supports.
 */
import { defined } from '../../core/defined.ts';
import { isMoving } from '../change/moving-log.ts';
import { isPlain, type LogQuery } from '../query.ts';
import { lostParameters } from '../relations/lost-parameters.ts';
import { type CursorStyle, isConsistent, otherStyle, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';
import { leadsToEndOf, type NavigationOptions, navigate, pageLengthOf } from './navigation.ts';
import type { Navigation, NavigationFinding, Step } from './navigation-finding.ts';
import { turningInTime, upToLastWayBack, upToTurn } from './routes.ts';

export type NavigationResult =
  | { readonly kind: 'holds'; readonly navigation: Navigation }
  | { readonly kind: 'broken'; readonly navigation: Navigation; readonly problem: NavigationFinding }
  /** The log kept changing: no two consecutive runs agreed. */
  | { readonly kind: 'live' };

export interface NavigationCheckOptions extends Omit<NavigationOptions, 'walked'> {
  /**
   * Whether a route starts at the page of the shared walk at which it turns back. The cursors of that page are not used at once, as a
   * server may require: if they lead astray, the whole route decides.
   */
  readonly fromWalk?: boolean;
}

/** Runs after the first in which two consecutive ones must agree. */
const repetitions = 3;

export async function checkNavigation(
  log: WebhookLog,
  query: LogQuery,
  route: readonly Step[],
  { fromWalk = false, ...options }: NavigationCheckOptions = {},
): Promise<NavigationResult> {
  const scoped = log.scoped(query);
  const walk = await log.walk(query);
  const steps = turningInTime(route, walk);
  const run = (own: WebhookLog, form: CursorStyle, walk: Walk, walked?: Walk): Promise<Navigation> => {
    if (own.needsQuiet) return own.exclusively((alone) => run(alone, form, walk, walked));
    const { client } = own;
    return navigate(
      client,
      { ...log.where(query), form },
      steps,
      pageLengthOf(walk),
      defined({ ...options, walked, earlier: walk }),
    );
  };
  const { cursor } = log.memory;
  const start = upToTurn(upToLastWayBack(walk), steps);
  const startsAtEnd = fromWalk && cursor.lasts && walk.form === log.form && leadsToEndOf(start, steps);
  if (startsAtEnd) {
    const navigation = await run(log, log.form, walk, start);
    if (navigation.problem === undefined) return { kind: 'holds', navigation };
  }
  const navigation = await run(log, log.form, walk);
  if (startsAtEnd && navigation.problem === undefined) cursor.lasts = false;
  const { problem } = navigation;
  if (problem === undefined) return { kind: 'holds', navigation };
  const isKnown = () => problem.kind === 'prev-page-length' && cursor.hasOtherPagesBack === true;
  if (!isKnown()) await log.settle();
  let result: NavigationResult = moved;
  let runAgain = () => run(log, log.form, walk);
  for (const form of isPlain(scoped) ? [log.form] : [log.form, otherStyle(log.form)]) {
    const controlled = await log.lookInto(async (alone) => {
      if (isKnown()) return undefined;
      // The shared walk may be older than the last arrival.
      const now = await alone.read(query, form);
      // A cursor style that the target does not support proves nothing, also where a navigation in it holds.
      if (form !== log.form && !isConsistent(now)) return mayBeItsStyle(log, result, now) ? moved : undefined;
      return repeat(() => run(alone, form, now), isPlain(scoped));
    });
    if (controlled === undefined) continue;
    if (controlled.kind === 'holds') return controlled;
    // A finding in the style of the walks is preferred: cursors of the other style may lose the query.
    if (controlled.kind === 'live' || result.kind !== 'broken') {
      result = controlled;
      runAgain = () => log.lookInto((alone) => run(alone, form, walk));
    }
    if (controlled.kind === 'live') break;
  }
  if (result === moved && isKnown()) return { kind: 'broken', navigation, problem };
  if (result.kind !== 'broken' || (await isMoving(log, [query]))) return moved;
  if (log.memory.confirms) {
    // One cache may have answered both runs, with pages from before and after a change of an entry.
    await log.client.clock.sleep(log.client.longestLagMs);
    if (!failAlike(result.navigation, await runAgain(), isPlain(scoped))) return moved;
  }
  if (result.problem.kind === 'prev-page-length') cursor.hasOtherPagesBack = true;
  return explained(log, query, result);
}

type Broken = Extract<NavigationResult, { kind: 'broken' }>;

/** Names the filters that a page with another total seems to have lost, as far as other searches of the run tell. */
async function explained(log: WebhookLog, query: LogQuery, result: Broken): Promise<Broken> {
  const { navigation, problem } = result;
  if (problem.kind !== 'total-changed') return result;
  const lost = await lostParameters(query, navigation.pages.at(-1)!.page.totalItems, async (other) => {
    const walk = await log.known(other);
    return walk?.total;
  });
  if (lost === undefined) return result;
  const message = `${problem.message}; it is the total of the same search without ${lost.join(' and ')}`;
  return { ...result, problem: { ...problem, message } };
}

const moved: NavigationResult = { kind: 'live' };

/** While no cursor style is known to work, one that rejects cursors is not judged if the other accepts them. */
function mayBeItsStyle({ memory }: WebhookLog, found: NavigationResult, other: Walk): boolean {
  const isRejected = found.kind === 'broken' && /-rejected$/.test(found.problem.kind);
  return (
    isRejected &&
    memory.cursor.form === undefined &&
    other.pages.length > 1 &&
    other.end !== 'refused' &&
    other.end !== 'lost'
  );
}

/** Broken only if two consecutive runs go wrong in the same step, on the same items, and no response was lost there. */
async function repeat(run: () => Promise<Navigation>, isOfWholeLog: boolean): Promise<NavigationResult> {
  let before = await run();
  for (let repetition = 1; repetition <= repetitions; repetition += 1) {
    const after = await run();
    if (after.problem === undefined && before.problem === undefined) return { kind: 'holds', navigation: after };
    if (after.problem !== undefined && failAlike(before, after, isOfWholeLog))
      return { kind: 'broken', navigation: after, problem: after.problem };
    before = after;
  }
  return moved;
}

/** @param isOfWholeLog then another total means that the log changed; under a filter, it may show the finding, such as a lost status */
function failAlike(a: Navigation, b: Navigation, isOfWholeLog: boolean): boolean {
  if (a.problem === undefined || b.problem === undefined || a.problem.step !== b.problem.step) return false;
  if (a.problem.mayBeUsedUp === true || b.problem.mayBeUsedUp === true) return false;
  const totals = ({ pages }: Navigation) => pages.map((read) => read.page.totalItems);
  // Items that arrive between two pages move the next one, even if a cache answers both runs.
  const hasMoved = isOfWholeLog && a.problem.kind !== 'total-changed' && new Set(totals(a)).size > 1;
  return (
    !hasMoved &&
    totals(a).join() === totals(b).join() &&
    a.known.length === b.known.length &&
    a.known.every((item, index) => item === b.known[index])
  );
}
