/**
 * Totals of the plain search between other searches. A filter that stays for the next search, now and then, makes relations
 * fail that hold when they are read alone, each of which is excused. Here the searches that may leave something behind come
 * between, on purpose, and the same readings without them are the control.
 */
import { type CheckContext, fail, logs, type Proof, responses, type WebhookLog } from '../../../src/suite.ts';

const between = [
  { status: 'failed' },
  { sortDirection: 'asc' },
  { status: 'succeeded' },
  { sortDirection: 'desc' },
] as const;

/** Series that must show it, each between two without other searches. */
const requiredSeries = 2;

/** Readings that show whether a closer look is worth its requests: what happens at every fifth search happens in one of them. */
const firstReadings = 5;

/** Plain searches of the run, each after another search, that tell as much. */
const enoughSeen = 10;

/**
 * Whether all plain searches of the run have one total; if too few followed another search, a few more are sent. If relations were
 * excused, a whole series is sent, with nothing else in flight.
 */
export async function hasOneTotalAmidOthers(t: CheckContext, log: WebhookLog): Promise<boolean> {
  if (log.disturbed.length > 0) return hasOne(await readAmidAndAlone(t, log));
  const { totals, afterOthers } = t.logs.plainTotals(log);
  if (t.effort.sharesReadings && totals.size === 1 && afterOthers >= enoughSeen) return true;
  return hasOne(await readTotals(log.client, log, firstReadings, true));
}

const hasOne = (readings: readonly Reading[]): boolean => new Set(readings.map(({ total }) => total)).size < 2;

/** A series of readings, each after another search, and one reading after a plain search. */
function readAmidAndAlone(t: CheckContext, log: WebhookLog): Promise<readonly Reading[]> {
  return log.client.confirm({ oneByOne: true }, async (client) => [
    ...(await readTotals(client, log, readingsOfSeries(t), true)),
    ...(await readSettledTotals(client, log, 2)),
  ]);
}

const readingsOfSeries = (t: CheckContext): number => t.effort.pick({ quick: 8, standard: 24, deep: 60 });

/** Requires the plain search of a log to have one total, whatever was searched before. */
export async function expectTotalsAmidOthers(t: CheckContext, log: WebhookLog): Promise<void> {
  const count = readingsOfSeries(t);
  const proof: Proof[] = [];
  for (let series = 0; series < requiredSeries; series += 1) {
    const shown = await log.client.confirm({ oneByOne: true }, (client) => readSeries(client, log, count));
    if (shown === undefined) return;
    const { alone, odd } = shown;
    const usual = alone[0]!;
    proof.push([usual.exchange, 'after a search of the same kind', 'control']);
    proof.push([odd.previous!, 'another search'], [odd.exchange, 'right after the other search', 'wrong']);
    if (series + 1 < requiredSeries) continue;
    fail(
      `the plain search of webhook ${log.id} has totalItems ${odd.total} after ${describe(odd.previous!)}; expected ${usual.total}, as ${alone.length} times without it`,
      proof,
    );
  }
}

type Sent = Awaited<ReturnType<typeof logs.readFirst>>;

interface Reading {
  readonly total: number;
  readonly exchange: Sent;
  readonly previous: Sent | undefined;
}

/**
 * Reads totals without other searches, with them, and without them again. Gives the first total that differs only after another
 * search, and the readings without other searches. Undefined if there is none, or if the total also changes without them.
 */
async function readSeries(client: WebhookLog['client'], log: WebhookLog, count: number) {
  const before = await readSettledTotals(client, log, count);
  const isUsual = ({ total }: Reading) => total === before[0]?.total;
  if (before.length === 0 || !before.every(isUsual)) return undefined;
  const odd = (await readTotals(client, log, count, true)).find((reading) => !isUsual(reading));
  if (odd === undefined) return undefined;
  const after = await readSettledTotals(client, log, count);
  return after.every(isUsual) ? { alone: [...before, ...after], odd } : undefined;
}

/** Totals of the first page of the plain search, each after another search if `isAmid`; rejected ones are left out. */
async function readTotals(client: WebhookLog['client'], log: WebhookLog, count: number, isAmid: boolean) {
  const readings: Reading[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const other = between[turn % between.length]!;
    const previous = isAmid ? await logs.readFirst(client, log.where(other)) : undefined;
    const exchange = await logs.readFirst(client, log.where());
    const total = responses.parsePage(exchange.response)?.totalItems;
    if (responses.isAccepted(exchange) && total !== undefined) readings.push({ total, exchange, previous });
  }
  return readings;
}

/** The second half of readings without other searches: what a search before them left behind is used up by then. */
async function readSettledTotals(client: WebhookLog['client'], log: WebhookLog, count: number) {
  const readings = await readTotals(client, log, count, false);
  return readings.slice(Math.floor(readings.length / 2));
}

function describe({ request: { target } }: Sent): string {
  return `a search with ${new URLSearchParams(target.split('?')[1] ?? '').toString()}`;
}
