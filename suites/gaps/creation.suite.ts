/** The `limit` of a creation: bounds by halving, default, and whether it is the length of a page. */
import { checksOf, type Exchange, notApplicable, pageOf, repeated, type Trial } from '../../src/kit.ts';
import { recognised } from '../sending.ts';
import { looked, outcome, word } from './choice.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** Limits that servers bound it by, and one beyond 32 bits. */
const ladder = [100, 1000, 10_000, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER];

check('gaps/limit', async (trial) => {
  if (trial.quick) throw notApplicable('not looked for at depth quick');
  const canonical = trial.creations.canonical;
  const send = (limit: number | undefined) => {
    const { limit: _, ...lists } = trial.creations.next();
    return trial.send({ operation: 'create', body: limit === undefined ? lists : { ...lists, limit } });
  };
  const first = await send(canonical.limit);
  if (!recognised(first)) looked(`the canonical creation is refused (${outcome(first)})`);
  const told: string[] = [];
  const see = (name: string, about: string, value: unknown, exchange: Exchange) => {
    trial.observations.see(name, value, exchange);
    told.push(`${about} ${word(value)}`);
  };
  const [small, none] = [await send(0), await send(-1)];
  const least = recognised(none) ? 'below 0' : recognised(small) ? 0 : recognised(await send(1)) ? 1 : 'above 1';
  see('limit.minimum', 'least limit', least, small);
  const [most, proof] = await greatest(canonical.limit, send);
  see('limit.maximum', 'greatest limit', most, proof);
  const left = await send(undefined);
  const page = pageOf(left.response);
  if (page !== undefined && page.data.length < page.totalItems) see('limit.default', 'default', page.data.length, left);
  const size = await isPageSize(trial);
  if (size !== undefined) {
    trial.observations.see('limit', 'page-size', size);
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
async function isPageSize(trial: Trial): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  for (const limit of [1, 2]) {
    last = await fresh(trial, limit);
    const page = pageOf(last.response);
    if (page === undefined || page.totalItems < 2 || page.data.length !== limit) return undefined;
  }
  return last;
}

/** A creation for all the configured ids; in another order where it was made already. */
async function fresh(trial: Trial, limit: number): Promise<Exchange> {
  const { profileIds, calendarIds } = trial.creations.canonical;
  const [profiles, calendars] = [profileIds, calendarIds].map((ids) => [...ids].reverse());
  const send = (body: object) => trial.send({ operation: 'create', body: { limit, ...body } });
  const orders = [
    { profileIds, calendarIds },
    { profileIds: profiles, calendarIds },
    { profileIds, calendarIds: calendars },
    { profileIds: profiles, calendarIds: calendars },
  ];
  let made = await send(orders[0]!);
  for (const order of orders.slice(1)) {
    if (!repeated(made)) break;
    made = await send(order);
  }
  return made;
}
