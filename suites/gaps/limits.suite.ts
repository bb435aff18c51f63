/** The `limit` of a creation: its bounds, found by bisection, its default, and whether it is the page size. */
import { type CheckContext, checksOf, controls, type Exchange, notApplicable, responses } from '../../src/suite.ts';
import { concludeObserved, responseValue } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Limits at which servers often draw the line, and one that exceeds 32 bits. */
const commonBounds = [100, 1000, 10_000, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];
/** Requests of one bisection. */
const bisectionSteps = 16;

type Send = (limit: number | undefined) => Promise<Exchange>;

check(
  'gaps/limit',
  async (t) => {
    const { limit: canonical } = t.creations.canonical;
    const send: Send = (limit) => {
      const { limit: _, ...lists } = t.creations.next();
      return controls.sendCreation(t, limit === undefined ? lists : { limit, ...lists });
    };
    const first = await send(canonical);
    if (!responses.isAcceptedOrDuplicate(first))
      notApplicable(`the canonical creation is rejected (${responseValue(first)})`);
    await observeMinimum(t, send);
    const maximum = await findMaximum(canonical, send);
    t.observations.record('limit.maximum', maximum.value, maximum.shownBy);
    const withoutLimit = await send(undefined);
    const page = responses.parsePage(withoutLimit.response);
    if (page !== undefined && page.data.length < page.totalItems)
      t.observations.record('limit.default', page.data.length, withoutLimit);
    const proof = await findPageSizeProof(t);
    if (proof !== undefined) t.observations.record('limit', 'page-size', proof);
    return concludeObserved(t);
  },
  { from: 'standard' },
);

async function observeMinimum(t: CheckContext, send: Send): Promise<void> {
  const [zero, negative] = [await send(0), await send(-1)];
  const minimum = async () => {
    if (responses.isAcceptedOrDuplicate(negative)) return 'below 0';
    if (responses.isAcceptedOrDuplicate(zero)) return 0;
    return responses.isAcceptedOrDuplicate(await send(1)) ? 1 : 'above 1';
  };
  t.observations.record('limit.minimum', await minimum(), zero);
}

interface Maximum {
  readonly value: number | string;
  readonly shownBy: Exchange;
}

async function findMaximum(accepted: number, send: Send): Promise<Maximum> {
  let low = accepted;
  for (const limit of commonBounds.filter((bound) => bound > accepted)) {
    const shownBy = await send(limit);
    if (!responses.isAcceptedOrDuplicate(shownBy)) return bisect({ low, high: limit, shownBy }, send);
    low = limit;
    if (limit === commonBounds.at(-1)) return { value: 'none found', shownBy };
  }
  return { value: 'none found', shownBy: await send(accepted) };
}

/** @param bounds `low` is accepted; `high` is rejected, as `shownBy` shows */
async function bisect(bounds: { low: number; high: number; shownBy: Exchange }, send: Send): Promise<Maximum> {
  let { low, high, shownBy } = bounds;
  for (let step = 0; step < bisectionSteps && high - low > 1; step += 1) {
    const middle = Math.floor((low + high) / 2);
    const exchange = await send(middle);
    if (responses.isAcceptedOrDuplicate(exchange)) low = middle;
    else [high, shownBy] = [middle, exchange];
  }
  return { value: high - low === 1 ? low : `between ${low} and ${high}`, shownBy };
}

/**
 * The creation that shows limit to be the page size; undefined if it is not. Two limits, both below the number of results,
 * rule out that the size of one page agrees by chance.
 */
async function findPageSizeProof(t: CheckContext): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  for (const limit of [1, 2]) {
    last = await createForAllIds(t, limit);
    const page = responses.parsePage(last.response);
    if (page === undefined || page.totalItems < 2 || page.data.length !== limit) return undefined;
  }
  return last;
}

/** Creates for all configured ids. If that exists already, repeats with the ids in another order. */
async function createForAllIds(t: CheckContext, limit: number): Promise<Exchange> {
  const { profileIds, calendarIds } = t.creations.canonical;
  const [profiles, calendars] = [[...profileIds].reverse(), [...calendarIds].reverse()];
  const send = (ids: object) => controls.sendCreation(t, { limit, ...ids });
  let created = await send({ profileIds, calendarIds });
  for (const reordered of [
    { profileIds: profiles, calendarIds },
    { profileIds, calendarIds: calendars },
    { profileIds: profiles, calendarIds: calendars },
  ]) {
    if (!responses.isDuplicate(created)) break;
    created = await send(reordered);
  }
  return created;
}
