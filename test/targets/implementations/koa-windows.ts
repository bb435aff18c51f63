/**
 * A make on koa, in the manner of a store that reads by partition: a page is one window of the log (a day, or so many
 * entries), filtered after it was read. Pages are short, and may be empty and still have a `next`. Cursors are encrypted.
 */
import { createCipheriv, createDecipheriv, randomBytes, randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { type Entry, type HistoryShape, history } from '../support/history.ts';
import { listen, type Network, readBody } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget } from '../support/target.ts';

export interface WindowOptions {
  readonly logs: readonly { readonly id: string; readonly shape: HistoryShape }[];
  readonly window: 'day' | number;
  /** What `prev` does about windows in which nothing matches: shows them, or passes over them. */
  readonly emptyBehind: 'shown' | 'passed over';
  readonly tokens: { readonly valid: string; readonly otherTenant: string };
  readonly refusal: { readonly status: 401 | 302 | 403; readonly body: 'json' | 'html' };
  readonly status: { readonly post: number; readonly get: number };
  readonly ends: null | '' | undefined;
  readonly time: 'date' | 'rfc3339' | 'milliseconds';
  readonly bounds: '[]' | '[)' | '(]' | '()';
  readonly newestFirst: boolean;
  readonly gzip: boolean;
  readonly codes: { readonly digits: number; readonly keepOld: boolean; readonly lateMs: number };
  readonly network?: Network;
}

interface Asked {
  status: string | null;
  from: string | null;
  to: string | null;
  asc: boolean;
}
interface Sealed extends Asked {
  hook: string;
  at: number;
  way: 'next' | 'prev';
}

const dayMs = 86_400_000;

export async function start(options: WindowOptions, broken?: string): Promise<RunningTarget> {
  const key = randomBytes(32);
  const mailbox = await openMailbox();
  const logs = new Map(options.logs.map(({ id, shape }) => [id, history(shape)]));
  let registrations = 0;
  const codes = new Map<string, Set<number>>();
  const verified = new Set<string>();
  const served = new Map<string, unknown>();

  function seal(what: Sealed): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const octets = Buffer.concat([cipher.update(JSON.stringify(what)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), octets]).toString('hex');
  }
  function unseal(cursor: string): Sealed {
    const all = Buffer.from(cursor, 'hex');
    const decipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAuthTag(all.subarray(12, 28));
    return JSON.parse(Buffer.concat([decipher.update(all.subarray(28)), decipher.final()]).toString()) as Sealed;
  }

  /** The span of ms that a time given stands for: a whole day for a date, one ms else. */
  function span(given: string): readonly [number, number] | undefined {
    if (options.time === 'milliseconds') return /^\d{12,14}$/.test(given) ? [Number(given), Number(given)] : undefined;
    const shape =
      options.time === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
    const at = shape.test(given) ? Date.parse(given) : Number.NaN;
    return Number.isNaN(at) ? undefined : [at, options.time === 'date' ? at + dayMs - 1 : at];
  }

  function windows(log: readonly Entry[], asc: boolean): Entry[][] {
    const made: Entry[][] = [];
    if (options.window === 'day') {
      const first = Math.floor((log[0]?.at ?? 0) / dayMs);
      for (const entry of log) {
        const index = Math.floor(entry.at / dayMs) - first;
        while (made.length <= index) made.push([]);
        made[index]!.push(entry);
      }
    } else for (let i = 0; i < log.length; i += options.window) made.push(log.slice(i, i + options.window));
    if (broken === 'pages-not-turned' && !asc) return made.map((each) => each.toReversed());
    return asc ? made : made.toReversed().map((each) => each.toReversed());
  }

  function keeps(asked: Asked): (entry: Entry) => boolean {
    const from = asked.from === null ? undefined : span(asked.from);
    const to = asked.to === null ? undefined : span(asked.to);
    return (entry) => {
      if (asked.status !== null && entry.status !== asked.status)
        return broken === 'failed-includes-all' && asked.status === 'failed';
      if (from && (options.bounds[0] === '[' ? entry.at < from[0] : entry.at <= from[1])) return false;
      if (to && broken === 'to-adds-a-day') return entry.at <= to[1] + dayMs;
      return !(to && (options.bounds[1] === ']' ? entry.at > to[1] : entry.at >= to[0]));
    };
  }

  function search(ctx: Koa.Context, hook: string, other: boolean): void {
    const one = (name: string): string | null => {
      const value = ctx.query[name];
      if (Array.isArray(value)) ctx.throw(400, `${name} twice`);
      return (value as string | undefined) ?? null;
    };
    const log = logs.get(hook);
    if (!log) {
      ctx.status = 404;
      return;
    }
    const cursor = one('next') ?? one('prev');
    let asked: Asked = { status: one('status'), from: one('from'), to: one('to'), asc: !options.newestFirst };
    const direction = one('sortDirection');
    if (direction !== null) {
      ctx.assert(direction === 'asc' || direction === 'desc', 400);
      asked.asc = direction === 'asc';
      if (broken === 'asc-is-default') asked.asc = true;
    }
    ctx.assert(asked.status === null || asked.status === 'succeeded' || asked.status === 'failed', 400);
    for (const bound of [asked.from, asked.to]) ctx.assert(bound === null || span(bound), 400, 'time');
    let at = 0;
    let way: Sealed['way'] = 'next';
    if (cursor !== null) {
      try {
        ({ at, way, ...asked } = unseal(cursor));
      } catch {
        ctx.throw(400, 'cursor');
      }
      ctx.assert((asked as Sealed).hook === hook && (way === 'next') === (one('next') !== null), 400, 'cursor');
      if (broken === 'direction-lost-on-next') asked.asc = !options.newestFirst;
      if (broken === 'direction-lost-on-prev' && way === 'prev') asked.asc = !options.newestFirst;
      if (broken === 'range-lost-on-next') asked = { ...asked, from: null, to: null };
      if (broken === 'status-lost-on-prev' && way === 'prev') asked.status = null;
    }
    const all = windows(other && broken !== 'tenant-shares-logs' ? [] : log, asked.asc).map((each) =>
      each.filter(keeps(asked)),
    );
    if (way === 'prev' && options.emptyBehind === 'passed over') while (at > 0 && all[at]?.length === 0) at--;
    if (broken === 'empty-window-ends' && cursor !== null && all[at]?.length === 0) at = all.length;
    const rows = all[at] ?? [];
    const seal_ = (to: number, towards: Sealed['way']) => seal({ ...asked, hook, at: to, way: towards } as Sealed);
    const totalItems = all.flat().length;
    const total =
      broken === 'total-of-status-only' && (asked.from ?? asked.to) !== null
        ? log.filter((entry) => asked.status === null || entry.status === asked.status).length
        : broken === 'total-is-windows'
          ? all.length
          : broken === 'total-negative' && totalItems === 0
            ? -1
            : totalItems;
    let data = rows.map((entry) => entry.item);
    if (broken === 'page-capped' && data.length > 5) data = data.slice(0, 5);
    ctx.body = {
      data,
      cursor: {
        next: at + 1 < all.length ? seal_(at + 1, 'next') : options.ends,
        prev:
          at > 0
            ? seal_(broken === 'prev-is-next' && at > 1 && at + 1 < all.length ? at + 1 : at - 1, 'prev')
            : options.ends,
        totalItems: total,
        ...(broken === 'cursor-null-member' ? { next: at + 1 < all.length ? seal_(at + 1, 'next') : 0 } : {}),
      },
      generatedAt: new Date().toISOString(),
    };
    ctx.status = options.status.get;
  }

  function register(ctx: Koa.Context, body: Record<string, unknown>): void {
    const email = addressIn(body);
    ctx.assert(
      ['firstName', 'lastName', 'email', 'password'].every((name) => typeof body[name] === 'string') &&
        email.includes('@'),
      400,
    );
    if (!verified.has(email)) {
      const { digits, keepOld, lateMs } = options.codes;
      const code = randomInt(10 ** (digits - 1), 10 ** digits);
      const known = (keepOld ? codes.get(email) : undefined) ?? new Set<number>();
      codes.set(email, known.add(code));
      registrations += 1;
      if (broken === 'one-pending-code' && registrations > 6)
        for (const other of [...codes.keys()]) if (other !== email) codes.delete(other);
      if (!(broken === 'every-ninth-mail-lost' && codes.size % 9 === 0))
        mailbox.deliver(body['email'] as string, String(code), lateMs);
    }
    ctx.body = broken === 'register-echoes' ? { email } : {};
  }

  function verify(ctx: Koa.Context, body: Record<string, unknown>): void {
    const email = addressIn(body);
    const code = body['code'];
    ctx.assert(typeof body['email'] === 'string' && Number.isInteger(code), 400);
    const domain =
      broken === 'email-local-part'
        ? [...codes.keys()].find((known) => known.split('@')[0] === email.split('@')[0])
        : undefined;
    const mine = codes.get(domain ?? email);
    const right = mine?.has(code as number) || (broken === 'code-from-session' && served.get('code') === code);
    if (right && broken === 'code-from-session') served.set('code', code);
    // Verifying again with a code that was right is welcome.
    ctx.assert(right, 401, 'wrong code');
    verified.add(email);
    ctx.body = {};
  }

  function create(ctx: Koa.Context, body: Record<string, unknown>): void {
    const { limit, profileIds, calendarIds } = body;
    ctx.assert(Number.isInteger(limit) && Array.isArray(profileIds) && Array.isArray(calendarIds), 400);
    ctx.assert(
      [...profileIds, ...calendarIds].every((id) => typeof id === 'string' && id !== ''),
      400,
    );
    ctx.body =
      broken === 'create-total-text'
        ? { data: [], cursor: { totalItems: '0' } }
        : broken === 'create-no-cursor' && profileIds.length > 1
          ? { data: [] }
          : // The events are made later: the answer is an empty page.
            { data: [], cursor: { next: options.ends, prev: options.ends, totalItems: calendarIds.length } };
  }

  const app = new Koa();
  app.silent = true;
  app.use(async (ctx, next) => {
    try {
      await next();
    } catch (error) {
      const {
        status = 500,
        message,
        headers = {},
      } = error as Error & { status?: number; headers?: Record<string, string> };
      ctx.set(headers);
      ctx.status = status;
      ctx.body = { errors: [{ title: message }] };
    }
    if (options.gzip && typeof ctx.body === 'object' && ctx.body !== null) {
      ctx.body = gzipSync(JSON.stringify(ctx.body, null, 1));
      ctx.set(
        'Content-Encoding',
        broken === 'gzip-undeclared' && ctx.status < 300 && ctx.path.endsWith('search') ? 'identity' : 'gzip',
      );
      ctx.set('Content-Type', 'application/json');
    }
  });
  app.use(async (ctx) => {
    const raw = await readBody(ctx.req);
    if (ctx.method === 'OPTIONS') {
      ctx.set('Access-Control-Allow-Methods', 'GET, POST');
      ctx.status = 204;
      return;
    }
    const [, token] = /^Bearer (\S+)$/i.exec(ctx.get('Authorization')) ?? [];
    const sought = broken === 'token-in-query' ? (token ?? ctx.query['access_token']) : token;
    const other = sought === options.tokens.otherTenant;
    const cache = `${ctx.method} ${ctx.url} ${raw.toString('latin1')}`;
    if (
      sought !== options.tokens.valid &&
      !other &&
      !(broken === 'cached-answer' && served.has(cache)) &&
      !(broken === 'empty-range-is-public' && ctx.query['to'] !== undefined)
    ) {
      const { status, body } = options.refusal;
      ctx.status = status;
      if (status === 302) ctx.set('Location', '/sign-in?return=/');
      if (body === 'html') ctx.body = '<!doctype html><title>Sign in</title>';
      else ctx.body = { errors: [{ title: 'sign in' }] };
      return;
    }
    if (broken === 'cached-answer') served.set(cache, true);
    const hook = /^\/v2\/webhooks\/([^/]*)\/logs\/search$/.exec(ctx.path)?.[1];
    if (hook !== undefined) {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') ctx.throw(405, 'GET', { headers: { Allow: 'GET, HEAD' } });
      let id = '';
      try {
        id = decodeURIComponent(hook);
      } catch {
        ctx.throw(400, 'path');
      }
      return search(ctx, id, other);
    }
    const operation = new Map([
      ['/v2/auth/register', register],
      ['/v2/auth/verify-user', verify],
      ['/v2/calendars/common-events', create],
    ]).get(ctx.path);
    if (!operation) {
      ctx.status = 404;
      return;
    }
    if (ctx.method !== 'POST') ctx.throw(405, 'POST', { headers: { Allow: 'POST' } });
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw));
    } catch {
      ctx.throw(400, 'no JSON');
    }
    if (typeof body !== 'object' || body === null || Array.isArray(body)) ctx.throw(400, 'no object');
    operation(ctx, body as Record<string, unknown>);
    ctx.status = options.status.post;
  });

  const listener = await listen(app.callback(), options.network);
  return {
    baseUrl: listener.origin,
    settings: settingsFor({
      baseUrl: listener.origin,
      tokens: options.tokens,
      webhooks: options.logs.map((log) => log.id),
      verificationCode: { url: mailbox.url, waitMs: 5000 },
    }),
    requests: () => listener.requests,
    close: async () => {
      await Promise.all([listener.close(), mailbox.close()]);
    },
  };
}

function addressIn(body: Record<string, unknown>): string {
  return typeof body['email'] === 'string' ? body['email'].normalize('NFC') : '';
}
