/** The client's side of a simulated search: sends nothing, answers from memory with exchanges like the real one's. */
import type { Client } from '../../src/client/index.ts';
import type { Quiet } from '../../src/client/limits.ts';
import type { Settings } from '../../src/core/config.ts';
import type { Exchange, OperationRequest } from '../../src/core/exchange.ts';
import type { SimulatedSearch } from './search.ts';

const headers = [['Content-Type', 'application/json']] as const;

/** Only what the model needs of a client: `send` and `alone`, which is kept where several checks share a `quiet`. Other webhooks than the given ones are not found. */
export function simulatedClient(
  searches: ReadonlyMap<string, SimulatedSearch> | SimulatedSearch,
  quiet?: Quiet,
): Client {
  let number = 0;
  const answer = async (request: OperationRequest): Promise<Exchange> => {
    number += 1;
    const { operation, webhook = 'wh', query = [], target, method = 'GET', authorization = 'Bearer {token}' } = request;
    const search = searches instanceof Map ? searches.get(webhook) : (searches as SimulatedSearch);
    const proper = target === undefined && method === 'GET';
    const { status, body } =
      search === undefined || !proper ? { status: 404, body: { error: 'not found' } } : search.answer(query);
    return {
      number,
      request: {
        operation,
        method,
        target: target ?? `/v2/webhooks/${webhook}/logs/search?${query.map((pair) => pair.join('=')).join('&')}`,
        headers: [],
        body: null,
        authorization,
        tenant: 'valid',
        typed: request.typed ?? true,
        canonical: request.canonical ?? false,
        proper,
        webhook,
      },
      response: { status, headers, bytes: Buffer.from(JSON.stringify(body)), truncated: false },
      startedAt: 0,
      ms: 0,
    };
  };
  const client =
    quiet === undefined
      ? { send: answer, alone: <T>(work: () => Promise<T>) => work() }
      : {
          send: (request: OperationRequest) => quiet.shared(() => answer(request)),
          alone: <T>(work: () => Promise<T>) => quiet.alone(work),
        };
  return client as unknown as Client;
}

/** Settings of a run against simulated searches: nothing listens at the base URL. */
export function settingsOf(seed: number): Settings {
  return {
    baseUrl: 'http://simulated.invalid',
    tokens: { valid: 'a-token-of-the-simulation' },
    fixtures: {
      webhooks: [{ id: 'wh' }, { id: 'other' }],
      profileIds: ['p'],
      calendarIds: ['c'],
      limit: 10,
      register: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'cawl+{unique}@example.com',
        password: 'Correct-Horse-9',
      },
    },
    declares: {},
    waivers: [],
    run: {
      depth: 'standard',
      concurrency: 8,
      rate: 0,
      timeoutMs: 10_000,
      maxRequests: 5000,
      seed,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
}
