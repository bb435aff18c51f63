/** The same valid request, again and again: one by one, on one connection, many at once. */
import {
  type CheckContext,
  type Conclusion,
  type CreationBody,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  isAcceptedOrDuplicate,
  isDuplicate,
  type OperationRequest,
  type PendingUser,
  pass,
} from '../../src/suite.ts';

import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** One kind of series: how requests follow each other, with the outcomes in order of sending. */
interface Series {
  readonly how: string;
  readonly sent: readonly Exchange[];
  /** A 409 is a refusal here: no creation of this series repeats one that the target would refuse for that. */
  readonly noRepetition?: boolean;
}

const good = ({ noRepetition }: Series, exchange: Exchange): boolean =>
  noRepetition === true ? isAccepted(exchange) : isAcceptedOrDuplicate(exchange);

/** Sends the valid request once; each gives a fresh one where a request uses something up. Undefined where none can be made. */
type Send = (how: Partial<OperationRequest>) => Promise<Exchange>;

/** Requests of one series, at depth standard. */
const alone = 6;
const onOneConnection = 11;
const atOnce = 10;
const afterwards = 2;

for (const op of ['create', 'register', 'logs'] as const)
  check(
    `${op}/same-every-time`,
    (t) =>
      same(t, async () => async (how) => {
        const sent = await t.sendCanonical(op, how);
        return lost(sent) ? t.sendCanonical(op, { connection: 'fresh' }) : sent;
      }),
    { limitMs: 240_000 },
  );

check(
  'verify/same-every-time',
  (t) =>
    same(t, async (count) => {
      const users = await pendingUsers(t, count);
      return (how) => t.users.verify(users.pop()!, how);
    }),
  { phase: 'right-codes', limitMs: 240_000 },
);

/** Registrations that were sent at once for the row on verify: at depth quick the row on register judges them as well. */
const together = new WeakMap<object, Exchange[][]>();

/** Registered at once, so that codes which expire soon are still good when they are used. */
async function pendingUsers(t: CheckContext, count: number): Promise<PendingUser[]> {
  const all = await Promise.all(Array.from({ length: count }, () => t.users.pending()));
  const registered = all.flatMap((one) => (one.ok ? [one.user.registered] : (one.registered ?? [])));
  if (t.effort.isLean && registered.length > 1)
    together.set(t.runContext, [...(together.get(t.runContext) ?? []), registered.filter((one) => !lost(one))]);
  const users = all.flatMap((pending) => (pending.ok ? [pending.user] : []));
  if (users.length === count) return users;
  const codeless = all.find((pending) => !pending.ok);
  inconclusive(
    `${count - users.length} of ${count} users got no code: ${codeless?.ok === false ? codeless.message : ''}`,
    'a target that sends each registered user a code; see register/then-verify',
  );
}

async function same(t: CheckContext, sending: (count: number) => Promise<Send>): Promise<Conclusion> {
  const first = await series(t, sending);
  const sent = first.flatMap((one) => one.sent);
  const odd = oddOne(first);
  if (odd === undefined) {
    const refused = first.flatMap((one) => one.sent.filter((exchange) => !good(one, exchange)))[0];
    if (refused === undefined) return pass({ samples: { count: sent.length, kinds: kinds(first) } });
    inconclusive(
      `from some point on the valid request ${describeResponse(refused)}, and never again succeeded: a quota, or see accepts-valid`,
      'a target without a quota, or with a larger one',
      [refused],
    );
  }
  const second = await series(t, sending);
  const again =
    oddOne(second) ?? (second.every((one) => one.sent.every((exchange) => !good(one, exchange))) ? undefined : null);
  if (again === null)
    return pass({ message: `one of ${sent.length} ${describeResponse(odd.refused)}; that did not happen again` });
  if (again === undefined)
    inconclusive(
      `the valid request ${describeResponse(odd.refused)} between successes, and at last always: a quota, perhaps`,
      'a target without a quota, or with a larger one',
      [odd.refused],
    );
  fail(
    `${odd.how}, the valid request ${describeResponse(odd.refused)} between successes; so it did in a second series (${again.how})`,
    [
      [odd.accepted, 'a success'],
      [odd.refused, odd.how],
      [again.refused, `again, ${again.how}`],
    ],
    { symptom: { kind: 'check' } },
  );
}

async function series(t: CheckContext, sending: (count: number) => Promise<Send>): Promise<Series[]> {
  const usesUp = t.requirement.operation === 'verify';
  const seen = t.requirement.operation === 'register' ? together.get(t.runContext)?.shift() : undefined;
  return [
    ...(t.effort.isLean ? [] : [{ how: 'one by one', sent: await oneByOne(sending, {}, t.effort.sampleCount(alone)) }]),
    ...(t.effort.isLean && usesUp
      ? []
      : [{ how: 'on one connection', sent: await onSession(t, sending, t.effort.sampleCount(onOneConnection, 1)) }]),
    ...(t.effort.isLean && seen !== undefined
      ? [{ how: 'many at once', sent: seen }]
      : [{ how: 'many at once', sent: await burst(t, sending, usesUp ? 2 : 3) }]),
    ...(t.requirement.operation === 'create' && !t.effort.isLean ? [await differentAtOnce(t)] : []),
    { how: 'one by one again', sent: await oneByOne(sending, {}, t.effort.sampleCount(afterwards)) },
  ];
}

/**
 * Creations that differ, at once, each of which was accepted twice in a row: a 409 to one of them is no repetition that the
 * target refuses, but a refusal of what is under way beside it.
 */
async function differentAtOnce(t: CheckContext): Promise<Series> {
  const serving: CreationBody[] = [];
  await t.exclusively(async (quiet) => {
    for (const body of different(t.creations.canonical)) {
      const twice = [await quiet.send({ operation: 'create', body }), await quiet.send({ operation: 'create', body })];
      if (twice.every(isAccepted)) serving.push(body);
      else if (twice.some(isDuplicate)) return;
    }
  });
  const sent = await Promise.all(
    serving.length < 2 ? [] : serving.map((body) => t.send({ operation: 'create', body })),
  );
  return { how: 'different ones at once', sent: sent.filter((exchange) => !lost(exchange)), noRepetition: true };
}

function different({ limit, profileIds, calendarIds }: CreationBody): CreationBody[] {
  return [
    { limit, profileIds, calendarIds },
    { limit, profileIds: profileIds.slice(0, 1), calendarIds },
    { limit, profileIds, calendarIds: calendarIds.slice(0, 1) },
    { limit: Math.max(1, limit - 1), profileIds, calendarIds },
  ];
}

async function oneByOne(
  sending: (count: number) => Promise<Send>,
  how: Partial<OperationRequest>,
  count: number,
): Promise<Exchange[]> {
  const send = await sending(count);
  const sent: Exchange[] = [];
  for (let n = 0; n < count; n += 1) sent.push(await send(how));
  return sent.filter((exchange) => !lost(exchange));
}

async function onSession(
  t: CheckContext,
  sending: (count: number) => Promise<Send>,
  count: number,
): Promise<Exchange[]> {
  const connection = t.client.session();
  try {
    return await oneByOne(sending, { connection }, count);
  } finally {
    await connection.close();
  }
}

async function burst(t: CheckContext, sending: (count: number) => Promise<Send>, atQuick: number): Promise<Exchange[]> {
  const count = t.effort.sampleCount(atOnce, atQuick);
  const send = await sending(count);
  return (await Promise.all(Array.from({ length: count }, () => send({})))).filter((exchange) => !lost(exchange));
}

/** A kept connection may be closed by the server just as it is used (RFC 9112 §9.5): that is no refusal. A hang is one. */
function lost(exchange: Exchange): boolean {
  return exchange.failure?.kind === 'cut';
}

/** A refusal with successes before and after it, or beside it in a burst. */
function oddOne(all: readonly Series[]): { refused: Exchange; accepted: Exchange; how: string } | undefined {
  const successes = all.flatMap((one) => one.sent.filter((exchange) => good(one, exchange)));
  const [first] = successes;
  if (first === undefined) return undefined;
  for (const one of all)
    for (const exchange of one.sent)
      if (!good(one, exchange) && successes.some(({ number }) => number > exchange.number))
        return { refused: exchange, accepted: first, how: one.how };
  return undefined;
}

function kinds(all: readonly Series[]): Record<string, number> {
  return Object.fromEntries(all.map(({ how, sent }) => [how, sent.length]));
}
