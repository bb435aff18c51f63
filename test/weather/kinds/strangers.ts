/** Servers that are something else than the service, and answer all the same. */
import type { RequestListener } from 'node:http';
import type { Kind } from '../kind.ts';
import { handler, reference } from '../servers.ts';

const always =
  (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
  };

const stranger = (name: string, does: string, ends: Kind['ends'], listener: RequestListener): Kind => ({
  name,
  does,
  ends,
  start: () => handler(listener),
});

const page = '{"data":[],"cursor":{"totalItems":0}}';

export const strangers: readonly Kind[] = [
  stranger('all-404', 'answers 404 to everything', [3], always(404, '{}')),
  stranger('all-401', 'answers 401 to everything', [3], always(401, '{}')),
  stranger('all-500', 'answers 500 to everything', [3], always(500, '{}')),
  stranger('login-page', 'redirects everything to a login page', [3], always(302, '', { Location: '/login' })),
  stranger('all-empty-objects', 'answers 200 and {} to everything', [1, 3], always(200, '{}')),
  stranger('all-empty-pages', 'answers 200 and an empty page to everything', [1, 3], always(200, page)),
  stranger('all-204', 'answers 204 to everything', [1, 3], always(204, '')),
  stranger('all-304', 'answers 304 to everything', [3], always(304, '')),
  stranger(
    'web-page',
    'answers 200 and the same web page to everything',
    [1, 3],
    always(200, '<!doctype html><p>Hello', { 'Content-Type': 'text/html' }),
  ),
  stranger('null', 'answers 200 and null to everything', [1, 3], always(200, 'null')),
  stranger('echo', 'repeats each request as its answer', [1, 3], (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() })),
    );
  }),
  stranger('random-octets', 'answers with random octets', [1, 3], (request, response) => {
    request.resume();
    response.end(Buffer.from(Array.from({ length: 2000 }, () => Math.floor(Math.random() * 256))));
  }),
  {
    name: 'open-to-everybody',
    does: 'accepts any token, or none',
    ends: [1],
    start: () =>
      reference({
        alter: ({ steps }) => {
          steps.authenticate = () => ({ name: 'alpha' });
        },
      }),
  },
];
