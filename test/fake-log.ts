/** A log in memory behind a client that sends nothing, for unit tests of src/log: small, quick, and wrong on demand. */
import type { Client } from '../src/client/index.ts';
import { systemClock } from '../src/core/clock.ts';
import type { Depth } from '../src/core/config.ts';
import type { Exchange, OperationRequest } from '../src/core/exchange.ts';
import { settingsOf } from './settings.ts';

export interface FakePage {
  readonly data: readonly string[];
  readonly next?: string | undefined;
  readonly prev?: string | undefined;
  readonly totalItems: number;
}

/** Query parameters of one request, by name. */
export type FakeQuery = Readonly<Record<string, string>>;

/** Answers one request: a page, or the status of a response without one. */
export type FakeAnswer = (query: FakeQuery, webhook: string) => FakePage | number;

/** One request as it was sent, such as `status=failed&next=10`. */
export interface FakeClient {
  readonly client: Client;
  readonly sent: string[];
  /** Numbers of the exchanges noted by `noteUse`. */
  readonly noted: number[];
}

export function fakeClient(answer: FakeAnswer, depth: Depth = 'standard', maxRequests = 100): FakeClient {
  const sent: string[] = [];
  const noted: number[] = [];
  const send = async ({ webhook = 'wh_1', query = [] }: OperationRequest): Promise<Exchange> => {
    sent.push(query.map((pair) => pair.join('=')).join('&'));
    const answered = answer(Object.fromEntries(query), webhook);
    const [status, body] = typeof answered === 'number' ? [answered, {}] : [200, bodyOf(answered)];
    return {
      number: sent.length,
      request: { operation: 'logs', proper: true, webhook } as Exchange['request'],
      response: { status, headers: [], bytes: new TextEncoder().encode(JSON.stringify(body)), truncated: false },
      startedAt: 0,
      ms: 0,
    };
  };
  const fake = {
    settings: settingsOf('http://fake.invalid', { run: { depth, maxRequests, settleMs: 0 } }),
    clock: systemClock,
    settleMs: 0,
    longestLagMs: 0,
    get usage() {
      return { sent: sent.length };
    },
    send,
    chain: () => client,
    confirm: <T>(_how: unknown, work: (client: Client) => Promise<T>) => work(client),
    isExclusive: false,
    exclusively: <T>(work: (client: Client) => Promise<T>) =>
      work(Object.assign(Object.create(client), { isExclusive: true })),
    lookIntoFirst: () => undefined,
    noteUse: (exchanges: readonly Exchange[]) => noted.push(...exchanges.map(({ number }) => number)),
  };
  const client: Client = fake as unknown as Client;
  return { client, sent, noted };
}

const bodyOf = ({ data, next, prev, totalItems }: FakePage) => ({ data, cursor: { next, prev, totalItems } });

/** Pages of a list, with the offset of the page as its cursor. A page on the way back that is not full starts at item 1. */
export function pageOf(items: readonly string[], size: number, { next, prev }: FakeQuery): FakePage {
  const start = next !== undefined ? Number(next) : Math.max(Number(prev ?? size) - size, 0);
  const end = prev === undefined ? start + size : Number(prev);
  return {
    data: items.slice(start, end),
    next: end < items.length ? String(end) : undefined,
    prev: start > 0 ? String(start) : undefined,
    totalItems: items.length,
  };
}

/** `count` different items: item1, item2, … */
export function itemsNamed(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${name}${index + 1}`);
}
