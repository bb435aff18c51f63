/** The `limit` of a creation: bounds by halving, default, and whether it is the length of a page. */
import {
  type CheckContext,
  checksOf,
  type Exchange,
  isDuplicate,
  notApplicable,
  type ObservedGapId,
  parsePage,
} from '../../src/suite.ts';
import { recognised } from '../lib/requests.ts';
import { looked, outcome, word } from './choice.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Limits that servers bound it by, and one beyond 32 bits. */
const ladder = [100, 1000, 10_000, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];

check('gaps/limit', async (t) => {
  if (t.quick) throw notApplicable('not looked for at depth quick');
  const canonical = t.creations.canonical;
  const send = (limit: number | undefined) => {
    const { limit: _, ...lists } = t.creations.next();
    return t.send({ operation: 'create', body: limit === undefined ? lists : { ...lists, limit } });
  };
  const first = await send(canonical.limit);
  if (!recognised(first)) looked(`the canonical creation is refused (${outcome(first)})`);
  const told: string[] = [];
  const see = (name: ObservedGapId, about: string, value: unknown, exchange: Exchange) => {
    t.observations.record(name, value, exchange);
    told.push(`${about} ${word(value)}`);
  };
  const [small, none] = [await send(0), await send(-1)];
  const least = recognised(none) ? 'below 0' : recognised(small) ? 0 : recognised(await send(1)) ? 1 : 'above 1';
  see('limit.minimum', 'least limit', least, small);
  const [most, proof] = await greatest(canonical.limit, send);
  see('limit.maximum', 'greatest limit', most, proof);
  const left = await send(undefined);
  const page = parsePage(left.response);
  if (page !== undefined && page.data.length < page.totalItems) see('limit.default', 'default', page.data.length, left);
  const size = await isPageSize(t);
  if (size !== undefined) {
    t.observations.record('limit', 'page-size', size);
    told.push('limit is the length of a page');
  }
  looked(...told);
});

async function greatest(
  known: number,
  send: (limit: number) => Promise<Exchange>,
): Promise<[number | string, Exchange]> {
  let low = known;
  for (const limit of ladder.filter((one) => one > known)) {
    const exchange = await send(limit);
    if (recognised(exchange)) {
      low = limit;
      if (limit === ladder.at(-1)) return ['none found', exchange];
      continue;
    }
    let [high, proof] = [limit, exchange];
    for (let step = 0; step < 16 && high - low > 1; step += 1) {
      const middle = Math.floor((low + high) / 2);
      const now = await send(middle);
      if (recognised(now)) low = middle;
      else [high, proof] = [middle, now];
    }
    return [high - low === 1 ? low : `between ${low} and ${high}`, proof];
  }
  return ['none found', await send(known)];
}

/** One item at limit 1 and two at limit 2, where there are more than one: it is no accident. */
async function isPageSize(t: CheckContext): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  for (const limit of [1, 2]) {
    last = await fresh(t, limit);
    const page = parsePage(last.response);
    if (page === undefined || page.totalItems < 2 || page.data.length !== limit) return undefined;
  }
  return last;
}

/** A creation for all the configured ids; in another order where it was made already. */
async function fresh(t: CheckContext, limit: number): Promise<Exchange> {
  const { profileIds, calendarIds } = t.creations.canonical;
  const [profiles, calendars] = [profileIds, calendarIds].map((ids) => [...ids].reverse());
  const send = (body: object) => t.send({ operation: 'create', body: { limit, ...body } });
  const orders = [
    { profileIds, calendarIds },
    { profileIds: profiles, calendarIds },
    { profileIds, calendarIds: calendars },
    { profileIds: profiles, calendarIds: calendars },
  ];
  let made = await send(orders[0]!);
  for (const order of orders.slice(1)) {
    if (!isDuplicate(made)) break;
    made = await send(order);
  }
  return made;
}
