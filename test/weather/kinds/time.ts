/** Slow, hanging and throttling servers, and codes that never come. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../../../src/reference/answer.ts';
import type { Server } from '../../../src/reference/state.ts';
import type { Kind } from '../kind.ts';
import { handler, type ReferenceWeather, reference, sockets, type WeatherServer } from '../servers.ts';

const judged = [0, 1, 3] as const;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const never = () => new Promise<never>(() => {});

/** Handles each call after, or instead of, something else. */
const handling =
  (change: (handle: () => Promise<Answer>, number: number, path: string) => Promise<Answer>) =>
  ({ steps }: Server) => {
    const { handle } = steps;
    let number = 0;
    steps.handle = (call) => {
      number += 1;
      return change(() => handle(call), number, call.path);
    };
  };

/** Serves one call after another, each in so many ms. */
const oneAtATime = (ms: number) => {
  let free: Promise<unknown> = Promise.resolve();
  return handling((handle) => {
    free = free.then(() => pause(ms));
    return free.then(handle);
  });
};

const tooMany = (retryAfter?: string): Answer => ({
  status: 429,
  body: { detail: 'slow down' },
  headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
});

/** Rejects everything for the first seconds after the first request, then conforms. */
const throttledAtFirst = (ms: number, retryAfter: () => string | undefined) => {
  let first = 0;
  return handling((handle) => {
    first ||= Date.now();
    return Date.now() - first < ms ? Promise.resolve(tooMany(retryAfter())) : handle();
  });
};

/** The reference server with codes from a source that answers in its own way. */
async function withCodes(
  answer: Parameters<typeof handler>[0],
  options: ReferenceWeather = {},
): Promise<WeatherServer> {
  const source = createServer(answer);
  await new Promise<void>((done) => source.listen(0, '127.0.0.1', done));
  const { port } = source.address() as AddressInfo;
  const server = await reference({
    ...options,
    fixtures: { verificationCode: { url: `http://127.0.0.1:${port}/codes?email={email}`, waitMs: 5000 } },
  });
  return {
    configuration: server.configuration,
    async close() {
      source.closeAllConnections();
      source.close();
      await server.close();
    },
  };
}

const throttling = (name: string, does: string, retryAfter: () => string | undefined): Kind => ({
  name,
  does: `conforms; throttles everything for 3 s at the start, ${does}`,
  ends: [0],
  depth: 'quick',
  says: 'throttles',
  start: () => reference({ alter: throttledAtFirst(3000, retryAfter) }),
});

export const times: readonly Kind[] = [
  {
    name: 'latency-of-2-s',
    does: 'conforms; each response takes 2 s',
    ends: [0, 3],
    depth: 'quick',
    seconds: 60,
    start: () => reference({ latencyMs: 2000 }),
  },
  {
    name: 'latency-of-500-ms',
    does: 'conforms; each response takes 500 ms',
    ends: [0, 3],
    start: () => reference({ latencyMs: 500 }),
  },
  {
    name: 'one-at-a-time',
    timeoutMs: 2000,
    does: 'conforms; serves one request after another, each in 350 ms, also those that were given up',
    ends: [0, 3],
    start: () => reference({ alter: oneAtATime(350) }),
  },
  {
    name: 'odd-latency',
    does: 'conforms; one response in fifty takes 1.5 s',
    ends: [0, 3],
    start: () =>
      reference({
        alter: handling(async (handle, number) => {
          if (number % 50 === 0) await pause(1500);
          return handle();
        }),
      }),
  },
  { name: 'hangs', does: 'accepts connections and never answers', ends: [3], start: () => handler(() => {}) },
  {
    name: 'hangs-midway',
    timeoutMs: 2000,
    does: 'conforms, and stops answering after 300 requests',
    ends: judged,
    start: () => reference({ alter: handling((handle, number) => (number > 300 ? never() : handle())) }),
  },
  ...(['create', 'register', 'verify', 'logs'] as const).map(
    (operation): Kind => ({
      name: `${operation}-hangs`,
      timeoutMs: 2000,
      does: `conforms, and never answers ${operation}`,
      ends: judged,
      start: () =>
        reference({
          alter: ({ steps }) => {
            (steps as unknown as Record<string, unknown>)[operation] = never;
          },
        }),
    }),
  ),
  {
    name: 'one-in-ten-hangs',
    timeoutMs: 2000,
    does: 'never answers one request in ten',
    ends: judged,
    start: () => reference({ alter: handling((handle, number) => (number % 10 === 0 ? never() : handle())) }),
  },
  {
    name: 'hangs-on-400',
    timeoutMs: 2000,
    does: 'never answers what it would answer 400',
    ends: judged,
    start: () =>
      reference({
        alter: handling(async (handle) => {
          const answer = await handle();
          return answer.status === 400 ? never() : answer;
        }),
      }),
  },
  {
    name: 'filters-hang',
    timeoutMs: 2000,
    does: 'never answers a search with a status',
    ends: judged,
    start: () =>
      reference({
        alter: ({ steps }) => {
          const { logs } = steps;
          steps.logs = (call, tenant) => (call.search.includes('status=') ? never() : logs(call, tenant));
        },
      }),
  },
  {
    name: 'bodies-drip',
    timeoutMs: 2000,
    does: 'sends each body one octet a second',
    ends: [3],
    start: () =>
      handler((_request, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 1000);
        response.once('close', () => clearInterval(drip));
      }),
  },
  {
    name: 'headers-drip',
    timeoutMs: 2000,
    does: 'sends the status line one octet a second',
    ends: [3],
    start: () =>
      sockets((socket) => {
        let at = 0;
        const drip = setInterval(() => socket.write('HTTP/1.1 200 OK'[at++] ?? 'x'), 1000);
        socket.once('close', () => clearInterval(drip));
        socket.resume();
      }),
  },
  {
    name: 'ever-slower',
    does: 'answers each request a millisecond later than the one before',
    ends: judged,
    start: () =>
      reference({
        alter: handling(async (handle, number) => {
          await pause(number);
          return handle();
        }),
      }),
  },
  throttling('throttled-first-without-retry-after', 'without Retry-After', () => undefined),
  throttling('throttled-first-retry-after-0', 'with Retry-After: 0', () => '0'),
  throttling('throttled-first-retry-after-1', 'with Retry-After: 1', () => '1'),
  throttling('throttled-first-retry-after-2', 'with Retry-After: 2', () => '2'),
  throttling('throttled-first-retry-after-date', 'with a date', () => new Date(Date.now() + 2000).toUTCString()),
  throttling('throttled-first-retry-after-garbage', 'with a Retry-After that says "soon"', () => 'soon'),
  {
    name: 'throttled-for-good',
    does: 'answers 429 to everything',
    ends: [3],
    options: ['--max-wait', '3s'],
    start: () => reference({ alter: handling(async () => tooMany('1')) }),
  },
  {
    name: 'maintenance',
    does: 'answers 503 with Retry-After: 3600 to everything',
    ends: [3],
    start: () => reference({ alter: handling(async () => ({ ...tooMany('3600'), status: 503 })) }),
  },
  {
    name: 'logs-throttled-for-good',
    does: 'answers 429 to every search',
    ends: judged,
    start: () =>
      reference({
        alter: ({ steps }) => {
          steps.logs = () => tooMany('1');
        },
      }),
  },
  {
    name: 'verify-throttled-for-good',
    does: 'answers 429 to every verification',
    ends: judged,
    start: () =>
      reference({
        alter: ({ steps }) => {
          steps.verify = () => tooMany();
        },
      }),
  },
  {
    name: 'every-second-throttled',
    does: 'conforms; answers 429 to every second request',
    ends: [0, 3],
    seconds: 300,
    start: () =>
      reference({ alter: handling((handle, number) => (number % 2 === 0 ? Promise.resolve(tooMany('0')) : handle())) }),
  },
  {
    name: 'ten-a-second',
    does: 'conforms; answers 429 beyond ten requests a second',
    ends: [0],
    seconds: 300,
    start: () => {
      let second = 0;
      let inSecond = 0;
      return reference({
        alter: handling((handle) => {
          const now = Math.floor(Date.now() / 1000);
          if (now !== second) [second, inSecond] = [now, 0];
          inSecond += 1;
          return inSecond > 10 ? Promise.resolve(tooMany('1')) : handle();
        }),
      });
    },
  },
  {
    name: 'codes-never-come',
    does: 'conforms; no code ever arrives',
    ends: [0, 3],
    start: () => withCodes((_request, response) => response.writeHead(404).end()),
  },
  {
    name: 'code-source-hangs',
    does: 'conforms; the source of codes never answers',
    ends: [0, 3],
    start: () => withCodes(() => {}),
  },
  {
    name: 'code-source-fails',
    does: 'conforms; the source of codes answers 500',
    ends: [0, 3],
    start: () => withCodes((_request, response) => response.writeHead(500).end('no')),
  },
  {
    name: 'code-source-endless',
    does: 'conforms; the source of codes never ends its answer',
    ends: [0, 3],
    start: () =>
      withCodes((_request, response) => {
        const piece = Buffer.alloc(65_536, 'a');
        const pour = () => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', pour);
        pour();
      }),
  },
];
