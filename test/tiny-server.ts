/** Tiny servers for tests of the client, and clients of them; what a test opens is closed after it. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { afterEach } from 'vitest';
import { Client } from '../src/client/client.ts';
import type { RunSettings } from '../src/core/config.ts';
import type { OperationRequest } from '../src/core/exchange.ts';
import { settingsOf } from './settings.ts';

const closing: (() => unknown)[] = [];

/** What was opened last is closed first. */
export function closeAfterTest(close: () => unknown): void {
  closing.push(close);
}

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export function clientOf(baseUrl: string, run: Partial<RunSettings> = {}): Client {
  const settings = settingsOf(baseUrl, { run });
  const client = new Client(settings);
  closeAfterTest(() => client.close());
  return client;
}

export async function serving(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterTest(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export async function speaking(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterTest(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const ok = (response: ServerResponse, body = '{}') =>
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

export const search: OperationRequest = { operation: 'logs' };
