/** Starts the servers of the weather: the reference server with altered steps, any HTTP handler, or bare sockets. */
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { startReference } from '../../src/reference/index.ts';
import type { Server as ReferenceState } from '../../src/reference/state.ts';

/** A started target, and what a configuration has to say of it. */
export interface WeatherServer {
  readonly configuration: Readonly<Record<string, unknown>>;
  close(): Promise<void>;
}

export interface ReferenceWeather {
  readonly logs?: number;
  readonly pageSize?: number;
  readonly latencyMs?: number;
  /** Altered fixtures, such as another source of codes. */
  readonly fixtures?: Readonly<Record<string, unknown>>;
  /** Replaces or wraps steps of the server. */
  alter?(server: ReferenceState): void;
}

/** The reference server in altered weather. Conforms unless `alter` breaks something. */
export async function reference({ alter, fixtures, ...options }: ReferenceWeather): Promise<WeatherServer> {
  const weather = { name: 'weather', owner: '', defect: '', apply: (server: ReferenceState) => alter?.(server) };
  const server = await startReference({ ...options, faults: [weather], seed: 'weather' });
  const { baseUrl, tokens, fixtures: own } = server.settings;
  return { configuration: { baseUrl, tokens, fixtures: { ...own, ...fixtures } }, close: () => server.close() };
}

/** A handler that answers everything. */
export async function handler(listener: RequestListener, path = ''): Promise<WeatherServer> {
  return open(createServer({ keepAliveTimeout: 30_000 }, listener), path);
}

/** Bare sockets: what is written is not HTTP, or not quite. */
export async function sockets(onSocket: (socket: Socket) => void): Promise<WeatherServer> {
  return open(
    createSocketServer((socket) => {
      socket.on('error', () => socket.destroy());
      onSocket(socket);
    }),
  );
}

/** Bare sockets that write the same octets as the answer to each request. */
export function answering(octets: string | Buffer, { closing = true } = {}): Promise<WeatherServer> {
  return sockets((socket) =>
    socket.on('data', () => {
      socket.write(octets);
      if (closing) socket.end();
    }),
  );
}

async function open(server: Server | HttpServer, path = ''): Promise<WeatherServer> {
  const connections = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    configuration: configurationOf(`http://127.0.0.1:${port}${path}`),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of connections) socket.destroy();
      }),
  };
}

/** A configuration for a server that knows nothing of its client. */
export function configurationOf(baseUrl: string): Readonly<Record<string, unknown>> {
  return {
    baseUrl,
    tokens: { valid: 'weather-token-Zx81kQ0vTnB4yWm7' },
    fixtures: {
      webhooks: [{ id: 'wh_1' }, { id: 'wh_2' }],
      profileIds: ['p1', 'p2'],
      calendarIds: ['c1', 'c2'],
      limit: 10,
      register: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'cawl{unique}@example.com',
        password: 'Correct-Horse-9-Battery',
      },
      verificationCode: { value: '123456', waitMs: 1000 },
    },
  };
}
