import { expect, test } from 'vitest';
import type { Exchange, SentRequest } from '../core/exchange.ts';
import { CreationLedger } from './creation-ledger.ts';

/** Each registration is of another e-mail, unless one is given. */
let users = 0;
const bodyOf = (operation: 'create' | 'register'): string => {
  if (operation === 'create') return '{"limit":1,"profileIds":["p"],"calendarIds":["c"]}';
  users += 1;
  return `{"email":"a${users}@example.com"}`;
};

const request = (operation: 'create' | 'register', change: Partial<SentRequest> = {}): SentRequest => ({
  operation,
  method: 'POST',
  target: '/v2/x',
  headers: [],
  body: new TextEncoder().encode(bodyOf(operation)),
  authorization: 'Bearer {token}',
  tenant: 'valid',
  typed: true,
  canonical: true,
  proper: true,
  webhook: null,
  ...change,
});

const answered = (sent: SentRequest, status: number, body = '{}', type = 'application/json'): Exchange => ({
  number: 1,
  request: sent,
  response: { status, headers: [['Content-Type', type]], bytes: new TextEncoder().encode(body), truncated: false },
  startedAt: 0,
  ms: 1,
});

/** Sends one request, which is answered with the status. */
async function send(ledger: CreationLedger, sent: SentRequest, status: number, confirming = false): Promise<void> {
  const reservation = ledger.reserve(sent, confirming)!;
  await reservation.turn;
  reservation.settle(answered(sent, status));
}

test('accepted users and events are listed, and what was rejected is not', async () => {
  const ledger = new CreationLedger(undefined);
  await send(ledger, request('register'), 201);
  await send(ledger, request('register'), 400);
  const create = request('create');
  const page = '{"data":["ev_1"],"cursor":{"totalItems":1}}';
  ledger.reserve(create, false)!.settle(answered(create, 201, page));
  expect(ledger.leftBehind).toEqual({
    users: [{ email: expect.stringMatching(/^a\d+@example.com$/), at: '1970-01-01T00:00:00.000Z' }],
    events: [{ limit: 1, profileIds: ['p'], calendarIds: ['c'], items: ['ev_1'], at: '1970-01-01T00:00:00.000Z' }],
  });
});

test('an e-mail that is registered again is one account, and certain once a registration was accepted', async () => {
  const ledger = new CreationLedger(undefined);
  const sent = request('register');
  const lost: Exchange = { ...answered(sent, 200), response: null, failure: { kind: 'cut', message: 'lost' } };
  for (const exchange of [lost, answered(sent, 201), lost, answered(sent, 200)])
    ledger.reserve(sent, false)!.settle(exchange);
  await send(ledger, request('register'), 201);
  expect(ledger.leftBehind.users.map(({ uncertain }) => uncertain)).toEqual([undefined, undefined]);
});

test('registrations whose e-mail cannot be read are counted one by one', async () => {
  const ledger = new CreationLedger(undefined);
  for (let n = 0; n < 3; n += 1) await send(ledger, request('register', { body: null }), 201);
  expect(ledger.leftBehind.users).toHaveLength(3);
});

test('what got no response may exist', async () => {
  const ledger = new CreationLedger(undefined);
  const sent = request('register');
  const lost: Exchange = { ...answered(sent, 200), response: null, failure: { kind: 'cut', message: 'lost' } };
  ledger.reserve(sent, false)!.settle(lost);
  expect(ledger.leftBehind.users).toMatchObject([{ email: expect.stringContaining('@example.com'), uncertain: true }]);
});

test('a registration that is accepted on another path counts if the response is JSON', async () => {
  const ledger = new CreationLedger(undefined);
  const elsewhere = () => request('register', { proper: false, target: '/v2/auth/register?unexpected=1' });
  await send(ledger, elsewhere(), 201);
  const page = answered(elsewhere(), 200, '<p>', 'text/html');
  ledger.reserve(page.request, false)!.settle(page);
  expect(ledger.leftBehind.users).toHaveLength(1);
});

test('searches, verifications and other methods create nothing', () => {
  const ledger = new CreationLedger({ users: 0, events: 0 });
  expect(ledger.reserve(request('register', { method: 'GET' }), false)).toBeUndefined();
  expect(ledger.reserve({ ...request('register'), operation: 'verify' }, false)).toBeUndefined();
});

test('a limit is never exceeded, its last eighth is for confirmations, and rejections do not count', async () => {
  const ledger = new CreationLedger({ users: 8, events: 8 });
  for (let n = 0; n < 20; n += 1) await send(ledger, request('register'), 400);
  for (let n = 0; n < 7; n += 1) await send(ledger, request('register'), 201);
  const refused = { reason: 'creations', setting: '--max-users' };
  await expect(send(ledger, request('register'), 201)).rejects.toMatchObject(refused);
  await send(ledger, request('register'), 201, true);
  await expect(send(ledger, request('register'), 201, true)).rejects.toMatchObject(refused);
  await send(ledger, request('create'), 201);
  expect(ledger.leftBehind.users).toHaveLength(8);
});

test('a request waits for those in flight, which may be rejected', async () => {
  const ledger = new CreationLedger({ users: 2, events: 1 });
  const sent = request('register');
  const other = request('register');
  const [one, two, three] = [ledger.reserve(sent, true)!, ledger.reserve(sent, true)!, ledger.reserve(other, true)!];
  expect([one.turn, two.turn]).toEqual([undefined, undefined]);
  one.settle(answered(sent, 201));
  two.settle(answered(sent, 400));
  await three.turn;
  three.settle(answered(other, 201));
  expect(ledger.leftBehind.users).toHaveLength(2);
});

test('a request that was never sent makes room for others', async () => {
  const ledger = new CreationLedger({ users: 1, events: 1 });
  const sent = request('register');
  const first = ledger.reserve(sent, true)!;
  const second = ledger.reserve(sent, true)!;
  first.settle(undefined);
  await second.turn;
  second.settle(answered(sent, 201));
  expect(ledger.leftBehind.users).toHaveLength(1);
});

test('what was created since it was asked for last is told once', async () => {
  const ledger = new CreationLedger(undefined);
  expect(ledger.takeNew()).toBeUndefined();
  await send(ledger, request('register'), 201);
  await send(ledger, request('create'), 201);
  expect(ledger.takeNew()).toEqual(ledger.leftBehind);
  expect(ledger.takeNew()).toBeUndefined();
  await send(ledger, request('create'), 201);
  expect(ledger.takeNew()).toMatchObject({ users: [], events: [{ limit: 1 }] });
});
