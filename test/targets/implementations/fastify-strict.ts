/**
 * A make on fastify: every input has a closed schema, and what does not fit is 400. Cursors are page numbers with the
 * query beside them, in base64url; parameters beside a cursor have to be the same ones.
 */
import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import Fastify, { type FastifyReply } from 'fastify';
import { type Entry, type HistoryShape, history } from '../support/history.ts';
import { listen, type Network } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget, TargetSettings } from '../support/target.ts';

export interface StrictOptions {
  readonly logs: readonly { readonly id: string; readonly shape: HistoryShape }[];
  readonly pageSize: number;
  readonly token: string;
  readonly created: number;
  readonly ok: number;
  readonly end: null | '' | undefined;
  readonly time: 'seconds' | 'rfc3339-or-date' | 'none';
  readonly bounds: '[]' | '[)' | '(]' | '()';
  readonly sortFields: readonly ('createdAt' | 'status' | 'id')[];
  /** The sort of a query that names none. */
  readonly defaultSort: 'createdAt' | 'status';
  readonly defaultDirection: 'asc' | 'desc';
  readonly code: { readonly digits: number; readonly lockAfter: number };
  readonly errors: 'problem' | 'text' | 'empty';
  /** Answers in chunks, without a Content-Length. */
  readonly chunked: boolean;
  readonly maxUrl: number;
  readonly network?: Network;
  readonly register?: Partial<TargetSettings['fixtures']['register']>;
}

interface Search {
  next?: string;
  prev?: string;
  sortBy?: string;
  sortDirection?: 'asc' | 'desc';
  from?: string;
  to?: string;
  status?: 'succeeded' | 'failed';
}

const text = (maxLength: number, more: object = {}) => ({ type: 'string', minLength: 1, maxLength, ...more });
const closed = (properties: object, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

export async function start(options: StrictOptions, broken?: string): Promise<RunningTarget> {
  const mailbox = await openMailbox();
  const logs = new Map(options.logs.map(({ id, shape }) => [id, history(shape)]));
  const users = new Map<string, { code: number; state: 'pending' | 'verified'; wrong: number }>();
  let inFlight = 0;

  const app = Fastify({
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 200 },
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false } },
  });

  app.addHook('onRequest', async (request, reply) => {
    if (request.url.length > options.maxUrl) return fail(reply, 414, 'the address is too long');
    const given = request.headers.authorization;
    const expected = `Bearer ${options.token}`;
    let admitted = given === expected;
    if (broken === 'token-trimmed-to-32') admitted = given?.slice(0, 39) === expected.slice(0, 39);
    if (broken === 'token-last-char')
      admitted = given?.slice(0, -1) === expected.slice(0, -1) && given.length === expected.length;
    if (broken === 'jwt-unverified') admitted ||= /^Bearer [\w-]+\.[\w-]+\.[\w-]*$/.test(given ?? '');
    if (broken === 'empty-token-register')
      admitted ||= request.url.includes('register') && /^Bearer ?$/.test(given ?? '');
    if (broken === 'prev-needs-no-token') admitted ||= /[?&]prev=/.test(request.url);
    if (broken === 'null-token') admitted ||= given === 'Bearer null' || given === 'Bearer undefined';
    if (broken === 'basic-is-fine') admitted ||= given?.startsWith('Basic ') === true;
    if (!admitted) {
      reply.header('WWW-Authenticate', given ? 'Bearer error="invalid_token"' : 'Bearer');
      return fail(reply, broken === 'refusal-is-200' ? 200 : 401, 'unauthorized');
    }
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    fail(reply, error.statusCode ?? 500, error.message),
  );
  app.setNotFoundHandler((_request, reply) => fail(reply, 404, 'not found'));

  const fail = (reply: FastifyReply, status: number, title: string) => {
    if (options.errors === 'empty') return reply.code(status).send();
    if (options.errors === 'text') return reply.code(status).type('text/plain; charset=utf-8').send(title);
    return reply
      .code(status)
      .type('application/problem+json')
      .send(JSON.stringify({ type: 'about:blank', title, status }));
  };
  const answer = (reply: FastifyReply, status: number, body: unknown) => {
    const json = JSON.stringify(body);
    reply
      .code(status)
      .header('Content-Type', broken === 'utf16' ? 'application/json; charset=utf-16' : 'application/json');
    if (broken === 'utf16') return reply.send(Buffer.from(`\uFEFF${json}`, 'utf16le'));
    if (broken === 'byte-order-mark') return reply.send(`\uFEFF${json}`);
    if (broken === 'latin1') return reply.send(Buffer.from(json, 'latin1'));
    return reply.send(options.chunked ? Readable.from([json.slice(0, 1), json.slice(1)]) : json);
  };

  const person = closed(
    {
      firstName: text(50),
      lastName: text(50),
      email: text(254, { pattern: "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$" }),
      password: text(72, { minLength: 12, pattern: '(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])' }),
    },
    ['firstName', 'lastName', 'email', 'password'],
  );
  app.post<{ Body: { email: string; firstName: string } }>(
    '/v2/auth/register',
    { schema: { body: person } },
    async (request, reply) => {
      const email = request.body.email.toLowerCase();
      if (users.has(email)) return fail(reply, 409, 'taken');
      if (broken === 'slow-race') {
        if (inFlight++ > 3) {
          inFlight = 0;
          return fail(reply, 500, 'deadlock');
        }
        await new Promise((resolve) => setTimeout(resolve, 15));
        inFlight = Math.max(0, inFlight - 1);
      }
      const code = randomInt(0, 10 ** options.code.digits);
      users.set(email, { code, state: 'pending', wrong: 0 });
      mailbox.deliver(request.body.email, String(code).padStart(options.code.digits, '0'));
      return answer(reply, options.created, broken === 'register-empty-array' ? [] : {});
    },
  );

  const proof = closed({ email: text(254), code: { type: 'integer', minimum: 0, maximum: 999_999_999 } }, [
    'email',
    'code',
  ]);
  app.post<{ Body: { email: string; code: number } }>(
    '/v2/auth/verify-user',
    { schema: { body: proof } },
    async (request, reply) => {
      const { email, code } = request.body;
      const user = users.get(email.toLowerCase());
      if (!user)
        return broken === 'unknown-user-crashes'
          ? fail(reply, 500, 'cannot read properties of undefined')
          : fail(reply, 404, 'no such user');
      if (user.wrong >= options.code.lockAfter) return fail(reply, 423, 'locked');
      const same =
        broken === 'code-mod-256'
          ? user.code % 256 === code % 256
          : broken === 'last-digits'
            ? user.code % 1000 === code % 1000
            : user.code === code;
      if (!same || user.state === 'verified') {
        user.wrong++;
        if (broken === 'second-wrong-passes' && user.wrong === 2) return answer(reply, options.ok, {});
        return fail(reply, 400, 'wrong code');
      }
      user.state = 'verified';
      return answer(reply, options.ok, broken === 'verify-returns-token' ? { token: 'x' } : {});
    },
  );

  const ids = { type: 'array', minItems: 1, maxItems: 100, items: text(64) };
  const event = closed({ limit: { type: 'integer', minimum: 1, maximum: 100 }, profileIds: ids, calendarIds: ids }, [
    'limit',
    'profileIds',
    'calendarIds',
  ]);
  app.post<{ Body: { limit: number; profileIds: string[] } }>(
    '/v2/calendars/common-events',
    { schema: { body: event } },
    async (request, reply) => {
      const { limit, profileIds } = request.body;
      const made = [...new Set(profileIds)].map((id) => JSON.stringify({ profile: id, name: 'Common event ☕' }));
      const data = made.slice(0, limit);
      const totalItems = broken === 'create-total-float' ? made.length + 0.5 : made.length;
      return answer(reply, options.created, { data, cursor: { next: options.end, prev: options.end, totalItems } });
    },
  );

  const instant = (value: string | undefined): number | undefined => {
    if (value === undefined) return undefined;
    if (options.time === 'seconds') return Number(value) * 1000;
    const at = Date.parse(value.length === 10 ? `${value}T00:00:00Z` : value);
    if (Number.isNaN(at)) throw Object.assign(new Error('not a time'), { statusCode: 400 });
    // Day and month the wrong way round, wherever that gives a date.
    const swapped = Date.parse(value.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1-$3-$2'));
    return broken === 'day-and-month-swapped' && !Number.isNaN(swapped) ? swapped : at;
  };
  const timeText =
    options.time === 'none'
      ? { type: 'string' }
      : options.time === 'seconds'
        ? { type: 'string', pattern: '^[0-9]{9,10}$' }
        : {
            type: 'string',
            pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?(Z|[+-]\\d\\d:\\d\\d))?$',
          };
  const cursor = { type: 'string', minLength: 1, maxLength: 4000 };
  const search: Record<string, unknown> = closed(
    {
      next: cursor,
      prev: cursor,
      sortBy: { type: 'string', enum: options.sortFields },
      sortDirection: { type: 'string', enum: broken === 'upper-case-direction' ? ['ASC', 'DESC'] : ['asc', 'desc'] },
      from: timeText,
      to: timeText,
      status: {
        type: 'string',
        enum: broken === 'success-not-succeeded' ? ['success', 'failed'] : ['succeeded', 'failed'],
      },
    },
    [],
  );
  if (broken === 'direction-needs-sort') search['dependencies'] = { sortDirection: ['sortBy'] };
  app.get<{ Params: { id: string }; Querystring: Search }>(
    '/v2/webhooks/:id/logs/search',
    { schema: { querystring: search } },
    async (request, reply) => {
      const { next, prev, ...own } = request.query;
      const log =
        logs.get(
          broken === 'id-case-folded'
            ? (options.logs.find((l) => l.id.toLowerCase() === request.params.id.toLowerCase())?.id ?? '')
            : request.params.id,
        ) ?? (broken === 'unknown-is-first' ? logs.get(options.logs[0]!.id) : undefined);
      if (!log) return fail(reply, 403, 'not your webhook');
      if (next && prev) return fail(reply, 400, 'next or prev');
      let page = 0;
      let query: Search = own;
      const given = next ?? prev;
      if (given) {
        const held = held_(given);
        if (!held || (held.id !== request.params.id && broken !== 'cursor-any-webhook'))
          return fail(reply, 400, 'cursor');
        const same = (name: keyof Search) =>
          own[name as keyof typeof own] === undefined || own[name as keyof typeof own] === held.query[name];
        if (!(Object.keys(own) as (keyof Search)[]).every(same))
          return fail(reply, 400, 'the cursor has another query');
        page = held.page;
        query = held.query;
        if (broken === 'filters-lost-third-page' && page >= 2) query = {};
      }
      const rows = result(log, query);
      const n = options.pageSize;
      let data = rows.slice(page * n, page * n + n);
      const pages = Math.ceil(rows.length / n);
      if (broken === 'page-3-repeats' && page === 2) data = rows.slice(n, 2 * n);
      if (broken === 'duplicates-removed') data = data.filter((e, i) => data.findIndex((o) => o.at === e.at) === i);
      const at = (number: number) =>
        Buffer.from(JSON.stringify({ id: request.params.id, page: number, query })).toString('base64url');
      const more =
        broken === 'next-when-full' ? false : page + 1 < pages && !(broken === 'at-most-two-pages' && page >= 1);
      const totalItems =
        broken === 'total-is-pages'
          ? pages
          : broken === 'total-null-when-empty' && rows.length === 0
            ? null
            : broken === 'total-changes'
              ? rows.length + (page > 1 ? 1 : 0)
              : rows.length;
      return answer(reply, options.ok, {
        data: broken === 'empty-data-null' && data.length === 0 ? null : data.map((entry) => entry.item),
        cursor: {
          next: more ? at(page + 1) : options.end,
          prev: page > 0 ? at(broken === 'prev-two-back' ? Math.max(0, page - 2) : page - 1) : options.end,
          totalItems,
        },
      });
    },
  );

  const held_ = (cursor: string): { id: string; page: number; query: Search } | undefined => {
    try {
      const held = JSON.parse(Buffer.from(cursor, 'base64url').toString());
      return Number.isSafeInteger(held.page) && held.page >= 0 && typeof held.query === 'object' ? held : undefined;
    } catch {
      return undefined;
    }
  };

  const result = (log: readonly Entry[], query: Search): Entry[] => {
    const [from, to] = options.time === 'none' ? [] : [instant(query.from), instant(query.to)];
    const found = log.filter(
      (entry) =>
        (query.status === undefined || entry.status === query.status) &&
        (from === undefined ||
          (broken === 'from-only-with-to' && to === undefined) ||
          (options.bounds[0] === '[' ? entry.at >= from : entry.at > from)) &&
        (to === undefined ||
          (broken === 'to-only-with-from' && from === undefined) ||
          (options.bounds[1] === ']' ? entry.at <= to : entry.at < to)),
    );
    const isByTime = broken === 'sort-lost-with-status' && query.status !== undefined;
    const field = (
      isByTime ? 'createdAt' : (query.sortBy ?? options.defaultSort)
    ) as StrictOptions['sortFields'][number];
    const key = (entry: Entry) => (field === 'createdAt' ? entry.at : field === 'status' ? entry.status : entry.item);
    const isLost =
      (broken === 'direction-lost-with-status' && query.sortBy === 'id' && query.status !== undefined) ||
      (broken === 'direction-lost-without-sort' && query.sortBy === undefined);
    const sign = ((isLost ? undefined : query.sortDirection) ?? options.defaultDirection) === 'asc' ? 1 : -1;
    // Ties are broken by the number, which turns round with the direction.
    const sorted = found.sort((a, b) => sign * (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.seq - b.seq));
    if (broken === 'inner-join' && query.sortBy === 'status') return sorted.filter((entry) => entry.seq % 17 !== 3);
    return sorted;
  };

  await app.ready();
  const { origin, requests, close } = await listen((req, res) => app.routing(req, res), options.network);
  return {
    baseUrl: origin,
    settings: settingsFor({
      baseUrl: origin,
      tokens: { valid: options.token },
      webhooks: options.logs.map((log) => log.id),
      verificationCode: { url: mailbox.url, waitMs: 3000 },
      ...(options.register ? { register: options.register } : {}),
    }),
    requests: () => requests,
    close: async () => {
      await Promise.all([close(), mailbox.close()]);
      await app.close();
    },
  };
}
