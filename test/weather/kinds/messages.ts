/** Octets that are not HTTP, or not quite, and connections that end early. */
import { createServer as createTlsServer } from 'node:tls';
import type { Kind } from '../kind.ts';
import { answering, configurationOf, handler, reference, sockets } from '../servers.ts';

const couldNotBeJudged = [3] as const;
const ok = (headers: string, body = '{}') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

export const messages: readonly Kind[] = [
  {
    name: 'status-099',
    does: 'answers with the status 099',
    ends: couldNotBeJudged,
    says: 'its status is below 100',
    start: () => answering('HTTP/1.1 099 What\r\nContent-Length: 2\r\n\r\n{}'),
  },
  {
    name: 'status-600',
    does: 'answers with the status 600',
    ends: couldNotBeJudged,
    start: () => answering('HTTP/1.1 600 What\r\nContent-Length: 2\r\n\r\n{}'),
  },
  {
    name: 'status-of-searches-099',
    does: 'answers every search with the status 099',
    ends: [1, 3],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { send } = steps;
          steps.send = (call, answer, payload) => {
            if (call.operation !== 'logs') return send(call, answer, payload);
            call.response.socket?.end('HTTP/1.1 099 What\r\nContent-Length: 2\r\n\r\n{}');
          };
        },
      }),
  },
  {
    name: 'endless-continue',
    does: 'sends 103 (Early Hints) without end and never an answer',
    ends: couldNotBeJudged,
    start: () =>
      sockets((socket) => {
        const hint = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 5);
        socket.once('close', () => clearInterval(hint));
        socket.resume();
      }),
  },
  {
    name: 'headers-of-20-kb',
    does: 'conforms; each response has 20 kB of headers',
    ends: [0],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { headers } = steps;
          const long = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`X-Long-${at}`, 'x'.repeat(2000)]));
          steps.headers = (answer, payload, call) => ({ ...headers(answer, payload, call), ...long });
        },
      }),
  },
  {
    name: 'headers-of-1-mb',
    does: 'answers with 1 MB of headers',
    ends: couldNotBeJudged,
    start: () => answering(ok(`X-Long: ${'x'.repeat(1_000_000)}\r\nContent-Length: 2\r\n`)),
  },
  {
    name: '10000-headers',
    does: 'answers with 10,000 header fields',
    ends: couldNotBeJudged,
    start: () =>
      answering(
        ok(`${Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}`).join('\r\n')}\r\nContent-Length: 2\r\n`),
      ),
  },
  {
    name: 'control-characters-in-headers',
    does: 'answers with NUL and ESC in a header',
    ends: couldNotBeJudged,
    start: () => answering(ok('X-Odd: \u0000\u001b[31m\r\nContent-Length: 2\r\n')),
  },
  {
    name: 'no-status-line',
    does: 'answers with a bare JSON text',
    ends: couldNotBeJudged,
    start: () => answering('{"data":[]}'),
  },
  {
    name: 'another-protocol',
    does: 'greets like a mail server',
    ends: couldNotBeJudged,
    start: () => sockets((socket) => socket.write('220 mail.example.com ESMTP ready\r\n')),
  },
  {
    name: 'empty-answers',
    does: 'closes each connection without a word',
    ends: couldNotBeJudged,
    start: () => answering(''),
  },
  {
    name: 'resets',
    does: 'resets each connection',
    ends: couldNotBeJudged,
    start: () => sockets((socket) => socket.on('data', () => socket.resetAndDestroy())),
  },
  {
    name: 'half-of-each-body',
    does: 'closes each connection in the middle of a body',
    ends: couldNotBeJudged,
    start: () => answering(ok('Content-Length: 1000\r\n')),
  },
  {
    name: 'two-lengths',
    does: 'answers with two values of Content-Length',
    ends: couldNotBeJudged,
    start: () => answering(ok('Content-Length: 2\r\nContent-Length: 3\r\n')),
  },
  {
    name: 'broken-chunks',
    does: 'answers with chunks whose lengths are not numbers',
    ends: couldNotBeJudged,
    start: () => answering(ok('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n')),
  },
  {
    name: 'switching-protocols',
    does: 'answers 101 to everything',
    ends: couldNotBeJudged,
    start: () => answering('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n'),
  },
  {
    name: 'more-than-one-answer',
    does: 'sends two responses to each request',
    ends: [1, 3],
    start: () => answering(`${ok('Content-Length: 2\r\n')}${ok('Content-Length: 2\r\n')}`, { closing: false }),
  },
  {
    name: 'closes-after-each',
    does: 'conforms; closes the connection after each response',
    ends: [0],
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { headers } = steps;
          steps.headers = (answer, payload, call) => ({ ...headers(answer, payload, call), Connection: 'close' });
        },
      }),
  },
  {
    name: 'plain-http-for-https',
    does: 'speaks plain HTTP where the base URL says https',
    ends: couldNotBeJudged,
    says: 'plain HTTP',
    async start() {
      const { configuration, close } = await handler((_request, response) => response.end('{}'));
      return { configuration: configurationOf(String(configuration['baseUrl']).replace('http:', 'https:')), close };
    },
  },
  {
    name: 'nobody-listens',
    does: 'accepts no connection',
    ends: couldNotBeJudged,
    async start() {
      const { configuration, close } = await handler(() => {});
      await close();
      return { configuration, close: async () => {} };
    },
  },
  {
    name: 'unknown-host',
    does: 'has a name that no address belongs to',
    ends: couldNotBeJudged,
    options: ['--yes'],
    start: async () => ({ configuration: configurationOf('http://cawl.invalid'), close: async () => {} }),
  },
  {
    name: 'silent-tls',
    does: 'accepts TLS connections and has no certificate',
    ends: couldNotBeJudged,
    async start() {
      const server = createTlsServer(() => {});
      server.on('tlsClientError', () => {});
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as { port: number };
      return {
        configuration: configurationOf(`https://127.0.0.1:${port}`),
        close: () => new Promise((done) => server.close(() => done())),
      };
    },
  },
];
