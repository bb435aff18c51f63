/** Reads request bodies, runs the steps of a call and writes the answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Call, problem, Refusal } from './answer.ts';
import type { Server } from './state.ts';
import type { Steps } from './steps.ts';

/** Maximum size of a body, bytes. */
export const bodyLimit = 1_048_576;
/** A larger body is still read up to this size, bytes, so that the client gets the refusal before the connection closes. */
const discardLimit = 32 * bodyLimit;
const noBody = Buffer.alloc(0);

export function transportSteps(server: Server): Pick<Steps, 'receive' | 'handle' | 'encode' | 'headers' | 'send'> {
  return {
    receive: ({ request }) => readBody(request),
    async handle(call) {
      const { steps } = server;
      try {
        steps.route(call);
        const tenant = steps.authenticate(call);
        if (call.method === 'POST') call.payload = await steps.receive(call);
        switch (call.operation) {
          case 'create':
            return await steps.create(call, tenant);
          case 'register':
            return await steps.register(call, tenant);
          case 'verify':
            return await steps.verify(call, tenant);
          default:
            return await steps.logs(call, tenant);
        }
      } catch (error) {
        if (error instanceof Refusal) return problem(error.status, error.message, error.headers);
        // Only a fault or a bug gets here.
        return problem(500, 'The server failed.');
      }
    },
    encode: (answer) => (answer.body === undefined ? '' : JSON.stringify(answer.body)),
    headers: (answer, payload) => ({
      ...(answer.body !== undefined && { 'Content-Type': answer.type ?? 'application/json' }),
      ...(answer.status !== 204 && { 'Content-Length': Buffer.byteLength(payload) }),
      'Cache-Control': 'no-store',
      ...answer.headers,
    }),
    send(call, answer, payload) {
      call.response.writeHead(answer.status, server.steps.headers(answer, payload, call));
      call.response.end(payload);
    },
  };
}

/** Answers one HTTP request. */
export async function serve(server: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  server.requests += 1;
  const call = callOf(request, response);
  if (server.latencyMs > 0) await delay(server.latencyMs);
  const answer: Answer = await server.steps.handle(call);
  if (response.destroyed) return;
  server.steps.send(call, answer, server.steps.encode(answer, call));
}

function callOf(request: IncomingMessage, response: ServerResponse): Call {
  // A server must accept the absolute form, too (RFC 9112 §3.2.2).
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return {
    request,
    response,
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    search: mark < 0 ? '' : target.slice(mark + 1),
    operation: undefined,
    webhookId: '',
    payload: noBody,
  };
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const tooLarge = (headers?: Record<string, string>) =>
      reject(new Refusal(413, `A body must not exceed ${bodyLimit} bytes.`, headers));
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bodyLimit) chunks.push(chunk);
      else if (size > discardLimit) tooLarge({ Connection: 'close' });
    });
    request.on('end', () => {
      if (size > bodyLimit) tooLarge();
      else resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks));
    });
    request.on('error', reject);
    // If the client disconnects, nobody reads the answer, but the call must still end.
    request.on('close', () => reject(new Refusal(400, 'The body is incomplete.')));
  });
}
