/**
 * Cursors that were issued, used in ways that nothing provides for: twice, both at once, beside other parameters. What a target
 * answers is a gap (gaps/pages, gaps/parameters), unless it is a server error.
 */
import type { CheckContext, Exchange } from '../../src/suite.ts';
import { responses } from '../../src/suite.ts';

export interface IssuedCursors {
  /** The second page, read by the cursor of the first; undefined if the log has one page. */
  readonly once?: Exchange;
  /** The same cursor again, at once. */
  readonly twice?: Exchange;
  /** Both cursors of the second page. */
  readonly nextWithPrev?: Exchange;
}

/** Sends all of them, once for all checks of the run; if the run is lean, both cursors together alone. */
export function useIssuedCursors(t: CheckContext, webhook: string): Promise<IssuedCursors> {
  const send = (first: CheckContext) => sendCursors(first, webhook);
  return t.client.runsAlone || t.effort.isExhaustive
    ? send(t)
    : t.once(`issued cursors of ${webhook}`, (first) => send(first.named('issued cursors')));
}

/** The first page of a walk that was read before, and the second one, which its cursor led to. */
async function usedInWalk(t: CheckContext, webhook: string) {
  const log = t.effort.sharesReadings && !t.effort.isLean ? t.logs.byId(webhook) : undefined;
  const [first, second] = (await log?.known({}))?.pages ?? [];
  const isPlain = Object.keys(log?.scope ?? {}).length === 0;
  if (!isPlain || first?.page.next === undefined || second === undefined) return undefined;
  return { first: first.page, once: second.exchange };
}

type Query = readonly (readonly [string, string])[];

async function sendCursors(t: CheckContext, webhook: string): Promise<IssuedCursors> {
  const search = (...query: Query) => t.send({ operation: 'logs', query, webhook });
  const walked = await usedInWalk(t, webhook);
  const again = walked && (await search(['next', walked.first.next!]));
  // A cursor that is not used at once may be too old.
  const isKnown = again !== undefined && responses.isAccepted(again);
  const first = isKnown ? walked!.first : responses.parsePage((await search()).response);
  if (first?.next === undefined) return {};
  const once = isKnown ? walked!.once : await search(['next', first.next]);
  const twice = isKnown || t.effort.isLean ? again : await search(['next', first.next]);
  // Where a cursor serves once, what came of it may serve once, too.
  const latest = twice !== undefined && responses.isAccepted(twice) ? twice : once;
  const { next, prev } = responses.parsePage(latest.response) ?? {};
  const nextWithPrev =
    next === undefined || prev === undefined ? undefined : await search(['next', next], ['prev', prev]);
  if (!t.effort.isLean) {
    if (prev !== undefined) await search(['prev', prev]);
    // A cursor that served twice serves again.
    const page = latest === twice ? first : responses.parsePage((await search()).response);
    if (page?.next !== undefined)
      await search(['next', page.next], ['status', 'failed'], ['sortDirection', 'asc'], ['sortBy', 'createdAt']);
  }
  return { once, ...(twice && { twice }), ...(nextWithPrev && { nextWithPrev }) };
}
