/** Defects that need two parameters at once show only if both are sent together: a standard run sends every pair, and more. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';

/** A search of a first page that was accepted: its webhook, and the value of each parameter; whether it is given, for bounds. */
type Search = Readonly<Record<(typeof factors)[number], string>>;

const factors = ['webhook', 'from', 'to', 'status', 'sortBy', 'sortDirection'] as const;

const values: Readonly<Record<(typeof factors)[number], readonly string[]>> = {
  webhook: ['wh_1', 'wh_2', 'wh_one', 'wh_empty'],
  from: ['none', 'given'],
  to: ['none', 'given'],
  status: ['none', 'succeeded', 'failed'],
  sortBy: ['none', 'createdAt', 'status'],
  sortDirection: ['none', 'asc', 'desc'],
};

const seed = 1;

/** A search that was accepted. `cursor`: whether it goes on by `next` or `prev`, or reads a first page. */
type Sent = Search & { readonly cursor: 'none' | 'next' | 'prev' };

/** The searches of a standard run that the reference server accepted. */
async function searchesOfRun(options: { readonly logs?: number } = {}): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const note = (message: unknown): void => {
    const { request, response } = message as { readonly request: IncomingMessage; readonly response: ServerResponse };
    response.on('finish', () => {
      const search = response.statusCode === 200 ? searchOf(request.url ?? '') : undefined;
      if (search !== undefined) sent.push(search);
    });
  };
  subscribe('http.server.request.start', note);
  const server = await startReference({ seed: `seed ${seed}`, ...options });
  await runInProcess(referenceSettings(server, { depth: 'standard', seed, freshKey: `seed ${seed}` }));
  await server.close();
  unsubscribe('http.server.request.start', note);
  return sent;
}

function searchOf(url: string): Sent | undefined {
  const [path = '', query = ''] = url.split('?');
  const webhook = /^\/v2\/webhooks\/([^/]+)\/logs\/search$/.exec(path)?.[1];
  if (webhook === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  const boundOf = (name: string) => (parameters.has(name) ? 'given' : 'none');
  const parameterOf = (name: string) => parameters.get(name) ?? 'none';
  return {
    webhook,
    from: boundOf('from'),
    to: boundOf('to'),
    status: parameterOf('status'),
    sortBy: parameterOf('sortBy'),
    sortDirection: parameterOf('sortDirection'),
    cursor: (['next', 'prev'] as const).find((name) => parameters.has(name)) ?? 'none',
  };
}

let searches: readonly Search[] = [];

beforeAll(async () => {
  searches = (await searchesOfRun()).filter(({ cursor }) => cursor === 'none');
});

/** Combinations of values of `size` of the factors that none of some searches has. */
function missing(names: readonly (typeof factors)[number][], size: number, sent: readonly Search[]): string[] {
  const combinations = subsetsOf(names, size).flatMap((some) =>
    some.reduce<Partial<Search>[]>(
      (rows, name) => rows.flatMap((row) => values[name].map((value) => ({ ...row, [name]: value }))),
      [{}],
    ),
  );
  const has = (search: Search, row: Partial<Search>) =>
    factors.every((name) => row[name] === undefined || row[name] === search[name]);
  return combinations.filter((row) => !sent.some((search) => has(search, row))).map((row) => JSON.stringify(row));
}

function subsetsOf<T>(all: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return all.flatMap((one, at) => subsetsOf(all.slice(at + 1), size - 1).map((rest) => [one, ...rest]));
}

test('every pair of values of two parameters, or of a parameter and a webhook, is sent', () => {
  expect(missing(factors, 2, searches)).toEqual([]);
});

test('every three values are sent together to the richest log', () => {
  const sent = searches.filter(({ webhook }) => webhook === 'wh_1');
  expect(missing(factors.slice(1), 3, sent)).toEqual([]);
});

test('every two values are sent together to the other log of several pages', () => {
  const sent = searches.filter(({ webhook }) => webhook === 'wh_2');
  expect(missing(factors.slice(1), 2, sent)).toEqual([]);
});

const isWithin = (range: string, { from, to }: Search) =>
  range === 'both' ? from === 'given' && to === 'given' : (range === 'from') === (from === 'given') && from !== to;

const isTurned = ({ webhook, sortDirection }: Search) => webhook === 'wh_1' && sortDirection === 'asc';

test.each(['from', 'to', 'both'])('each status is sorted by time against the default within %s', (range) => {
  const turned = searches.filter((one) => isTurned(one) && one.sortBy === 'createdAt' && isWithin(range, one));
  expect(turned.map(({ status }) => status)).toEqual(expect.arrayContaining(['succeeded', 'failed']));
});

test('prev is followed under each bound against the default, also in a log that is too long to follow each search to its end', async () => {
  const sent = await searchesOfRun({ logs: 330 });
  const back = sent.filter((one) => isTurned(one) && one.cursor === 'prev');
  for (const range of ['from', 'to', 'both']) expect(back.some((one) => isWithin(range, one))).toBe(true);
});
