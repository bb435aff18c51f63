/**
 * A make on hono: a feed in which entries keep arriving, by the clock, and the oldest may leave. Cursors are plain
 * words: a direction and the number of the entry that was seen last; by choice they hold the filters too.
 */

import { brotliCompressSync, deflateSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { type HistoryShape, history } from '../support/history.ts';
import { listen, type Network } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget, TargetSettings } from '../support/target.ts';

export interface FeedOptions {
  readonly logs: readonly {
    readonly id: string;
    readonly shape: HistoryShape;
    readonly everyMs?: number;
    readonly cap?: number;
  }[];
  readonly pageSize: number;
  readonly token: string;
  readonly statuses: {
    readonly create: number;
    readonly register: number;
    readonly verify: number;
    readonly logs: number;
  };
  readonly refusal: number;
  readonly ends: { readonly next: null | '' | undefined; readonly prev: null | '' | undefined };
  readonly carries: boolean;
  readonly time: readonly ('rfc3339' | 'date' | 'seconds' | 'milliseconds')[];
  /** What a time in none of these forms gets. */
  readonly otherTime: 'refused' | 'ignored';
  readonly upper: 'included' | 'excluded';
  readonly fields: readonly string[];
  readonly order: 'asc' | 'desc';
  readonly encoding?: 'br' | 'deflate';
  readonly contentType: string;
  readonly pretty: boolean;
  readonly codes: { readonly digits: number; readonly wrongUntilNew: number };
  readonly prefix: string;
  readonly network?: Network;
  readonly settings?: { readonly run?: TargetSettings['run'] };
}

interface Row {
  n: number;
  item: string;
  status: 'succeeded' | 'failed';
  at: number;
}
interface Filter {
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sortBy?: string | undefined;
  sortDirection?: string | undefined;
}

/** The filters that a cursor holds; undefined if it was tampered with. */
function filterIn(text: string): Filter | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const names = ['status', 'from', 'to', 'sortBy', 'sortDirection'] as const;

export async function start(options: FeedOptions, broken?: string): Promise<RunningTarget> {
  const mailbox = await openMailbox();
  const began = Date.now();
  const feeds = options.logs.map(({ id, shape, everyMs, cap }) => ({
    id,
    rows: history(shape).map(({ seq, ...rest }): Row => ({ n: seq, ...rest })),
    everyMs,
    cap,
    arrived: 0,
  }));
  const accounts: Record<string, { code: string; wrong: number; verified: boolean }> = Object.create(null);

  /** What the feed holds now. */
  function rowsOf(id: string): Row[] | undefined {
    const feed = feeds.find((each) => each.id === id);
    if (!feed) return undefined;
    const due = feed.everyMs === undefined ? 0 : Math.floor((Date.now() - began) / feed.everyMs);
    for (; feed.arrived < due; feed.arrived++) {
      const n = (feed.rows.at(-1)?.n ?? -1) + 1;
      const at = began + (feed.arrived + 1) * (feed.everyMs ?? 0);
      feed.rows.push({
        n,
        item: `live-entry-${n}-${at.toString(36)}`,
        status: n % 3 === 0 ? 'failed' : 'succeeded',
        at,
      });
    }
    if (feed.cap !== undefined && feed.rows.length > feed.cap) feed.rows.splice(0, feed.rows.length - feed.cap);
    return feed.rows;
  }

  function moment(given: string): number | undefined {
    if (options.time.includes('rfc3339') && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(given))
      return Date.parse(given);
    if (options.time.includes('date') && /^\d{4}-\d\d-\d\d$/.test(given)) return Date.parse(given);
    if (options.time.includes('seconds') && /^\d{1,10}$/.test(given)) return Number(given) * 1000;
    if (options.time.includes('milliseconds') && /^\d{11,15}$/.test(given)) return Number(given);
    return undefined;
  }

  const page = (c: Context) => {
    const id = c.req.param('id') ?? '';
    const held = rowsOf(id);
    if (!held) return c.text('unknown webhook', 404);
    let filter: Filter = Object.fromEntries(names.map((name) => [name, c.req.query(name)]));
    const [next, prev] = [c.req.query('next'), c.req.query('prev')];
    let seen: number | undefined;
    if (next !== undefined || prev !== undefined) {
      const [way, number, feed, rest] = (next ?? prev ?? '').split('.');
      if (way !== (next === undefined ? 'before' : 'after') || !/^\d+$/.test(number ?? '') || feed !== mark(id))
        return c.text('cursor', 400);
      seen = Number(number);
      if (options.carries) {
        const carried = filterIn(rest ?? '');
        if (!carried) return c.text('cursor', 400);
        filter = carried;
      }
      if (broken === 'filter-lost-each-second-page' && seen % 2 === 0) filter = { sortDirection: filter.sortDirection };
    }
    const { status, sortBy, sortDirection } = filter;
    if (status !== undefined && status !== 'succeeded' && status !== 'failed') return c.text('status', 422);
    if (sortBy !== undefined && !options.fields.includes(sortBy)) return c.text('sortBy', 422);
    const desc = (sortDirection ?? options.order) === 'desc';
    const [from, to] = [filter.from, filter.to].map((given) => (given === undefined ? undefined : moment(given)));
    for (const [given, understood] of [
      [filter.from, from],
      [filter.to, to],
    ] as const)
      if (
        given !== undefined &&
        (understood === undefined || Number.isNaN(understood)) &&
        options.otherTime === 'refused'
      )
        return c.text('time', 400);
    const within = (row: Row) => {
      const lower = from === undefined || Number.isNaN(from) || row.at >= from;
      const upper = to === undefined || Number.isNaN(to) || (options.upper === 'included' ? row.at <= to : row.at < to);
      if (broken === 'range-one-bound-only' && from !== undefined && to !== undefined) return lower;
      if (broken === 'range-swapped')
        return from !== undefined && to !== undefined
          ? lower && upper
          : from !== undefined
            ? row.at < from
            : to !== undefined
              ? row.at >= to
              : true;
      return lower && upper;
    };
    const matching = held.filter((row) => (status === undefined || row.status === status) && within(row));
    const line = desc ? matching.toReversed() : matching;
    const place = seen === undefined ? -1 : line.findIndex((row) => (desc ? row.n <= seen! : row.n >= seen!));
    let rows: Row[];
    // The entry that was seen last may have left: what follows it, or precedes it, has not changed place.
    const beyond = place === -1 && seen !== undefined ? line.length : place;
    const exact = line[beyond]?.n === seen;
    if (seen === undefined) rows = line.slice(0, options.pageSize);
    else if (next !== undefined) rows = line.slice(beyond + (exact ? 1 : 0)).slice(0, options.pageSize);
    else rows = line.slice(0, beyond).slice(-options.pageSize);
    const first = rows[0];
    const last = rows.at(-1);
    const kept = options.carries ? Buffer.from(JSON.stringify(filter)).toString('base64url') : '';
    const cursorTo = (way: string, row: Row) => `${way}.${row.n}.${mark(id)}.${kept}`;
    const more = last !== undefined && last !== line.at(-1);
    const less = first !== undefined && first !== line[0];
    const isLive = feeds.some((feed) => feed.id === id && feed.everyMs !== undefined);
    if (broken === 'failed-read-removes' && isLive && status === 'failed' && sortBy === undefined && !more)
      held.splice(held.indexOf(line[Math.floor(line.length / 2)]!), 1);
    const body = {
      data: rows.map((row) => row.item),
      cursor: {
        totalItems:
          broken === 'total-of-feed-start'
            ? line.filter((row) => row.n < 20).length
            : broken === 'total-plus-one'
              ? line.length + 1
              : line.length,
        next:
          broken === 'next-prev-swapped'
            ? less
              ? cursorTo('after', last!)
              : options.ends.next
            : more
              ? cursorTo('after', last)
              : options.ends.next,
        prev:
          broken === 'prev-from-last-item' && less
            ? cursorTo('before', last!)
            : less
              ? cursorTo('before', first)
              : options.ends.prev,
      },
      webhook: id,
    };
    return reply(c, options.statuses.logs, body);
  };

  const mark = (id: string) => Buffer.from(id).toString('hex');

  function reply(c: Context, status: number, body: unknown): Response {
    const text = `${JSON.stringify(body, null, options.pretty ? 2 : 0)}${options.pretty ? '\n' : ''}`;
    const headers = new Headers({
      'Content-Type':
        broken === 'type-json-api' ? 'application/vnd.api+json' : broken === 'no-type' ? '' : options.contentType,
    });
    if (broken === 'no-type' && c.req.method === 'GET') headers.delete('Content-Type');
    else if (broken === 'no-type') headers.set('Content-Type', options.contentType);
    if (options.encoding) headers.set('Content-Encoding', options.encoding);
    const octets =
      options.encoding === 'br'
        ? brotliCompressSync(text)
        : options.encoding === 'deflate'
          ? deflateSync(text)
          : Buffer.from(text);
    return new Response(new Uint8Array(octets), { status, headers });
  }

  const app = new Hono().basePath(options.prefix || '/');
  app.use('*', async (c, next) => {
    const given = c.req.header('authorization') ?? '';
    const token = /^bearer +([^ ]+)$/i.exec(given)?.[1];
    if (token === options.token) return next();
    if (broken === 'double-scheme' && given.endsWith(options.token)) return next();
    if (broken === 'star-token' && token === '*') return next();
    if (broken === 'no-auth-on-create' && c.req.path.includes('calendars')) return next();
    if (broken === 'long-token-passes' && (token?.length ?? 0) > 4000) return next();
    if (broken === 'digits-passes' && /^\d+$/.test(token ?? '')) return next();
    return new Response(null, { status: options.refusal, headers: { 'WWW-Authenticate': 'Bearer realm="feed"' } });
  });
  const fields = async (c: Context): Promise<Record<string, unknown> | undefined> => {
    try {
      const body: unknown = JSON.parse(await c.req.text());
      return typeof body === 'object' && body !== null && !Array.isArray(body)
        ? (body as Record<string, unknown>)
        : undefined;
    } catch {
      return broken === 'prose-is-fine'
        ? { email: `${Math.random()}@x.org`, firstName: 'x', lastName: 'y', password: 'z' }
        : undefined;
    }
  };
  app.post('/v2/auth/register', async (c) => {
    const body = await fields(c);
    const email = body?.['email'];
    if (typeof email !== 'string' || !/^[^@]+@[^@]+$/.test(email)) return c.text('email', 400);
    const max = 10 ** options.codes.digits;
    const code = String(Math.floor(Math.random() * max)).padStart(options.codes.digits, '0');
    const name = broken === 'email-lowered-once' ? email : email.trim();
    if (accounts[name]?.verified) return c.text('taken', 409);
    accounts[name] = { code, wrong: 0, verified: false };
    mailbox.deliver(broken === 'mail-to-previous' ? (Object.keys(accounts).at(-2) ?? email) : email, code);
    if (broken === 'register-parallel-loses')
      setTimeout(() => {
        if (Object.keys(accounts).length % 4 === 0) delete accounts[name];
      }, 1);
    return reply(c, options.statuses.register, {});
  });
  app.post('/v2/auth/verify-user', async (c) => {
    const body = await fields(c);
    const { email, code } = body ?? {};
    if (typeof email !== 'string' || typeof code !== 'number') return c.text('fields', 400);
    const account = accounts[broken === 'email-lowered-once' ? email.toLowerCase() : email.trim()];
    if (!account || account.wrong >= options.codes.wrongUntilNew) return c.text('no', 403);
    const right = broken === 'code-text-compare' ? account.code === String(code) : Number(account.code) === code;
    if (broken === 'verify-always' || right) {
      account.verified = true;
      return reply(c, options.statuses.verify, broken === 'verify-null' ? null : {});
    }
    account.wrong++;
    return c.text('no', 403);
  });
  app.post('/v2/calendars/common-events', async (c) => {
    const body = await fields(c);
    const [limit, people, calendars] = [body?.['limit'], body?.['profileIds'], body?.['calendarIds']];
    if (typeof limit !== 'number' || !Array.isArray(people) || !Array.isArray(calendars)) return c.text('fields', 400);
    if (broken === 'create-crashes-many' && people.length > 200) return c.text('RangeError: too many parameters', 500);
    const data = calendars
      .slice(0, Math.max(1, Math.min(limit, 200)))
      .map((id) => `event in ${typeof id === 'string' ? id : '?'}`);
    const cursor =
      broken === 'create-cursor-array'
        ? []
        : { totalItems: calendars.length, next: options.ends.next, prev: options.ends.prev };
    return reply(c, options.statuses.create, { data: broken === 'create-data-missing' ? undefined : data, cursor });
  });
  app.get('/v2/webhooks/:id/logs/search', page);
  app.onError((error, c) => c.text(error.message, 500));

  const listener = await listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }), options.network);
  return {
    baseUrl: listener.origin + options.prefix,
    settings: settingsFor({
      baseUrl: listener.origin + options.prefix,
      tokens: { valid: options.token },
      webhooks: options.logs.map((log) => log.id),
      verificationCode: { url: mailbox.url, waitMs: 3000 },
      ...options.settings,
    }),
    requests: () => listener.requests,
    close: async () => {
      await Promise.all([listener.close(), mailbox.close()]);
    },
  };
}
