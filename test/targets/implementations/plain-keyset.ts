/**
 * A make on node:http alone. Cursors are keysets: they hold the sort value and number of the item they start from, with
 * the whole query, signed. Nothing of a walk is kept by the server.
 */
import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Entry, type HistoryShape, history } from '../support/history.ts';
import { listen, type Network, readBody } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget, TargetSettings } from '../support/target.ts';
import { decoded, parsed, Refusal, strings, text } from './plain-keyset-input.ts';

export interface KeysetOptions {
  readonly logs: readonly { readonly id: string; readonly shape: HistoryShape }[];
  readonly pageSize: number;
  readonly success: {
    readonly create: number;
    readonly register: number;
    readonly verify: number;
    readonly logs: number;
  };
  readonly refusal: 401 | 403;
  readonly end: null | '' | undefined;
  readonly firstPrev: null | '' | undefined;
  readonly order: 'asc' | 'desc';
  readonly bounds: '[]' | '[)' | '(]' | '()';
  /** `checked`: RFC 3339 or 400. `milliseconds`: any integer is taken for ms, however far away; other text is 400. */
  readonly time: 'checked' | 'milliseconds';
  /** What another sortBy than createdAt, status and id gets. */
  readonly otherSort: 'refused' | 'default';
  /** Parameters beside a cursor: ignored, or 400 whatever they say. */
  readonly beside: 'ignored' | 'refused';
  readonly code: {
    readonly digits: number;
    readonly lateMs?: number;
    readonly livesMs?: number;
    readonly reusable?: boolean;
  };
  readonly taken: 409 | 422 | 'hidden';
  readonly tokens?: TargetSettings['tokens'];
  readonly prefix?: string;
  readonly network?: Network;
  readonly settings?: { readonly run?: TargetSettings['run']; readonly limit?: number };
}

type Order = 'createdAt' | 'status' | 'id';
interface Query {
  status?: string;
  from?: number;
  to?: number;
  by: Order;
  dir: 'asc' | 'desc';
}
interface Place {
  w: string;
  q: Query;
  back: boolean;
  key: string | number;
  seq: number;
  page: number;
}

const keyOf = (entry: Entry, by: Order): string | number =>
  by === 'createdAt' ? entry.at : by === 'status' ? entry.status : entry.item;

export async function start(options: KeysetOptions, broken?: string): Promise<RunningTarget> {
  const secret = randomBytes(16);
  const tokens = options.tokens ?? { valid: randomBytes(20).toString('base64url') };
  const mailbox = await openMailbox();
  const logs = new Map(options.logs.map(({ id, shape }) => [id, history(shape)]));
  const users = new Map<string, { code: string; until: number; used: boolean }>();
  let lastQuery: Query | undefined;

  const sign = (place: Place) => {
    const text = Buffer.from(JSON.stringify(place)).toString('base64url');
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const opened = (cursor: string): Place => {
    const [text = '', mac] = cursor.split('.');
    if (createHmac('sha256', secret).update(text).digest('base64url') !== mac) throw new Refusal(400, 'bad cursor');
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Place;
  };

  const instant = (text: string | null): number | undefined => {
    if (text === null) return undefined;
    const parsed =
      options.time === 'milliseconds'
        ? /^-?\d{1,16}$/.test(text)
          ? Number(text)
          : Number.NaN
        : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)
          ? Date.parse(text)
          : Number.NaN;
    if (Number.isNaN(parsed)) throw new Refusal(400, 'from and to: not a time');
    return parsed;
  };

  const asked = (params: URLSearchParams): Query => {
    const status = params.get('status');
    if (status !== null && status !== 'succeeded' && status !== 'failed') throw new Refusal(400, 'status');
    const dir = params.get('sortDirection') ?? options.order;
    if (dir !== 'asc' && dir !== 'desc') throw new Refusal(400, 'sortDirection');
    let by = params.get('sortBy') ?? 'createdAt';
    if (by !== 'createdAt' && by !== 'status' && by !== 'id') {
      if (options.otherSort === 'refused') throw new Refusal(400, 'sortBy');
      by = 'createdAt';
    }
    const from = instant(params.get('from'));
    const to = instant(params.get('to'));
    return {
      by: by as Order,
      dir: broken === 'direction-ignored' ? options.order : dir,
      ...(status === null ? {} : { status }),
      ...(from === undefined || broken === 'from-ignored' ? {} : { from }),
      ...(to === undefined || broken === 'to-ignored' ? {} : { to }),
    };
  };

  const matches = (entry: Entry, q: Query) => {
    const isAfter = q.from === undefined || (options.bounds[0] === '[' ? entry.at >= q.from : entry.at > q.from);
    const isBefore = q.to === undefined || (options.bounds[1] === ']' ? entry.at <= q.to : entry.at < q.to);
    const after = q.from !== undefined && broken === 'from-turned' ? !isAfter : isAfter;
    const before = q.to !== undefined && broken === 'to-turned' ? !isBefore : isBefore;
    const inRange =
      broken === 'range-ored' && q.from !== undefined && q.to !== undefined ? after || before : after && before;
    if (broken === 'status-ignored-in-range' && (q.from ?? q.to) !== undefined) return inRange;
    const wanted =
      broken === 'status-swapped' && q.status ? (q.status === 'failed' ? 'succeeded' : 'failed') : q.status;
    return inRange && (wanted === undefined || entry.status === wanted);
  };

  const ordered = (entries: Entry[], q: Query) =>
    entries.toSorted((a, b) => compare([keyOf(a, q.by), a.seq], [keyOf(b, q.by), b.seq]) * (q.dir === 'asc' ? 1 : -1));

  const search = (webhookId: string, params: URLSearchParams) => {
    const cursor = params.get('next') ?? params.get('prev');
    const back = params.get('next') === null && cursor !== null;
    if (cursor !== null && options.beside === 'refused' && [...params.keys()].length > 1)
      throw new Refusal(400, 'a cursor stands alone');
    const place = cursor === null ? undefined : opened(cursor);
    if (place && place.back !== back) throw new Refusal(400, 'a cursor of the other direction');
    const log = logs.get(place && broken === 'cursor-names-the-webhook' ? place.w : webhookId);
    if (!log) throw new Refusal(404, 'no such webhook');
    if (place && place.w !== webhookId && broken !== 'cursor-names-the-webhook') throw new Refusal(400, 'bad cursor');
    let q = place?.q ?? asked(params);
    if (place && broken === 'status-lost-on-next' && !back) delete q.status;
    if (place && broken === 'range-lost-on-prev' && back)
      q = { by: q.by, dir: q.dir, ...(q.status ? { status: q.status } : {}) };
    if (broken === 'shared-query') {
      if (place) q = lastQuery ?? q;
      else lastQuery = q;
    }
    let all = ordered(
      log.filter((entry) => matches(entry, q)),
      q,
    );
    if (broken === 'sort-per-page' && q.dir !== options.order) all = ordered(all, { ...q, dir: options.order });
    const sign1 = q.dir === 'asc' ? 1 : -1;
    const flip = broken === 'sort-per-page' && q.dir !== options.order ? -sign1 : sign1;
    const side = (entry: Entry) => {
      if (!place) return 1;
      const c =
        broken === 'ties-dropped' || broken === 'ties-repeated'
          ? compare([keyOf(entry, q.by), 0], [place.key, 0]) * flip
          : compare([keyOf(entry, q.by), entry.seq], [place.key, place.seq]) * flip;
      return c === 0 && broken === 'ties-repeated' ? (back ? -1 : 1) : c;
    };
    const size = options.pageSize;
    let rows: Entry[];
    if (place && back && broken === 'prev-goes-forward') rows = all.filter((e) => side(e) > 0).slice(0, size);
    else if (place && back) {
      const before = all.filter((e) => side(e) < 0);
      rows = broken === 'prev-from-start' ? before.slice(0, size) : before.slice(-size);
      if (broken === 'prev-off-from-3' && place.page >= 3) rows = before.slice(-size - 1, -1);
    } else rows = all.filter((e) => side(e) > 0).slice(0, size);
    const page = place ? place.page + (back ? -1 : 1) : 1;
    const first = rows[0];
    const last = rows.at(-1);
    const at = (entry: Entry, towards: boolean): Place => ({
      w: webhookId,
      q,
      back: towards,
      key: keyOf(entry, q.by),
      seq: entry.seq,
      page,
    });
    const before = first ? all.indexOf(first) > 0 : false;
    let after = last ? all.indexOf(last) < all.length - 1 : false;
    if (broken === 'last-page-lost' && last && all.length - 1 - all.indexOf(last) < size) after = false;
    let data = rows.map((entry) => entry.item);
    if (broken === 'sort-per-page' && q.dir !== options.order) data = data.toReversed();
    return {
      data,
      cursor: {
        next:
          after && last
            ? sign(at(last, false))
            : broken === 'endless-next' && before && first
              ? sign(at(all[all.indexOf(first) - 1]!, false))
              : options.end,
        prev: before && first && (after || broken !== 'no-prev-on-last') ? sign(at(first, true)) : options.firstPrev,
        totalItems: broken === 'total-unfiltered' ? log.length : broken === 'total-is-page' ? rows.length : all.length,
      },
    };
  };

  const register = (body: Record<string, unknown>) => {
    const email = text(body, 'email').trim();
    for (const name of ['firstName', 'lastName', 'password']) text(body, name);
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Refusal(400, 'email');
    const key = email.toLowerCase();
    if (users.has(key)) {
      if (options.taken === 'hidden') return {};
      throw new Refusal(options.taken, 'e-mail taken');
    }
    const { digits, lateMs = 0, livesMs = Number.POSITIVE_INFINITY } = options.code;
    const code = String(randomInt(0, 10 ** digits)).padStart(digits, '0');
    users.set(key, { code, until: Date.now() + lateMs + livesMs, used: false });
    mailbox.deliver(email, code, lateMs);
    return broken === 'register-returns-user' ? { id: randomUUID() } : {};
  };

  const verify = (body: Record<string, unknown>) => {
    const code = body['code'];
    if (typeof code !== 'number' || !Number.isInteger(code)) throw new Refusal(400, 'code');
    const user = users.get(text(body, 'email').trim().toLowerCase());
    const right = (u: { code: string }) =>
      broken === 'code-mod-65536' ? (Number(u.code) - code) % 65_536 === 0 : Number(u.code) === code;
    if (broken === 'any-users-code' && user && [...users.values()].some(right)) return {};
    if (!user || user.used || Date.now() > user.until || !right(user)) {
      if (broken === 'code-as-text' && user && user.code === String(code)) return {};
      throw new Refusal(422, 'wrong code');
    }
    if (broken === 'code-as-text' && user.code !== String(code)) throw new Refusal(422, 'wrong code');
    user.used = !options.code.reusable;
    return {};
  };

  const create = (body: Record<string, unknown>) => {
    const { limit, profileIds, calendarIds } = body;
    if (!Number.isInteger(limit) || !strings(profileIds) || !strings(calendarIds)) throw new Refusal(400, 'body');
    const made = profileIds
      .slice(0, 1000)
      .flatMap((p) => calendarIds.slice(0, 20).map((c) => `${p}:${c}:${randomUUID()}`));
    const data = made.slice(0, Math.max(0, limit as number));
    return {
      data,
      cursor: {
        next: options.end,
        prev: options.firstPrev,
        totalItems: broken === 'create-total' ? data.length - 1 : made.length,
      },
    };
  };

  const admitted = (req: IncomingMessage): 'valid' | 'other' | undefined => {
    const given = req.headers.authorization ?? '';
    const scheme = given.slice(0, 7).toLowerCase();
    const token = given.slice(7);
    if (broken === 'any-bearer' && scheme === 'bearer ' && token.length > 0) return 'valid';
    if (broken === 'token-prefix' && token.length >= 8 && tokens.valid.startsWith(token)) return 'valid';
    if (broken === 'token-suffix-open' && token.startsWith(tokens.valid)) return 'valid';
    if (broken === 'cursor-needs-no-token' && /[?&](next|prev)=/.test(req.url ?? '')) return 'valid';
    if (broken === 'expired-accepted' && token === tokens.expired) return 'valid';
    if (scheme !== 'bearer ') return undefined;
    if (token === tokens.valid) return 'valid';
    return tokens.otherTenant !== undefined && token === tokens.otherTenant ? 'other' : undefined;
  };

  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await readBody(req);
    const url = req.url?.startsWith('/') ? new URL(`http://target${req.url}`) : undefined;
    if (!url) throw new Refusal(400, 'no path');
    const who = admitted(req);
    if (!who) {
      res.setHeader('WWW-Authenticate', 'Bearer realm="logs"');
      throw new Refusal(options.refusal, 'no valid token');
    }
    if (!url.pathname.startsWith(options.prefix ?? '')) throw new Refusal(404, 'no such path');
    const path = url.pathname.slice((options.prefix ?? '').length);
    const found = /^\/v2\/webhooks\/([^/]+)\/logs\/search$/.exec(path);
    if (found?.[1] !== undefined) {
      if (req.method !== 'GET') throw new Refusal(405, 'GET only');
      const id = decoded(found[1]);
      if (who === 'other' && broken !== 'tenant-ignored') throw new Refusal(404, 'no such webhook');
      return send(res, options.success.logs, search(id, url.searchParams));
    }
    const operations = {
      '/v2/auth/register': [register, options.success.register],
      '/v2/auth/verify-user': [verify, options.success.verify],
      '/v2/calendars/common-events': [create, options.success.create],
    } as const;
    const operation = operations[path as keyof typeof operations];
    if (!operation) throw new Refusal(404, 'no such path');
    if (req.method !== 'POST') throw new Refusal(405, 'POST only');
    send(res, operation[1], operation[0](parsed(body)));
  };

  const send = (res: ServerResponse, status: number, body: object) => {
    const empty = 'data' in body && (body.data as unknown[]).length === 0;
    const type = broken === 'empty-page-is-text' && empty ? 'text/plain' : 'application/json';
    res.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(body));
  };

  const listener = await listen((req, res) => {
    answer(req, res).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : 500;
      if (status === 405) res.setHeader('Allow', req.method === 'GET' ? 'POST' : 'GET');
      send(res, status, { error: error instanceof Refusal ? error.message : 'internal' });
    });
  }, options.network);

  const baseUrl = listener.origin + (options.prefix ?? '');
  return {
    baseUrl,
    settings: settingsFor({
      baseUrl,
      tokens,
      webhooks: options.logs.map((log) => log.id),
      verificationCode: { url: mailbox.url, waitMs: 5000 },
      ...options.settings,
    }),
    requests: () => listener.requests,
    close: async () => {
      await Promise.all([listener.close(), mailbox.close()]);
    },
  };
}

function compare(a: readonly [string | number, number], b: readonly [string | number, number]): number {
  return a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : a[1] - b[1];
}
