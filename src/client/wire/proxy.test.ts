/** Requests through a proxy that this file serves: in absolute form for http, through a tunnel for https. */
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { certificates } from '../../../test/certificates.ts';
import type { WireRequest } from '../../core/exchange.ts';
import { Transport, type TransportOptions } from './transport.ts';

const open: { close(): unknown }[] = [];
afterAll(async () => {
  for (const one of open) await one.close();
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push(server);
  return (server.address() as AddressInfo).port;
}

/** A proxy, and the first line of what it was asked. */
async function proxy(answer?: number) {
  const asked: string[] = [];
  const authorized: (string | undefined)[] = [];
  const note = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    authorized.push(headers['proxy-authorization']);
  };
  const server = createServer((incoming, outgoing) => {
    note(incoming);
    const { 'proxy-authorization': _, ...headers } = incoming.headers;
    const onward = httpRequest(incoming.url!, { method: incoming.method!, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    if (answer !== undefined) return socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
    const [host, port] = incoming.url!.split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  return { port: await portOf(server), asked, authorized };
}

function transportTo(origin: string, more: Partial<TransportOptions>): Transport {
  const transport = new Transport({ origin, connections: 2, timeoutMs: 3000, insecure: false, ...more });
  open.push(transport);
  return transport;
}

const get: WireRequest = {
  method: 'GET',
  target: '/v2/x?y=1',
  headers: [
    ['X-A', '1'],
    ['X-A', '2'],
  ],
  body: null,
};
const chunked: WireRequest = {
  method: 'POST',
  target: '/v2/x',
  headers: [['Transfer-Encoding', 'chunked']],
  body: Buffer.from('{}'),
};

const seen = (result: Awaited<ReturnType<Transport['send']>>) =>
  'response' in result ? Buffer.from(result.response.bytes).toString() : result.failure;

test('http goes to the proxy in absolute form, with the user of its URL', async () => {
  const target = await portOf(createServer((one, two) => two.end(`${one.method} ${one.url} ${one.headers.host}`)));
  const { port, asked, authorized } = await proxy();
  const origin = `http://127.0.0.1:${target}`;
  const transport = transportTo(origin, { proxy: `http://me:pass%20word@127.0.0.1:${port}` });
  expect(seen(await transport.send(get))).toBe(`GET /v2/x?y=1 127.0.0.1:${target}`);
  expect(seen(await transport.send(chunked))).toBe(`POST /v2/x 127.0.0.1:${target}`);
  expect(seen(await transport.sendFresh(get))).toContain('GET /v2/x');
  expect(asked).toEqual([`GET ${origin}/v2/x?y=1`, `POST ${origin}/v2/x`, `GET ${origin}/v2/x?y=1`]);
  expect(new Set(authorized)).toEqual(new Set([`Basic ${Buffer.from('me:pass word').toString('base64')}`]));
});

test('https goes through tunnels with repeated headers unchanged, and a client certificate is presented', async () => {
  const { ca, server, client } = certificates();
  const target = await portOf(
    createTlsServer({ ...server.read(), ca: ca.read().cert, requestCert: true, rejectUnauthorized: true }, (one, two) =>
      two.end(JSON.stringify(one.rawHeaders.filter((_, at) => one.rawHeaders[at - 1] === 'X-A'))),
    ),
  );
  const { port, asked } = await proxy();
  const files = { ca: ca.cert, cert: client.cert, key: client.key };
  const through = transportTo(`https://127.0.0.1:${target}`, { proxy: `http://127.0.0.1:${port}`, ...files });
  expect(seen(await through.send(get))).toBe('["1","2"]');
  expect(seen(await through.send(chunked))).toBe('[]');
  expect(asked).toEqual([`CONNECT 127.0.0.1:${target}`, `CONNECT 127.0.0.1:${target}`]);
  const directly = transportTo(`https://127.0.0.1:${target}`, files);
  expect(seen(await directly.send(get))).toBe('["1","2"]');
  const stranger = transportTo(`https://127.0.0.1:${target}`, { ca: ca.cert });
  // The alert of TLS 1.3 comes after the request was written: the connection may be lost before it is read.
  expect(await stranger.send(get)).toHaveProperty('failure');
});

test('a proxy that refuses, or is not there, is a target that cannot be reached', async () => {
  const { port } = await proxy(407);
  const refused = transportTo('https://api.example.com', { proxy: `http://127.0.0.1:${port}` });
  expect(seen(await refused.send(get))).toEqual({
    kind: 'refused',
    message: `the proxy 127.0.0.1:${port} answered 407 to CONNECT`,
  });
  const gone = transportTo('https://api.example.com', { proxy: 'http://127.0.0.1:9' });
  expect(seen(await gone.send(get))).toMatchObject({ kind: 'refused' });
  expect(seen(await gone.send(chunked))).toMatchObject({ kind: 'refused' });
});
