/**
 * A server of all four operations in memory, on a simulated clock: conforming for any value of each axis, or with one fault.
 * It takes the place of HTTP and of the mail. Written from the specification alone; it shares no code with the kit.
 */
import { createHash } from 'node:crypto';
import type { Outside } from '../../../src/client/outside.ts';
import type { Wire, WireRequest, WireResult } from '../../../src/core/exchange.ts';
import { seededRandom } from '../../../src/core/random.ts';
import type { Choices, Shape } from '../choices.ts';
import { type FaultName, faults } from '../faults.ts';
import { Cursors, SimulatedSearch } from '../search.ts';
import { type AnyFault, type ServerFault, serverFaults } from '../server-faults.ts';
import type { SimulatedClock } from '../simulated-clock.ts';
import { Accounts } from './accounts.ts';
import type { Server } from './axes.ts';
import { objectOf } from './body.ts';
import { Calendars } from './calendars.ts';
import { Door } from './door.ts';
import { LivingLog } from './living-log.ts';
import { OpenSearches } from './open-searches.ts';
import { NoResponse, Refusal } from './refusal.ts';
import { idsOf, type OperationName, type Route, routeOf } from './routes.ts';

export const token = 'Lq7vR2xT9bKe4WmZ';

interface Reply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly text: string;
}

export class SimulatedServer {
  readonly #server: Server;
  readonly #clock: SimulatedClock;
  readonly #fault: AnyFault | undefined;
  readonly #random: () => number;
  readonly #door: Door;
  readonly #accounts: Accounts;
  readonly #calendars: Calendars;
  readonly #searches = new Map<string, SimulatedSearch>();
  readonly #open: OpenSearches;
  readonly #cached = new Map<string, { readonly until: number; readonly body: unknown }>();
  readonly #counts = new Map<string, { readonly until: number; readonly count: number }>();
  #creations = 0;

  constructor(server: Server, clock: SimulatedClock, seed: number, fault?: AnyFault) {
    const random = seededRandom(seed);
    const ofServer = fault !== undefined && fault in serverFaults ? (fault as ServerFault) : undefined;
    const ofSearch = (faults as readonly string[]).includes(fault ?? '') ? (fault as FaultName) : undefined;
    this.#server = server;
    this.#clock = clock;
    this.#fault = fault;
    this.#random = random;
    this.#door = new Door(server, clock, token, random);
    this.#open = new OpenSearches(server, clock);
    this.#accounts = new Accounts(server, clock, random, ofServer);
    this.#calendars = new Calendars(server, clock, ofServer);
    const cursors = new Cursors();
    for (const [id, shape] of shapesOf(server)) {
      const log = new LivingLog(server, shape, clock, random);
      const shared = server.cursorsOfAnyWebhook ? cursors : undefined;
      this.#searches.set(id, new SimulatedSearch(choicesOf(server), shape, log, ofSearch, shared));
    }
  }

  /** Ids of its webhooks. */
  get webhooks(): readonly string[] {
    return [...this.#searches.keys()];
  }

  /** @param codesIn finds what may be the code in a mail */
  outside(timeoutMs: number, codesIn: (text: string) => readonly string[]): Outside {
    const send = (request: WireRequest) => this.#carry(request, timeoutMs);
    const close = async () => {};
    const wire: Wire = { send, sendFresh: send, session: () => ({ send, close }), close };
    const lookForCodes: Outside['lookForCodes'] = async (_source, email) => {
      const text = this.#accounts.mailTo(email);
      return text === undefined ? [] : codesIn(text);
    };
    return { wire, clock: this.#clock, lookForCodes };
  }

  #carry(request: WireRequest, timeoutMs: number): Promise<WireResult> {
    return new Promise((resolve, reject) => {
      const late = this.#clock.startTimer(timeoutMs, () =>
        resolve({ failure: { kind: 'timeout', message: `no complete response within ${timeoutMs} ms` } }),
      );
      this.#exchange(request).then((result) => {
        late.cancel();
        resolve(result);
      }, reject);
    });
  }

  async #exchange(request: WireRequest): Promise<WireResult> {
    const [least, most] = this.#server.latencyMs;
    await this.#clock.sleep(least / 2);
    try {
      const reply = await this.#orRefusal(request, () =>
        this.#door.admit(request, async () => {
          await this.#clock.sleep(this.#random() * (most - least));
          return this.#serve(request);
        }),
      );
      const shown = await this.#orRefusal(request, async () => {
        this.#door.loseSome();
        return reply;
      });
      await this.#clock.sleep(least / 2);
      const bytes = Buffer.from(request.method === 'HEAD' ? '' : shown.text);
      return { response: { status: shown.status, headers: shown.headers, bytes, truncated: false } };
    } catch (error) {
      if (error instanceof NoResponse) return { failure: { kind: error.kind, message: error.message } };
      throw error;
    }
  }

  async #orRefusal(request: WireRequest, work: () => Promise<Reply>): Promise<Reply> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refusal) return this.#refuse(error, request);
      throw error;
    }
  }

  async #serve(request: WireRequest): Promise<Reply> {
    const { validatesFirst, methods } = this.#server;
    // The preflight of a browser, which has no token.
    if (request.method === 'OPTIONS' && methods === 'head-and-options')
      return { status: 204, headers: [['Allow', 'GET, HEAD, POST, OPTIONS']], text: '' };
    if (validatesFirst) {
      const route = routeOf(this.#server, request);
      if (request.method === 'POST') objectOf(request.body);
      this.#guard(request, route);
      return this.#perform(request, route);
    }
    let route: Route | undefined;
    try {
      route = routeOf(this.#server, request);
    } catch (error) {
      this.#door.checkToken(request);
      throw error;
    }
    this.#guard(request, route);
    return this.#perform(request, route);
  }

  #guard(request: WireRequest, { operation, query }: Route): void {
    const fault = this.#fault;
    const hasHeader = request.headers.some(([name]) => name.toLowerCase() === 'authorization');
    if (fault === `${operation} without header` && !hasHeader) return;
    if (fault === `${operation} with any token` && request.headers.some(([, value]) => /^Bearer \S+$/.test(value)))
      return;
    if (fault === 'later pages without token' && query.some(([name]) => name === 'next')) return;
    this.#door.checkToken(request);
  }

  async #perform(request: WireRequest, { operation, webhook, query }: Route): Promise<Reply> {
    if (operation === 'logs') return this.#succeed(operation, this.#search(webhook, query, request.target));
    if (operation === 'register' && this.#fault === 'bodies need not be JSON') {
      const isObject = Buffer.from(request.body ?? [])
        .toString()
        .startsWith('{"firstName"');
      if (!isObject) return this.#succeed(operation, {});
    }
    const body = objectOf(request.body);
    if (operation === 'register') return this.#succeed(operation, this.#accounts.register(body));
    if (operation === 'verify') return this.#succeed(operation, this.#accounts.verify(body));
    this.#creations += 1;
    if (this.#fault === 'every seventh creation is 500' && this.#creations % 7 === 3) throw new Refusal(500, 'broken');
    if (this.#fault === 'every seventh creation is refused' && this.#creations % 7 === 3) throw new Refusal(400, 'no');
    return this.#succeed(operation, await this.#calendars.create(body));
  }

  #search(webhook: string, query: Route['query'], target: string): unknown {
    const { cacheMs } = this.#server;
    const found = this.#fault === 'every webhook shows the first log' ? this.webhooks[0]! : webhook;
    const search = this.#searches.get(found);
    if (search === undefined) throw new Refusal(404, 'no such webhook');
    const cached = this.#cached.get(target);
    if (cached !== undefined && cached.until > this.#clock.now()) return cached.body;
    const cursor = query.find(([name]) => name === 'next' || name === 'prev')?.[1];
    const page = this.#open.serve(found, cursor, () => {
      const { status, body } = search.answer(query);
      if (status !== 200) throw new Refusal(status, 'refused');
      return body as Page;
    });
    const counted = this.#withItemsAsShown(this.#withCachedCount(page, webhook, query));
    if (cacheMs > 0) this.#cached.set(target, { until: this.#clock.now() + cacheMs, body: counted });
    return counted;
  }

  /** A count may be older than the page, as long as it is not less than the page shows. */
  #withCachedCount(page: Page, webhook: string, query: Route['query']): Page {
    const { countCacheMs } = this.#server;
    if (countCacheMs === 0) return page;
    const filters = query.filter(([name]) => ['status', 'from', 'to'].includes(name)).sort();
    // A cursor may carry its query, so that only first pages name what they count.
    if (query.some(([name]) => name === 'next' || name === 'prev')) return page;
    const key = JSON.stringify([webhook, filters]);
    const known = this.#counts.get(key);
    if (known === undefined || known.until <= this.#clock.now())
      this.#counts.set(key, { until: this.#clock.now() + countCacheMs, count: page.cursor['totalItems'] as number });
    const totalItems = Math.max(this.#counts.get(key)!.count, page.data.length);
    return { ...page, cursor: { ...page.cursor, totalItems } };
  }

  #withItemsAsShown(page: Page): Page {
    const { memberOrder, items } = this.#server;
    if (memberOrder === 'same' || items !== 'json' || this.#random() < 0.5) return page;
    const turned = (item: string) =>
      !item.startsWith('{') ? item : JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(item)).reverse()));
    return { ...page, data: page.data.map(turned) };
  }

  #succeed(operation: OperationName, body: unknown): Reply {
    const { contentType } = this.#server;
    const fault = this.#fault;
    let text = JSON.stringify(body);
    if (fault === 'bodies end early' && operation === 'logs') text = text.slice(0, -1);
    if (fault === 'no total' && operation === 'logs') text = text.replace('"totalItems"', '"count"');
    const type = fault === 'creations are plain text' && operation === 'create' ? 'text/plain' : contentType;
    const tag: [string, string][] = this.#server.etag && operation === 'logs' ? [['ETag', tagOf(text)]] : [];
    return { status: this.#door.success(), headers: [['Content-Type', type], ...tag], text };
  }

  #refuse({ status, message, retryAfter }: Refusal, { method, target }: WireRequest): Reply {
    const { refusalBody } = this.#server;
    const headers: [string, string][] = [];
    if (retryAfter !== undefined) headers.push(['Retry-After', retryAfter]);
    if (status === 401) headers.push(['WWW-Authenticate', 'Bearer']);
    if (status === 302) headers.push(['Location', '/sign-in']);
    if (refusalBody === 'empty') return { status, headers, text: '' };
    headers.push(['Content-Type', refusalBody === 'html' ? 'text/html' : 'application/json']);
    const text = {
      html: `<p>${message}</p>`,
      json: JSON.stringify({ error: message }),
      echo: JSON.stringify({ error: message, method, target }),
    };
    return { status, headers, text: text[refusalBody] };
  }
}

const tagOf = (text: string): string => `"${createHash('md5').update(text).digest('hex')}"`;

interface Page {
  readonly data: readonly string[];
  readonly cursor: Readonly<Record<string, unknown>>;
}

function choicesOf(server: Server): Choices {
  const unitMs = server.time === 'date' ? 86_400_000 : server.unitMs;
  return { ...server, unitMs, growth: { kind: 'quiet', every: 1, arrivals: 0 } };
}

/** The logs by webhook id. */
function shapesOf(server: Server): readonly (readonly [string, Shape])[] {
  const { count, tied, items, statuses, stepMs, newestMs, otherLog } = server;
  const main: Shape = { count, ties: tied, items, statuses, stepMs, newestMs };
  const others: Readonly<Record<Server['otherLog'], Shape | undefined>> = {
    none: undefined,
    few: { ...main, count: 3, name: 'of-another' },
    empty: { ...main, count: 0, name: 'of-another' },
    same: main,
    repeating: { ...main, count: 9, items: 'repeating', name: 'of-another' },
  };
  const other = others[otherLog];
  const [mainId, otherId] = idsOf(server);
  return [[mainId, main], ...(other === undefined ? [] : [[otherId, other] as const])];
}
