/**
 * A second make on node:http, in the manner of a lenient scripting back end. Cursors say a place in the result and no
 * more: the query has to be repeated beside them. Unknown things are ignored, wrong types are coerced.
 */
import { createHash, randomInt } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Entry, type HistoryShape, history } from '../support/history.ts';
import { listen, type Network, readBody } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget, TargetSettings } from '../support/target.ts';
import { fieldsOf, like, plain, unescaped, written } from './plain-offset-text.ts';

export interface OffsetOptions {
  readonly logs: readonly { readonly id: string; readonly shape: HistoryShape }[];
  readonly perPage: number;
  readonly token: string;
  readonly status: number;
  readonly refuse: { readonly status: number; readonly as: 'text' | 'html' | 'empty' | 'redirect' };
  /** The end of a log; `full` gives a next after every full page, so that the end may be an empty page. */
  readonly end: { readonly as: null | '' | undefined; readonly full: boolean };
  /** Page one's prev: a value, or a cursor that leads to an empty page. */
  readonly firstPrev: null | '' | undefined | 'cursor';
  /** A cursor beside another query than its own: 400, or that place in the other query. */
  readonly otherQuery: 'refused' | 'followed';
  /** Octets that a cursor is padded to. */
  readonly cursorOctets?: number;
  readonly time: 'ignored' | 'date' | 'seconds';
  readonly order: 'time' | 'item';
  readonly dir: 'asc' | 'desc';
  readonly body: 'plain' | 'gzip' | 'br' | 'padded';
  readonly contentType: string;
  readonly extras: boolean;
  readonly code: { readonly fixed?: string; readonly lockAfter?: number; readonly throttleAfter?: number };
  readonly unknownWebhook: 'empty' | number;
  readonly network?: Network;
  readonly settings?: { readonly run?: TargetSettings['run']; readonly register?: { readonly email: string } };
}

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
type Fields = Record<string, unknown>;

const failed = (status: number, why: string): Answer => ({ status, body: { message: why } });

export async function start(options: OffsetOptions, broken?: string): Promise<RunningTarget> {
  const mailbox = await openMailbox();
  const logs = Object.fromEntries(options.logs.map(({ id, shape }) => [id, history(shape)]));
  const users: { email: string; code: string; wrong: number }[] = [];
  const wrongOfClient = { count: 0, until: 0 };
  let polls = 0;

  /** The `from` or `to` of a query in ms; undefined if it is not given or not understood. */
  function bound(value: string | null, end: boolean): number | undefined | 'bad' {
    if (!value || options.time === 'ignored') return undefined;
    if (options.time === 'seconds')
      return /^\d{1,11}$/.test(value) ? Number(value) * 1000 + (end ? 999 : 0) : undefined;
    if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'bad';
    const midnight = Date.parse(`${value}T00:00:00Z`);
    return Number.isNaN(midnight) ? 'bad' : end ? midnight + 86_399_999 : midnight;
  }

  function logsSearch(id: string, params: URLSearchParams): Answer {
    let log = Object.hasOwn(logs, id) ? logs[id] : undefined;
    if (broken === 'wildcard-webhook') log ??= Object.entries(logs).find(([known]) => like(id, known))?.[1];
    if (broken === 'prefix-webhook')
      log ??= Object.entries(logs).find(([known]) => id !== '' && known.startsWith(id))?.[1];
    if (broken === 'webhook-of-32-bits' && /^\d+$/.test(id)) log ??= logs[String(BigInt(id) % 2n ** 32n)];
    if (!log && options.unknownWebhook !== 'empty') return failed(options.unknownWebhook, 'unknown webhook');
    const from = bound(params.get('from'), false);
    const to = bound(params.get('to'), true);
    if (from === 'bad' || to === 'bad') return failed(400, 'dates are YYYY-MM-DD');
    const status = params.get('status');
    let dir =
      params.get('sortDirection') === 'asc'
        ? 1
        : params.get('sortDirection') === 'desc'
          ? -1
          : options.dir === 'asc'
            ? 1
            : -1;
    const byStatus = params.get('sortBy') === 'status';
    const key = (e: Entry) => (byStatus ? e.status : options.order === 'item' ? e.item : e.at);
    let rows = (log ?? []).slice();
    if (status === 'succeeded' || status === 'failed') {
      if (
        !(broken === 'status-ignored') &&
        !(broken === 'status-only-first-page' && (params.has('next') || params.has('prev')))
      )
        rows = rows.filter((e) => e.status === status);
    }
    if (from !== undefined && !(broken === 'from-needs-to' && to === undefined))
      rows = rows.filter((e) => e.at >= from);
    if (to !== undefined) rows = rows.filter((e) => e.at <= to);
    const isTurned =
      broken === 'prev-ignores-direction-by-name' && params.has('prev') && params.get('sortBy') === 'createdAt';
    if (isTurned) dir = options.dir === 'asc' ? 1 : -1;
    // The number decides between ties, rising whatever the direction.
    rows.sort((a, b) =>
      key(a) < key(b) ? -dir : key(a) > key(b) ? dir : broken === 'unstable-ties' ? Math.random() - 0.5 : a.seq - b.seq,
    );
    const query = createHash('md5')
      .update(JSON.stringify(['status', 'from', 'to', 'sortBy', 'sortDirection'].map((n) => params.get(n))))
      .digest('hex');

    const cursor = params.get('next') || params.get('prev');
    let offset = 0;
    if (cursor) {
      const [place, owner, hash] = Buffer.from(cursor, 'base64').toString().split(' ');
      if (!/^-?\d+$/.test(place ?? '') || owner !== encodeURIComponent(id)) return failed(400, 'cursor');
      if (options.otherQuery === 'refused' && hash !== query) return failed(400, 'the cursor is of another query');
      offset = Number(place);
    }
    const n = options.perPage;
    let data = offset < 0 ? [] : rows.slice(offset, offset + n).map((e) => e.item);
    if (broken === 'first-item-of-page-lost' && offset >= n) data = data.slice(1);
    if (broken === 'page-overlaps' && offset >= n) data = rows.slice(offset - 1, offset + n).map((e) => e.item);
    if (broken === 'search-eats-log' && log && offset + n >= rows.length && rows.length > n) log.shift();
    const step = (place: number) => written(`${place} ${encodeURIComponent(id)} ${query}`, options.cursorOctets ?? 0);
    let more = options.end.full ? data.length === n || offset < 0 : offset + n < rows.length;
    if (broken === 'stops-before-short-page' && offset + 2 * n > rows.length) more = false;
    const back =
      offset >= n
        ? step(offset - n)
        : offset === 0 && options.firstPrev === 'cursor'
          ? step(-n)
          : offset < 0 || options.firstPrev === 'cursor'
            ? undefined
            : options.firstPrev;
    const prev =
      broken === 'prev-is-first' && offset >= n
        ? step(0)
        : broken === 'prev-is-self' && offset >= 2 * n
          ? step(offset)
          : broken === 'prev-by-own-length' && offset >= n
            ? step(offset - data.length)
            : back;
    const total =
      broken === 'total-capped'
        ? Math.min(rows.length, 25)
        : broken === 'total-shrinks'
          ? rows.length - Math.max(0, offset)
          : rows.length;
    return {
      status: options.status,
      body: {
        ...(options.extras ? { object: 'page', took: 1 } : {}),
        data: broken === 'items-are-objects' ? data.map((id) => ({ id })) : data,
        cursor: {
          next: more ? step(Math.max(0, offset + n)) : options.end.as,
          prev,
          totalItems: broken === 'total-is-text' ? String(total) : total,
          ...(options.extras ? { pageSize: n, hasMore: more } : {}),
        },
      },
    };
  }

  function register(fields: Fields): Answer {
    const email = plain(fields['email']);
    if (!email.includes('@')) return failed(422, 'email?');
    const code = options.code.fixed ?? String(randomInt(100_000, 1_000_000));
    const known = users.find((u) => u.email === email);
    if (!known) users.push({ email, code, wrong: 0 });
    if (broken === 'new-code-replaces-last-users') {
      const last = users.at(-2);
      if (last && users.length % 3 === 0) last.code = code;
    }
    mailbox.deliver(email, known?.code ?? code);
    if (broken === 'astral-names' && /[\u{10000}-\u{10ffff}]/u.test(JSON.stringify(fields)))
      return failed(500, 'Incorrect string value');
    return { status: options.status, body: broken === 'register-says-ok' ? { ok: true } : {} };
  }

  function verify(fields: Fields): Answer {
    if (Date.now() < wrongOfClient.until) return { ...failed(429, 'slow down'), headers: { 'Retry-After': '1' } };
    const code = Number(plain(fields['code']) || Number.NaN);
    const named = users.find((u) => u.email === fields['email']);
    if (broken === 'missing-code-passes' && fields['code'] == null && named) {
      named.code = 'used';
      return { status: options.status, body: {} };
    }
    if (
      broken === 'unknown-email-passes' &&
      users.some((u) => Number(u.code) === code) &&
      !users.some((u) => u.email === fields['email'])
    )
      return { status: options.status, body: {} };
    const user = users.find((u) =>
      broken === 'email-like' ? like(plain(fields['email']), u.email) : u.email === fields['email'],
    );
    const right =
      user &&
      (Number(user.code) === code || (broken === 'code-prefix' && code > 9 && user.code.startsWith(String(code))));
    if (user && options.code.lockAfter !== undefined && user.wrong >= options.code.lockAfter)
      return failed(423, 'locked');
    if (right) return { status: options.status, body: {} };
    if (user) user.wrong++;
    if (options.code.throttleAfter !== undefined && ++wrongOfClient.count % options.code.throttleAfter === 0)
      wrongOfClient.until = Date.now() + 900;
    return failed(403, 'no');
  }

  function create(fields: Fields): Answer {
    const list = (value: unknown) => (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(plain);
    if (broken === 'one-id-only' && list(fields['profileIds']).length > 1) return failed(400, 'one profile at a time');
    const pairs = list(fields['profileIds'])
      .flatMap((p) =>
        list(fields['calendarIds'])
          .map((c) => `${p}/${c}`)
          .slice(0, 9),
      )
      .slice(0, 5000);
    const limit = Math.min(Math.max(Math.trunc(Number(plain(fields['limit']))) || 20, 1), 50);
    const data = broken === 'limit-off-by-one' ? pairs.slice(0, limit + 1) : pairs.slice(0, limit);
    return {
      status: options.status,
      body: {
        data,
        cursor: {
          totalItems: broken === 'create-counts-distinct' ? new Set(pairs.map((p) => p[0])).size - 1 : pairs.length,
          next: data.length < pairs.length ? written(String(data.length), 0) : options.end.as,
        },
      },
    };
  }

  const { origin, requests, close } = await listen(async (req, res) => {
    const raw = await readBody(req);
    // Any case of the scheme, and any run of blanks after it.
    const [scheme, token, ...rest] = (req.headers.authorization ?? '').trim().split(/\s+/);
    const [path = '', search] = (req.url ?? '').split('?', 2);
    const parts = path.split('/').slice(1);
    const isPastGuard =
      path.endsWith('/') &&
      (broken === 'open-by-trailing-slash' || (broken === 'verify-open-by-trailing-slash' && path.includes('verify')));
    const call = `${req.method} ${isPastGuard ? path.slice(0, -1) : path}`;
    let good = scheme?.toLowerCase() === 'bearer' && token === options.token && rest.length === 0;
    if (broken === 'no-header-passes-verify')
      good ||= path.endsWith('verify-user') && req.headers.authorization === undefined;
    good ||= isPastGuard;
    if (broken === 'token-case') good ||= token?.toLowerCase() === options.token.toLowerCase();
    if (broken === 'effect-before-refusal' && !good && call === 'POST /v2/auth/register') register(fieldsOf(raw) ?? {});
    if (broken === 'remembers-connection') {
      const socket = req.socket as typeof req.socket & { trusted?: boolean };
      if (good) socket.trusted = true;
      good ||= socket.trusted === true;
    }
    let answer: Answer;
    if (!good) {
      const { status, as } = options.refuse;
      if (as === 'empty') res.writeHead(status).end();
      else if (as === 'redirect') res.writeHead(status, { Location: '/login' }).end();
      else if (as === 'text') res.writeHead(status, { 'Content-Type': 'text/plain' }).end('who are you?');
      else res.writeHead(status, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>');
      return;
    }
    if (req.method === 'OPTIONS') answer = { status: 200, body: undefined, headers: { Allow: 'GET, POST, OPTIONS' } };
    else if (
      parts[0] === 'v2' &&
      parts[1] === 'webhooks' &&
      parts[3] === 'logs' &&
      parts[4] === 'search' &&
      parts.length <= (broken === 'open-by-trailing-slash' ? 6 : 5)
    )
      answer =
        req.method === 'GET' || req.method === 'HEAD'
          ? logsSearch(unescaped(parts[2] ?? ''), new URLSearchParams(search))
          : failed(405, 'GET');
    else {
      const operation = {
        'POST /v2/auth/register': register,
        'POST /v2/auth/verify-user': verify,
        'POST /v2/calendars/common-events': create,
      }[call];
      const fields = fieldsOf(raw);
      answer = !operation ? failed(404, 'nothing here') : !fields ? failed(400, 'JSON, please') : operation(fields);
    }
    if (broken === 'fails-under-load' && ++polls % 40 === 0) answer = failed(500, 'pool exhausted');
    const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
    const padded = broken === 'two-texts' ? `${text}${text}` : options.body === 'padded' ? `\r\n\t ${text} \n\n` : text;
    const octets =
      options.body === 'gzip'
        ? gzipSync(padded)
        : options.body === 'br'
          ? brotliCompressSync(padded)
          : Buffer.from(padded);
    res.writeHead(answer.status, {
      ...answer.headers,
      'Content-Type':
        broken === 'last-page-untyped' && /"hasMore":false|"next":(null|"")/.test(text)
          ? 'application/octet-stream'
          : options.contentType,
      ...(options.body === 'gzip' || options.body === 'br'
        ? { 'Content-Encoding': options.body }
        : { 'Content-Length': octets.length }),
    });
    res.end(octets);
  }, options.network);

  return {
    baseUrl: origin,
    settings: settingsFor({
      baseUrl: origin,
      tokens: { valid: options.token },
      webhooks: options.logs.map((log) => log.id),
      verificationCode:
        options.code.fixed === undefined
          ? { mailpit: mailbox.mailpit, waitMs: 4000 }
          : { value: options.code.fixed, waitMs: 1000 },
      ...options.settings,
    }),
    requests: () => requests,
    close: async () => {
      await Promise.all([close(), mailbox.close()]);
    },
  };
}
