/**
 * Totals of the plain search between other searches. A filter that stays for the next search, now and then, makes relations
 * fail that hold when they are read alone, each of which is excused. Here the searches that may leave something behind come
 * between, on purpose, and the same readings without them are the control.
 */
import { type CheckContext, fail, logs, type Proof, responses, type WebhookLog } from '../../src/suite.ts';

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

/** Whether the plain searches of the run, or else a few more readings, each after another search, have one total. */
export async function hasOneTotalAmidOthers(t: CheckContext, log: WebhookLog): Promise<boolean> {
  const { totals, afterOthers } = t.logs.plainTotals(log);
  if (t.effort.sharesReadings && totals.size === 1 && afterOthers >= enoughSeen) return true;
  const readings = await readTotals(log.client, log, firstReadings, true);
  return new Set(readings.map(({ total }) => total)).size < 2;
}

/** Requires the plain search of a log to have one total, whatever was searched before. */
export async function expectTotalsAmidOthers(t: CheckContext, log: WebhookLog): Promise<void> {
  const count = t.effort.pick({ quick: 8, standard: 24, deep: 60 });
  const proof: Proof[] = [];
  for (let series = 0; series < requiredSeries; series += 1) {
    const [before, amid, after] = await log.client.confirm({ oneByOne: true }, async (client) => [
      await readSettledTotals(client, log, count),
      await readTotals(client, log, count, true),
      await readSettledTotals(client, log, count),
    ]);
    const usual = before![0]?.total;
    const isSteady = [...before!, ...after!].every(({ total }) => total === usual);
    const odd = amid!.find(({ total }) => total !== usual);
    if (!isSteady || odd === undefined) return;
    proof.push([before![0]!.exchange, 'after a search of the same kind', 'control']);
    proof.push([odd.previous!, 'another search'], [odd.exchange, 'right after the other search', 'wrong']);
    if (series + 1 < requiredSeries) continue;
    fail(
      `the plain search of webhook ${log.id} has totalItems ${odd.total} after ${describe(odd.previous!)}; expected ${usual}, as ${before!.length + after!.length} times without it`,
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

/** Totals of the first page of the plain search, each after another search where `isAmid`; rejected ones are left out. */
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
