/** The client's side of a simulated search: sends nothing, answers from memory with exchanges like the real one's. */
import type { Client } from '../../src/client/index.ts';
import type { Exchange, OperationRequest } from '../../src/core/exchange.ts';
import type { SimulatedSearch } from './search.ts';

const headers = [['Content-Type', 'application/json']] as const;

/** Only what the model needs of a client: `send` and `alone`. */
export function simulatedClient(search: SimulatedSearch): Client {
  let number = 0;
  const send = async (request: OperationRequest): Promise<Exchange> => {
    number += 1;
    const { status, body } = search.answer(request.query ?? []);
    return {
      number,
      request: {
        operation: request.operation,
        method: 'GET',
        target: `/v2/webhooks/wh/logs/search?${(request.query ?? []).map((pair) => pair.join('=')).join('&')}`,
        headers: [],
        body: null,
        authorization: 'Bearer {token}',
        tenant: 'valid',
        typed: true,
        canonical: false,
        proper: true,
        webhook: request.webhook ?? 'wh',
      },
      response: { status, headers, bytes: Buffer.from(JSON.stringify(body)), truncated: false },
      startedAt: 0,
      ms: 0,
    };
  };
  return { send, alone: <T>(work: () => Promise<T>) => work() } as unknown as Client;
}
