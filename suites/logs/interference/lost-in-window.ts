/**
 * Items that are gone from the window of a growing log. A log may drop its oldest items as new ones arrive, and the window does not
 * show the arrivals.
 */
import { bags, type LogQuery, logs, responses, type Walk, type WebhookLog } from '../../../src/suite.ts';

/** Whether all items that are gone may be older than all that stayed; also where nothing tells how old one of them is. */
export function losesOnlyOldest(before: Walk, after: Walk, buckets: logs.TimeBuckets): boolean {
  const places = leastPlaces(before, buckets);
  const placesOf = (bag: bags.Bag) => [...bag.keys()].flatMap((item) => places.get(item) ?? []);
  const lost = placesOf(bags.minus(before.bag, after.bag));
  const oldest = Math.min(...placesOf(after.bag));
  return lost.every((place) => place <= oldest);
}

/**
 * The place in time of each item, or one that it is not before: what is gone is in no range any more, but if a walk follows time, it
 * is not older than the items on its older side.
 */
function leastPlaces({ items }: Walk, buckets: logs.TimeBuckets): ReadonlyMap<string, number> {
  const order = logs.timeOrderOf({ items }, buckets);
  if (order !== 'ascending' && order !== 'descending') return buckets.places;
  const places = new Map(buckets.places);
  let least: number | undefined;
  for (const item of order === 'ascending' ? items : items.toReversed()) {
    least = buckets.places.get(item) ?? least;
    if (least !== undefined) places.set(item, least);
  }
  return places;
}

/** Whether reading the window, alone, takes something away while nothing arrives in the whole log. */
export function shrinksWithoutArrivals(log: WebhookLog, query: LogQuery): Promise<boolean> {
  return log.exclusively(async (alone) => {
    const whole = async () => {
      const { response } = await logs.readFirst(alone.client, { ...alone.where(), query: {} });
      return responses.parsePage(response);
    };
    const earlier = await whole();
    const [first, second] = [await alone.read(query), await alone.read(query)];
    const later = await whole();
    if (earlier === undefined || later === undefined || logs.changeBetween(earlier, later) !== 'none') return false;
    return logs.isComplete(first) && logs.isComplete(second) && bags.minus(first.bag, second.bag).size > 0;
  });
}
