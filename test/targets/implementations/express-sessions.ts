/**
 * A make on express. A search leaves its whole result with the server; a cursor is a random name for a place in it.
 * Depending on the options a cursor serves once, is spent together with its twin, or dies after seconds.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { type Entry, type HistoryShape, history } from '../support/history.ts';
import { listen, type Network } from '../support/listener.ts';
import { openMailbox } from '../support/mailbox.ts';
import { settingsFor } from '../support/settings.ts';
import type { RunningTarget, TargetSettings } from '../support/target.ts';

export interface SessionOptions {
  readonly logs: readonly { readonly id: string; readonly shape: HistoryShape }[];
  readonly page: number;
  readonly token: string;
  readonly status: { readonly created: number; readonly ok: number };
  readonly refusal: 401 | 404;
  readonly cursors: 'lasting' | 'single-use' | 'spent-in-pairs';
  readonly cursorLivesMs: number;
  /** Any filter beside a cursor is refused. */
  readonly alone: boolean;
  /** A log item added whenever a user registers, verifies or creates. */
  readonly deliveries: boolean;
  /** Days that are searched when `from` is left out. */
  readonly lookBackDays?: number;
  /** Refuse times after tomorrow or before 2000, and spans over this many days. */
  readonly spanDays?: number;
  readonly codes: { readonly digits: number; readonly livesMs: number; readonly voidedByWrong: boolean };
  readonly repeatedCreation: 409 | 'made again';
  readonly sort: readonly string[] | 'any' | 'none';
  readonly network?: Network;
  readonly settings?: { readonly run?: TargetSettings['run'] };
}

interface Session {
  webhook: string;
  rows: Entry[];
  total: number;
  query: string;
}
interface Place {
  session: Session;
  start: number;
  kind: 'next' | 'prev';
  /** Of the worker that issued it. */
  worker: number;
  twin?: string;
  dies: number;
}

const day = 86_400_000;

export async function start(options: SessionOptions, broken?: string): Promise<RunningTarget> {
  const mailbox = await openMailbox();
  const logs = new Map(options.logs.map((log) => [log.id, history(log.shape)]));
  const places = new Map<string, Place>();
  const users = new Map<string, { code?: string; until: number; done: boolean }>();
  const creations = new Set<string>();
  let current: Session | undefined;

  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('case sensitive routing', true);
  app.set('strict routing', true);

  app.use((req: Request, res: Response, next: NextFunction) => {
    const given = req.get('authorization') ?? '';
    const admitted =
      broken === 'token-contained'
        ? given.includes(options.token)
        : broken === 'same-length-token'
          ? given.startsWith('Bearer ') && given.length === 7 + options.token.length
          : broken === 'get-is-public'
            ? req.method === 'GET' || given === `Bearer ${options.token}`
            : broken === 'refusal-with-data' && req.method === 'GET'
              ? true
              : given === `Bearer ${options.token}`;
    if (admitted) {
      if (broken === 'refusal-with-data' && given !== `Bearer ${options.token}`) {
        res.status(options.refusal);
        res.status = () => res;
      }
      next();
    } else res.status(options.refusal).end();
  });
  app.use(express.json({ limit: '200kb', strict: true }));

  const deliver = (what: string) => {
    if (!options.deliveries) return;
    const log = logs.get(options.logs[0]?.id ?? '');
    const status = what === 'verify' ? 'failed' : 'succeeded';
    const seq = log?.length ?? 0;
    const at = Date.now();
    log?.push({ seq, item: `${what}.${seq}.${randomBytes(8).toString('hex')}`, status, at, created: at });
  };

  const said = (body: unknown, name: string): string | undefined => {
    const value = (body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' && value.length > 0 ? value : undefined;
  };

  app.post('/v2/auth/register', (req, res) => {
    const email = said(req.body, 'email');
    const password = said(req.body, 'password');
    const whole = said(req.body, 'firstName') && said(req.body, 'lastName');
    if (!email?.includes('@') || !password || password.length < 8 || !whole)
      return void res.status(400).json({ code: 'invalid' });
    const known = users.get(email);
    if (known?.done) return void res.status(422).json({ code: 'taken' });
    const { digits, livesMs } = options.codes;
    const number = randomInt(0, 10 ** digits);
    const code = broken === 'zeros-cut' ? String(number) : String(number).padStart(digits, '0');
    // Registering again before the code was used sends another one.
    users.set(email, { code, until: Date.now() + livesMs, done: false });
    mailbox.deliver(email, broken === 'zeros-cut' ? code.padEnd(digits, '0') : code);
    deliver('user.created');
    res.status(options.status.created).json(broken === 'register-null' ? null : {});
  });

  app.post('/v2/auth/verify-user', (req, res) => {
    const email = said(req.body, 'email') ?? '';
    const code: unknown = req.body?.code;
    const user = users.get(email);
    const right = (wanted: string | undefined) =>
      typeof code === 'number' && wanted !== undefined && Number(wanted) === code;
    const accepted =
      right(user?.code) ||
      (broken === 'code-off-by-one' && typeof code === 'number' && Math.abs(Number(user?.code) - code) <= 1) ||
      (broken === 'code-length-only' && String(code).length === user?.code?.length) ||
      (broken === 'code-int32' && typeof code === 'number' && (code | 0) === Number(user?.code)) ||
      (broken === 'code-absolute' && typeof code === 'number' && Math.abs(code) === Number(user?.code)) ||
      (broken === 'master-code' && code === 0) ||
      (broken === 'accepted-after-wrong' && user !== undefined && user.code === undefined);
    if (!user || (!accepted && user.done) || !accepted || Date.now() > user.until) {
      if (user && (options.codes.voidedByWrong || broken === 'accepted-after-wrong')) delete user.code;
      return void res.status(400).json({ code: 'wrong' });
    }
    delete user.code;
    user.done = true;
    deliver('verify');
    res.status(broken === 'verify-redirects' ? 303 : options.status.ok).json({});
  });

  app.post('/v2/calendars/common-events', (req, res) => {
    const { limit, profileIds, calendarIds } = (req.body ?? {}) as Record<string, unknown>;
    const lists = [profileIds, calendarIds];
    if (
      !Number.isInteger(limit) ||
      (limit as number) < 1 ||
      !lists.every((l) => Array.isArray(l) && l.length > 0 && l.every((id) => typeof id === 'string'))
    )
      return void res.status(422).json({ code: 'invalid' });
    const fingerprint = JSON.stringify([limit, profileIds, calendarIds]);
    if (options.repeatedCreation === 409 && creations.has(fingerprint))
      return void res.status(409).json({ code: 'exists' });
    creations.add(fingerprint);
    if (broken === 'create-fails-on-quotes' && fingerprint.includes("'")) return void res.status(500).end();
    deliver('event.created');
    // One result for each profile, none of them for ids that nobody has.
    const data = (profileIds as string[]).filter((id) => /^p\d+$/.test(id)).map((id) => `${id} added`);
    const shown = data.slice(0, limit as number);
    const cursor = {
      next: shown.length < data.length ? randomBytes(9).toString('hex') : '',
      prev: '',
      totalItems: data.length,
    };
    res.status(options.status.created).json(broken === 'create-bare-array' ? shown : { data: shown, cursor });
  });

  const time = (value: unknown): number | undefined => {
    if (value === undefined) return undefined;
    const parsed =
      typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,}(Z|[+-]\d\d:\d\d)$/.test(value)
        ? Date.parse(value)
        : Number.NaN;
    if (Number.isNaN(parsed)) throw new RangeError('from and to are RFC 3339');
    if (options.spanDays && (parsed > Date.now() + day || parsed < Date.UTC(2000)))
      throw new RangeError('too far away');
    return parsed;
  };

  /** One of seven connections is taken by another worker. */
  const workers = new WeakMap<Socket, number>();
  let connections = 0;
  const workerOf = (socket: Socket): number => {
    const known = workers.get(socket) ?? (connections++ % 7 === 6 ? 1 : 0);
    workers.set(socket, known);
    return known;
  };
  let worker = 0;

  app.get('/v2/webhooks/:id/logs/search', (req, res) => {
    const { next, prev, sortBy, sortDirection = 'desc', from, to, status } = req.query;
    const id = req.params.id;
    if (Object.values(req.query).some(Array.isArray)) return void res.status(400).json({ code: 'repeated' });
    const token = next ?? prev;
    worker = broken === 'cursors-of-a-worker' ? workerOf(req.socket) : 0;
    if (token !== undefined) {
      const place = places.get(token as string);
      const beside = [sortBy, req.query['sortDirection'], from, to, status].some((value) => value !== undefined);
      if (options.alone && (beside || (next !== undefined && prev !== undefined)))
        return void res.status(400).json({ code: 'alone' });
      const elsewhere = place && place.session.webhook !== id && broken !== 'cursor-any-webhook';
      const isOfOther = place && place.worker !== worker;
      const isKept = place && place.kind === (next === undefined ? 'prev' : 'next') && Date.now() <= place.dies;
      if (!place || !isKept || elsewhere || isOfOther) return void res.status(410).json({ code: 'cursor' });
      if (options.cursors !== 'lasting') places.delete(token as string);
      if (options.cursors === 'spent-in-pairs' && place.twin) places.delete(place.twin);
      const session = broken === 'one-session-for-all' ? (current ?? place.session) : place.session;
      return void res.status(options.status.ok).json(pageOf(session, place.start));
    }
    const log = logs.get(id);
    if (!log) return void res.status(404).json({ code: 'webhook' });
    if (status !== undefined && status !== 'succeeded' && status !== 'failed')
      return void res.status(400).json({ code: 'status' });
    if (sortDirection !== 'asc' && sortDirection !== 'desc')
      return void res.status(400).json({ code: 'sortDirection' });
    if (
      sortBy !== undefined &&
      (options.sort === 'none' || (options.sort !== 'any' && !options.sort.includes(sortBy as string)))
    )
      return void res.status(400).json({ code: 'sortBy' });
    const lower =
      time(from) ?? (options.lookBackDays ? Date.now() - options.lookBackDays * day : Number.NEGATIVE_INFINITY);
    const upper = time(to) ?? Number.POSITIVE_INFINITY;
    if (
      options.spanDays &&
      from !== undefined &&
      (to === undefined ? Date.now() : upper) - lower > options.spanDays * day
    )
      return void res.status(400).json({ code: 'span' });
    const rows = log
      .filter((entry) => (status === undefined || entry.status === status) && entry.at >= lower && entry.at < upper)
      .filter(
        (_, index, all) =>
          !(broken === 'newest-filtered-lost' && status !== undefined && index === all.length - 1 && all.length > 3),
      );
    const field = sortBy === 'status' ? (entry: Entry) => entry.status : () => '';
    rows.sort((a, b) => field(a).localeCompare(field(b)) || a.at - b.at || a.seq - b.seq);
    if (sortDirection === 'desc') rows.reverse();
    const session = { webhook: id, rows, total: rows.length, query: req.url };
    current = session;
    res.status(options.status.ok).json(pageOf(session, 0));
  });

  const issue = (session: Session, from: number, kind: 'next' | 'prev'): string => {
    const name = randomBytes(18).toString('base64url');
    places.set(name, { session, start: from, kind, worker, dies: Date.now() + options.cursorLivesMs });
    if (places.size > 50_000) for (const [old] of [...places].slice(0, 10_000)) places.delete(old);
    return name;
  };

  const pageOf = (session: Session, from: number) => {
    const { page } = options;
    const last = from + page >= session.rows.length;
    let rows = session.rows.slice(from, from + page);
    if (broken === 'full-last-page-lost' && last && from > 0 && rows.length === page) rows = [];
    if (broken === 'last-page-doubled' && last && from > 0) rows = [...rows, ...rows.slice(-1)];
    const next =
      last && !(broken === 'next-wraps' && from > 0) ? undefined : issue(session, last ? 0 : from + page, 'next');
    const prev =
      from > 0 && !(broken === 'no-prev-on-last' && last)
        ? issue(session, broken === 'prev-skips' && from >= 2 * page ? from - 2 * page : from - page, 'prev')
        : undefined;
    const [a, b] = [places.get(next ?? ''), places.get(prev ?? '')];
    if (a && b) [a.twin, b.twin] = [prev!, next!];
    const totalItems = broken === 'total-of-rest' ? session.total - from : session.total;
    return {
      data: rows.map((row) => row.item),
      cursor: broken === 'cursor-null-on-one-page' && last && from === 0 ? null : { next, prev, totalItems },
    };
  };

  // Four arguments make it the error handler: bad JSON, bad percent-encoding, times out of range.
  app.use((error: Error & { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
    res.status(error instanceof RangeError ? 400 : (error.status ?? 500)).json({ code: error.message });
  });

  const listener = await listen((req, res) => app(req, res), options.network);
  return {
    baseUrl: listener.origin,
    settings: settingsFor({
      baseUrl: listener.origin,
      tokens: { valid: options.token },
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
