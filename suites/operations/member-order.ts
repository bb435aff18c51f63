/** The members of a JSON object have no order (RFC 8259 §4): the valid request is the same with its members in reverse. */
import {
  type CheckContext,
  controls,
  type Exchange,
  fail,
  NotSent,
  type OperationRequest,
  type OperationWithBody,
  responses,
} from '../../src/suite.ts';

const { describeResponse, isAccepted, mayBeOutage } = responses;

/** A request that was sent with its members in reverse and, if that was rejected, as usual. */
interface Turned {
  readonly reversed: Exchange;
  readonly usual: Exchange;
}

/** How many bodies are tried alone, and how many of them must be accepted in the usual order only. */
const mostTries = 4;
const enough = 2;

/** How old a code is before it is tried alone, ms: a user who becomes verifiable late would be rejected first and accepted next. */
const ripeMs = 1500;

/** Fails if bodies are accepted with their members in the usual order, and rejected in reverse, alone and more than once. */
export async function acceptAnyOrder(t: CheckContext, op: OperationWithBody): Promise<void> {
  if (t.effort.isLean) return;
  const first = await unlessNotSent(() => sendReversed(t, op, 0));
  if (first === undefined || isAccepted(first.reversed)) return;
  const found = await unlessNotSent(() => t.exclusively((alone) => rejectedReversed(alone, op)));
  const [one, other] = found ?? [];
  if (one === undefined || other === undefined) {
    t.runContext.excuses.rejectedOnce.push(first.reversed);
    return;
  }
  const members = memberNames(one.reversed).join(', ');
  fail(
    `the valid body with its members in the order ${members} ${describeResponse(one.reversed)}, and again ${describeResponse(other.reversed)}; in the usual order it is accepted`,
    [
      [one.reversed, 'members in reverse'],
      [one.usual, 'the same body, members as usual', 'control'],
      [other.usual, 'a second body, members as usual', 'control'],
      [other.reversed, 'the second body, members in reverse'],
    ],
    { symptom: { kind: 'refused' } },
  );
}

/** Bodies that were rejected in reverse and accepted as usual right after; none once a body in reverse is accepted. */
async function rejectedReversed(t: CheckContext, op: OperationWithBody): Promise<readonly Turned[]> {
  const found: Turned[] = [];
  for (let tries = 0; tries < mostTries && found.length < enough; tries += 1) {
    const sent = await sendReversed(t, op, ripeMs);
    if (sent === undefined || isAccepted(sent.reversed)) return [];
    const { reversed } = sent;
    const usual = await sent.sendUsual();
    if (!mayBeOutage(reversed) && isAccepted(usual)) found.push({ reversed, usual });
  }
  return found;
}

interface SentReversed {
  readonly reversed: Exchange;
  readonly sendUsual: () => Promise<Exchange>;
}

/**
 * Undefined if no user is left whose code could be sent.
 * @param waitMs how long a code is left to ripen first
 */
async function sendReversed(t: CheckContext, op: OperationWithBody, waitMs: number): Promise<SentReversed | undefined> {
  if (op === 'verify') {
    const pending = await t.users.pending();
    if (!pending.ok) return undefined;
    const { user } = pending;
    await t.clock.sleep(waitMs);
    const body = reverse(controls.verificationBody(user));
    return { reversed: await t.users.verify(user, { body }), sendUsual: () => t.users.verify(user) };
  }
  const body = op === 'create' ? nextCreation(t) : t.users.body();
  const send = (request: Pick<OperationRequest, 'body'>) => controls.sendReliably(t, { operation: op, ...request });
  return { reversed: await send({ body: reverse(body) }), sendUsual: () => send({ body }) };
}

/** A creation that the target need not take for one that it has. */
const nextCreation = ({ creations }: CheckContext) =>
  creations.repeatsAccepted ? creations.canonical : creations.unused();

const reverse = (body: object): object => Object.fromEntries(Object.entries(body).reverse());

const memberNames = ({ request: { body } }: Exchange): readonly string[] =>
  Object.keys(JSON.parse(new TextDecoder().decode(body ?? undefined)) as object);

async function unlessNotSent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}
