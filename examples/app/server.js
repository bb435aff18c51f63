// A small service on Express that conforms to the specification, for the examples beside it. Environment variable BROKEN:
// one of three mistakes, so that the examples can show how a failure looks.
import { createServer } from 'node:http';
import express from 'express';

export const token = 'example-token-5f2c81d0a97e';

/** Sixty deliveries of one webhook, newest last; every third failed, and some share their second. */
const deliveries = Array.from({ length: 60 }, (_, index) => ({
  id: `delivery-${index}`,
  status: index % 3 === 0 ? 'failed' : 'succeeded',
  at: Date.UTC(2026, 0, 1, Math.floor(index / 2)),
}));
const webhooks = new Map([
  ['orders', deliveries],
  ['invoices', deliveries.slice(0, 7).map((one) => ({ ...one, id: `invoice-${one.id}` }))],
]);
const pageSize = 20;

/** The parts of the tests' configuration that belong to this service. */
export const target = {
  tokens: { valid: token },
  fixtures: {
    webhooks: [{ id: 'orders' }, { id: 'invoices' }],
    profileIds: ['ada', 'grace'],
    calendarIds: ['work', 'home'],
    limit: 10,
  },
};

/** Starts the service on a free port. */
export async function start(broken = process.env.BROKEN) {
  const server = createServer(createApp(broken));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${server.address().port}`;
  return {
    baseUrl,
    // Where the tests read the codes that users get by mail.
    fixtures: { ...target.fixtures, verificationCode: { url: `${baseUrl}/test/codes?email={email}` } },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export function createApp(broken) {
  const users = new Map();
  const app = express();
  app.set('query parser', 'simple');

  app.get('/test/codes', (req, res) => {
    const code = users.get(req.query.email)?.code;
    res.status(code === undefined ? 404 : 200).json(code === undefined ? {} : { code });
  });

  app.use((req, res, next) => {
    const hasCursor = req.query.next !== undefined || req.query.prev !== undefined;
    const isOpen = broken === 'open-pages' && hasCursor && req.get('authorization') === undefined;
    if (isOpen || req.get('authorization') === `Bearer ${token}`) next();
    else res.status(401).set('WWW-Authenticate', 'Bearer').json({ error: 'token' });
  });
  app.use(express.json());

  app.post('/v2/auth/register', (req, res) => {
    const { email, password, firstName, lastName } = req.body ?? {};
    if (![email, password, firstName, lastName].every((text) => typeof text === 'string' && text !== ''))
      return void res.status(400).json({ error: 'fields' });
    if (users.has(email)) return void res.status(409).json({ error: 'taken' });
    users.set(email, { code: 100_000 + Math.floor(Math.random() * 900_000), wrong: 0, verified: false });
    res.status(201).json(broken === 'register-body' ? { email } : {});
  });

  app.post('/v2/auth/verify-user', (req, res) => {
    const { email, code } = req.body ?? {};
    if (typeof email !== 'string' || !Number.isInteger(code)) return void res.status(400).json({ error: 'fields' });
    const user = users.get(email);
    if (user === undefined || user.verified || user.wrong >= 5 || user.code !== code) {
      if (user !== undefined) user.wrong += 1;
      return void res.status(422).json({ error: 'code' });
    }
    user.verified = true;
    res.json({});
  });

  app.post('/v2/calendars/common-events', (req, res) => {
    const { limit, profileIds, calendarIds } = req.body ?? {};
    const isList = (ids) => Array.isArray(ids) && ids.length > 0 && ids.every((id) => typeof id === 'string');
    if (!Number.isInteger(limit) || limit < 1 || limit > 1000 || !isList(profileIds) || !isList(calendarIds))
      return void res.status(400).json({ error: 'fields' });
    const added = profileIds.flatMap((profile) => calendarIds.map((calendar) => `${profile}@${calendar}`));
    const data = added.slice(0, limit);
    res.status(201).json({ data, cursor: { totalItems: data.length } });
  });

  app.get('/v2/webhooks/:id/logs/search', (req, res) => {
    const search = searchOf(req);
    if (search === undefined) return void res.status(400).json({ error: 'parameters' });
    if (!webhooks.has(req.params.id)) return void res.status(404).json({ error: 'webhook' });
    res.json(page(req.params.id, search, broken));
  });

  app.use((error, _req, res, _next) => res.status(error.status ?? 500).json({ error: error.message }));
  return app;
}

/** What a request searches for: its own parameters, or those in its cursor. Undefined for values that are not allowed. */
function searchOf({ params, query }) {
  const { next, prev, from, to, status, sortBy, sortDirection = 'desc' } = query;
  if (Object.values(query).some(Array.isArray) || (next !== undefined && prev !== undefined)) return undefined;
  const given = { from, to, status, sortBy, sortDirection };
  if (next !== undefined || prev !== undefined) {
    const [kind, text] = next === undefined ? ['prev', prev] : ['next', next];
    const cursor = readCursor(text);
    if (cursor?.kind !== kind || cursor.webhook !== params.id) return undefined;
    const { search } = cursor;
    const agrees = Object.keys(given).every((key) => query[key] === undefined || query[key] === search[key]);
    return agrees ? { ...search, start: cursor.start } : undefined;
  }
  if (status !== undefined && status !== 'succeeded' && status !== 'failed') return undefined;
  if (sortBy !== undefined && sortBy !== 'at') return undefined;
  if (sortDirection !== 'asc' && sortDirection !== 'desc') return undefined;
  if ([from, to].some((time) => time !== undefined && Number.isNaN(timeOf(time)))) return undefined;
  return { ...given, start: 0 };
}

function page(webhook, { start, ...search }, broken) {
  const { from, to, status, sortDirection } = search;
  const found = webhooks
    .get(webhook)
    .filter((one) => status === undefined || one.status === status)
    .filter(({ at }) => (from === undefined || at >= timeOf(from)) && (to === undefined || at < timeOf(to)));
  if (sortDirection === 'desc') found.reverse();
  const cursor = (kind, to) => writeCursor({ kind, webhook, search, start: to });
  const back = broken === 'prev-skips' && start >= 2 * pageSize ? start - 2 * pageSize : start - pageSize;
  return {
    data: found
      .slice(start, start + pageSize)
      .map((one) => JSON.stringify({ ...one, at: new Date(one.at).toISOString() })),
    cursor: {
      ...(start + pageSize < found.length ? { next: cursor('next', start + pageSize) } : {}),
      ...(start > 0 ? { prev: cursor('prev', back) } : {}),
      totalItems: found.length,
    },
  };
}

const timeOf = (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

const writeCursor = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function readCursor(text) {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64url').toString());
    return writeCursor(value) === text && Number.isInteger(value.start) ? value : undefined;
  } catch {
    return undefined;
  }
}
