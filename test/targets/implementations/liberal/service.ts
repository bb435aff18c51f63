/**
 * One conforming server whose choices in the gaps are all options: what is read late, counted late, refused by a limit,
 * ended early or named otherwise. Written from the specification alone; shares nothing with the kit.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { listen, readBody } from '../../support/listener.ts';
import { settingsFor } from '../../support/settings.ts';
import type { RunningTarget } from '../../support/target.ts';
import { Accounts } from './accounts.ts';
import { Calendars } from './calendars.ts';
import { Door } from './door.ts';
import { Firewall } from './firewall.ts';
import { LiberalLog } from './log.ts';
import type { Fallback, Liberties } from './options.ts';
import { Refusal } from './refusal.ts';
import { Search } from './search.ts';

const profileIds = ['prof-ada', 'prof-bob'];
const calendarIds = ['cal-work', 'cal-home'];

export async function startLiberal(liberties: Liberties): Promise<RunningTarget> {
  const logs = new Map(
    liberties.logs.map(({ id, shape, changes }) => [id, new LiberalLog(shape, { ...liberties.search, ...changes })]),
  );
  const search = new Search(liberties.search, logs);
  const accounts = new Accounts(liberties.accounts);
  const calendars = new Calendars(liberties.create, profileIds, calendarIds);
  const addToLogs = () => {
    for (const log of logs.values()) log.add();
  };
  const create = async (given: Readonly<Record<string, unknown>>) => {
    const created = await calendars.create(given);
    if (liberties.create.isLogged === true) addToLogs();
    if (liberties.create.endsCursors === true) search.endCursors();
    return created;
  };
  const register = (given: Readonly<Record<string, unknown>>) => {
    const registered = accounts.register(given);
    if (liberties.accounts.isLogged === true) addToLogs();
    return registered;
  };
  const valid = liberties.door.token?.valid ?? 'Lq7vR2xT9bKe4WmZ';
  const tokens = { valid, otherTenant: 'Hn3cY8sJ5fPd6GuA', expired: 'Xa1oD0iE7rBv9NwQ' };
  const door = new Door(liberties.door, tokens.valid);
  const { firewall: how } = liberties.door;
  const firewall = how && new Firewall(how);
  const firstLog = liberties.logs[0]!.id;

  const webhookOf = (path: string): string | undefined => {
    if (liberties.door.allAlias === true && path === '/v2/webhooks/logs/search') return firstLog;
    const found = /^\/v2\/webhooks\/([^/]+)\/logs\/search$/.exec(path)?.[1];
    if (found === undefined) return undefined;
    let id: string;
    try {
      id = decodeURIComponent(found);
    } catch {
      throw new Refusal(400, 'the path is not percent-encoded');
    }
    if (liberties.door.allAlias === true && id === 'all') return firstLog;
    if (liberties.door.idsWithoutSigns === true) id = id.replaceAll(/[^\w-]/g, '');
    if (liberties.door.idsAreIntegers === true) return String(Number.parseInt(id, 10));
    if (liberties.door.idsWithoutCase === true)
      return [...logs.keys()].find((own) => own.toLowerCase() === id.toLowerCase()) ?? id;
    return id;
  };

  const { connections, workers, keepAliveMs, contentType, addsMembers, ...rules } = liberties.door;
  const respond = (res: ServerResponse, status: number, body: object): void => {
    const shown = addsMembers === true && status < 300 ? withMembers(body) : body;
    res.writeHead(status, { 'Content-Type': contentType ?? 'application/json' }).end(JSON.stringify(shown));
  };

  const serve = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await readBody(req);
    if (firewall?.stops(req, res, body) === true) return;
    door.parse(body);
    if (door.isDown()) return void req.socket.destroy();
    if (passGateway(req, res, body, rules)) return;
    const { fallback } = liberties.door;
    if (fallback !== undefined && !isKnown(req, fallback))
      return void res.writeHead(200, { 'Content-Type': fallback.type }).end(fallback.page);
    door.checkReplay(req, body);
    const url = targetOf(req, rules);
    await door.admit(req, async () => {
      const webhook = webhookOf(url.pathname);
      if (webhook !== undefined) {
        needMethod(req, 'GET');
        if (parametersTwice(url.searchParams)) throw new Refusal(400, 'a parameter is given twice');
        const page = await search.answer(webhook, url.searchParams, req.url ?? '');
        const delayMs = search.delayOf(url.searchParams, page);
        if (delayMs > 0) await setTimeout(delayMs);
        return respond(res, door.success(), page);
      }
      const operations: Record<string, (body: Record<string, unknown>) => object | Promise<object>> = {
        '/v2/auth/register': register,
        '/v2/auth/verify-user': (given) => accounts.verify(given),
        '/v2/calendars/common-events': create,
      };
      const operation = operations[url.pathname];
      if (operation === undefined) throw new Refusal(404, 'no such path');
      needMethod(req, 'POST');
      const made = await operation(objectOf(body));
      respond(res, door.success(), made);
    });
  };

  const listener = await listen(
    (req, res) => {
      if (door.isDown()) {
        req.socket.destroy();
        return;
      }
      if (liberties.door.closesConnections === true) res.setHeader('Connection', 'close');
      serve(req, res).catch((error: unknown) => {
        const refusal = error instanceof Refusal ? error : new Refusal(500, String(error));
        if (refusal.status === liberties.door.refusal && liberties.door.hangsUpOnStrangers === true) {
          req.socket.destroy();
          return;
        }
        if (refusal.retryAfter !== undefined) res.setHeader('Retry-After', refusal.retryAfter);
        if (refusal.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
        if (refusal.status >= 300 && refusal.status < 400) res.setHeader('Location', '/sign-in');
        respond(res, refusal.status, { error: refusal.message });
      });
    },
    {
      ...(connections === undefined ? {} : { connections }),
      ...(workers === undefined ? {} : { workers }),
      ...(keepAliveMs === undefined ? {} : { keepAliveMs }),
    },
  );
  const codes = await openCodes(accounts);
  return {
    baseUrl: listener.origin,
    settings: settingsFor({
      ...(liberties.timeoutMs === undefined ? {} : { run: { timeoutMs: liberties.timeoutMs } }),
      ...(liberties.register === undefined ? {} : { register: liberties.register }),
      baseUrl: listener.origin,
      tokens,
      webhooks: liberties.logs.map(({ id }) => id),
      profileIds,
      calendarIds,
      verificationCode: { url: codes.url, waitMs: 5000 },
    }),
    requests: () => listener.requests,
    close: async () => {
      await Promise.all([listener.close(), codes.close()]);
    },
  };
}

function targetOf(req: IncomingMessage, { mergesSlashes, looseRoutes }: Liberties['door']): URL {
  const target = req.url ?? '/';
  if (!target.startsWith('/')) throw new Refusal(400, 'no path');
  const [sent = '', query] = target.split('?', 2);
  const path = looseRoutes === true ? sent.replace(/\/$/, '').replace(/[^/%]+/g, lowerRoute) : sent;
  const merged = mergesSlashes === true ? path.replace(/\/{2,}/g, '/') : path;
  if (merged.startsWith('//')) throw new Refusal(404, 'no such path');
  return new URL(`http://liberal${merged}${query === undefined ? '' : `?${target.slice(sent.length + 1)}`}`);
}

const routeWords = new Set([
  'v2',
  'webhooks',
  'logs',
  'search',
  'auth',
  'register',
  'verify-user',
  'calendars',
  'common-events',
]);

function lowerRoute(word: string): string {
  return routeWords.has(word.toLowerCase()) ? word.toLowerCase() : word;
}

function needMethod(req: IncomingMessage, method: string): void {
  if (req.method !== method) throw new Refusal(405, `${method} only`);
}

function parametersTwice(parameters: URLSearchParams): boolean {
  return new Set(parameters.keys()).size !== [...parameters.keys()].length;
}

function objectOf(octets: Buffer): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'the body is not an object');
  return value as Record<string, unknown>;
}

const healthChecker =
  /kube-probe|health|googlehc|prometheus|haproxy|envoy|blackbox|pingdom|uptime|datadog|statuscake|nagios/i;

/** What a gateway answers itself, without asking for a token. */
function passGateway(
  req: IncomingMessage,
  res: ServerResponse,
  body: Buffer,
  { largestBody, longestTarget, answersOptions, answersHealthCheckers }: Liberties['door'],
): boolean {
  const answer = (status: number) => {
    res.writeHead(status, { 'Content-Type': 'text/html' }).end(`<h1>${status}</h1>`);
    return true;
  };
  if (body.length > (largestBody ?? Number.POSITIVE_INFINITY)) return answer(413);
  if ((req.url?.length ?? 0) > (longestTarget ?? Number.POSITIVE_INFINITY)) return answer(414);
  if (answersHealthCheckers === true && healthChecker.test(req.headers['user-agent'] ?? '')) {
    res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    return true;
  }
  if (answersOptions !== true) return false;
  if (req.method === 'HEAD') req.method = 'GET';
  if (req.method !== 'OPTIONS') return false;
  res.writeHead(204, { Allow: 'GET, HEAD, POST, OPTIONS' }).end();
  return true;
}

/** The body with members that the specification does not name; an object without members keeps none. */
function withMembers(body: object): object {
  if (!('cursor' in body)) return body;
  return { ...body, took: 3, cursor: { ...(body.cursor as object), hasMore: null, pageSize: 10 } };
}

async function openCodes(accounts: Accounts): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    const text = accounts.mailTo(new URL(req.url ?? '/', 'http://codes').searchParams.get('email') ?? '');
    if (text === undefined) res.writeHead(404).end();
    else res.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/?email={email}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether the path may be that of an operation; see {@link Fallback.forAbsolute}. */
function isKnown({ url = '' }: IncomingMessage, { forAbsolute }: Fallback): boolean {
  const path = forAbsolute ? url : url.replace(/^https?:\/\/[^/]*/, '');
  return /^\/v2\/(auth|calendars|webhooks)\//.test(path);
}
