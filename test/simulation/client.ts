/** A client of a simulated search: it sends nothing and answers from memory, with exchanges like those of the real client. */
import type { Client } from '../../src/client/index.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Settings } from '../../src/core/config.ts';
import type { Exchange, OperationRequest, Wire, WireRequest, WireResult } from '../../src/core/exchange.ts';
import { settingsOf } from '../settings.ts';
import type { SimulatedSearch } from './search.ts';

const headers = [['Content-Type', 'application/json']] as const;

/** The part of a client that the log model needs, without waiting. */
export function simulatedClient(search: SimulatedSearch): Client {
  let number = 0;
  const send = async (request: OperationRequest): Promise<Exchange> => {
    number += 1;
    const { operation, webhook = 'wh', query = [], authorization = 'Bearer {token}' } = request;
    const { status, body } = search.answer(query);
    return {
      number,
      request: {
        operation,
        method: 'GET',
        target: `/v2/webhooks/${webhook}/logs/search?${query.map((pair) => pair.join('=')).join('&')}`,
        headers: [],
        body: null,
        authorization,
        tenant: 'valid',
        typed: request.typed ?? true,
        canonical: request.canonical ?? false,
        proper: true,
        webhook,
      },
      response: { status, headers, bytes: Buffer.from(JSON.stringify(body)), truncated: false },
      startedAt: 0,
      ms: 0,
    };
  };
  const exclusively = <T>(work: (client: Client) => Promise<T>) => work(client);
  const client: Client = {
    usage: { sent: 0 },
    send,
    chain: () => client,
    exclusively,
    noteUse: () => {},
    lookIntoFirst: () => {},
    clock: systemClock,
  } as unknown as Client;
  return client;
}

/** Searches of several webhooks by id, in place of HTTP. Any other request is answered 404. */
export function simulatedWire(searches: ReadonlyMap<string, SimulatedSearch>): Wire {
  const send = async ({ method, target }: WireRequest): Promise<WireResult> => {
    const { pathname, searchParams } = new URL(target, 'http://simulated.invalid');
    const [, id] = /^\/v2\/webhooks\/([^/]*)\/logs\/search$/.exec(pathname) ?? [];
    const search = method === 'GET' && id !== undefined ? searches.get(decodeURIComponent(id)) : undefined;
    const { status, body } =
      search === undefined ? { status: 404, body: { error: 'not found' } } : search.answer([...searchParams]);
    return { response: { status, headers, bytes: Buffer.from(JSON.stringify(body)), truncated: false } };
  };
  const close = async () => {};
  return { send, sendFresh: send, session: () => ({ send, close }), close };
}

/** Settings of a run against simulated searches. Nothing listens at the base URL. */
export function simulatedSettings(seed: number): Settings {
  const settings = settingsOf('http://simulated.invalid', { run: { seed, maxRequests: 5000, timeoutMs: 10_000 } });
  return { ...settings, fixtures: { ...settings.fixtures, webhooks: [{ id: 'wh' }, { id: 'other' }] } };
}
