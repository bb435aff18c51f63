/** Server errors, and operations that do not respond: what counts at once, and what only if it happens again. */
import { isThrottling } from '../../client/index.ts';
import { describeResponse, type Exchange, isFailureStatus, type OperationRequest } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { isGatewayError } from '../../core/outage.ts';
import { jsonOfAny } from '../../core/sent-body.ts';
import { bodyText, withShorterLists } from '../../generators/request.ts';
import type { CheckContext } from '../check-context.ts';
import { failsWhileAvailable } from '../confirmation/availability.ts';
import type { Finding } from '../property.ts';
import { sameAgain } from '../requests.ts';
import { mayBeStopped } from './stopped-attacks.ts';

/** Whether the server says that it failed; throttling does not count, nor does 501. */
export function isServerError(exchange: Exchange): boolean {
  return isFailureStatus(exchange.response?.status ?? 0) && !isThrottling(exchange);
}

interface ServerErrorOptions {
  /** Which responses count; server errors unless given. */
  readonly isBroken?: (exchange: Exchange) => boolean;
  /** Whether no response counts at all. */
  readonly mayLoseConnection?: boolean;
  /** The same request with lists of a share of their length; undefined if it has no long list. */
  readonly makeSmaller?: (share: number) => OperationRequest | undefined;
  /** Called with the first response, whatever it is. */
  readonly onSent?: (exchange: Exchange) => void;
  /** Called with the request that was not answered in time, and a smaller one that took long, instead of reporting it. */
  readonly onSlow?: (exchange: Exchange, smaller: Exchange) => void;
  /** Whether a request that looks like an attack may lose its connection: that is noted, instead of reporting it. */
  readonly mayBeStopped?: boolean;
}

/** Whether the server itself says that it failed; what a gateway says may be due to an outage. */
const isOwnError = (exchange: Exchange): boolean => exchange.response !== null && !isGatewayError(exchange);

/** How often a request without a response is repeated: it is not lost by chance that often in a row. A time-out is repeated once. */
export const timesAgain = (first: Exchange): number => (first.failure?.kind === 'timeout' ? 1 : 3);

/**
 * Sends a request that must get a response other than 5xx. A 5xx of the server itself counts at once. A gateway's 5xx, and no
 * response at all, count only if they come again each time on a fresh connection. A time-out does not count if the time grows with
 * the length of a list, since the kit itself chooses how long to wait.
 * @param about what the request varies, for the message
 * @param make gives the request; each has its own fresh values
 */
export async function findServerError(
  t: CheckContext,
  about: string,
  make: () => OperationRequest,
  options: ServerErrorOptions = {},
): Promise<Finding | undefined> {
  const { isBroken = isServerError, mayLoseConnection = false, onSent } = options;
  // What hung before is not sent again, unless to confirm that it does.
  const exchange = await t.send(t.onlyCase === undefined ? make() : { ...make(), evenIfHung: true });
  onSent?.(exchange);
  const message = `${about}: the request ${describeResponse(exchange)}`;
  if (isBroken(exchange) && isOwnError(exchange)) return { message, proof: [exchange] };
  const isSuspect = exchange.response === null ? !mayLoseConnection : isBroken(exchange);
  if (!isSuspect || t.signal.aborted) return undefined;
  const isAttack = options.mayBeStopped === true && mayBeStopped(exchange);
  if (isAttack && t.runContext.stoppedAttacks.has(exchange.request.operation)) return undefined;
  const confirm = async (): Promise<Finding | undefined> => {
    const again = await confirmFailure(t, exchange, make, options);
    if (again === undefined) return undefined;
    if (isAttack) return void t.runContext.stoppedAttacks.note(again);
    return { message: `${message}, and on a fresh connection ${describeResponse(again)}`, proof: [exchange, again] };
  };
  if (exchange.failure?.kind !== 'timeout') return confirm();
  return t.once(`hangs of ${t.requirement.id}`, () => new FirstFinding()).find(confirm);
}

/** Looks into one suspicion after another until one is confirmed: each that hangs takes the whole time-out, and one is enough. */
class FirstFinding {
  #isFound: Promise<boolean> = Promise.resolve(false);

  find(confirm: () => Promise<Finding | undefined>): Promise<Finding | undefined> {
    const before = this.#isFound;
    const found = before.then((isFound) => (isFound ? undefined : confirm()));
    this.#isFound = Promise.all([before, found]).then(
      ([isFound, finding]) => isFound || finding !== undefined,
      () => false,
    );
    return found;
  }
}

/** The same request, if it fails again and not because it is long. */
async function confirmFailure(
  t: CheckContext,
  exchange: Exchange,
  make: () => OperationRequest,
  { isBroken = isServerError, makeSmaller, onSlow }: ServerErrorOptions,
): Promise<Exchange | undefined> {
  const again = await failsAgain(t, exchange, make, isBroken);
  if (again?.failure?.kind !== 'timeout' || makeSmaller === undefined) return again;
  const slow = await findSlower(t, makeSmaller);
  if (slow === undefined) return again;
  onSlow?.(exchange, slow);
  return undefined;
}

/** The last of several that fail in a row; undefined if one does not. */
async function failsAgain(
  t: CheckContext,
  first: Exchange,
  make: () => OperationRequest,
  isBroken: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  const how = t.runContext.longWaits.howAgain(first);
  if (how === undefined) return undefined;
  let last: Exchange | undefined;
  for (let time = 1; time <= timesAgain(first); time += 1) {
    last = await failsWhileAvailable(
      t,
      first.request.operation,
      () => t.send({ ...make(), connection: 'fresh', ...how }),
      (sent) => sent.response === null || isBroken(sent),
    );
    if (last === undefined) return undefined;
  }
  return last;
}

/** Shares of a list that was not answered in time, the largest first. */
const smallerShares = [1 / 2, 1 / 4, 1 / 16];
/** How often a request is sent if its time matters: the quickest response counts, since other requests may delay one. */
const timings = 3;

/** A smaller request whose time shows that the whole one takes longer than this run waits, if time grows with the square at most. */
async function findSlower(
  t: CheckContext,
  makeSmaller: (share: number) => OperationRequest | undefined,
): Promise<Exchange | undefined> {
  for (const share of smallerShares) {
    const isLong = ({ ms }: Exchange) => ms / share ** 2 >= t.settings.run.timeoutMs;
    const smaller = await quickestOf(t, () => makeSmaller(share), isLong);
    if (smaller === undefined) return undefined;
    if (smaller.response === null) continue;
    if (!isLong(smaller)) return undefined;
    const small = await quickestOf(
      t,
      () => makeSmaller(share / 8),
      ({ ms }) => 2 * ms > smaller.ms,
    );
    return small !== undefined && 2 * small.ms <= smaller.ms ? smaller : undefined;
  }
  return undefined;
}

/** For a request that timed out, a smaller one whose time shows that long lists take long; undefined if they do not. */
export async function findSlowedByLength(t: CheckContext, exchange: Exchange): Promise<Exchange | undefined> {
  const { operation, body } = exchange.request;
  if (exchange.failure?.kind !== 'timeout' || body === null) return undefined;
  const whole = { operation, kind: 'lists', field: '*', body: jsonOfAny(body) };
  return findSlower(t, (share) => {
    const smaller = withShorterLists(whole, share);
    return smaller && { ...sameAgain(t, exchange), raw: bodyText(smaller.body) };
  });
}

/** The quickest of a few; sends no more of them once one is not `isLong`, or is not answered. */
async function quickestOf(
  t: CheckContext,
  make: () => OperationRequest | undefined,
  isLong: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  let quickest: Exchange | undefined;
  for (let timing = 0; timing < timings; timing += 1) {
    const request = make();
    if (request === undefined) return undefined;
    const exchange = await t.exclusively((alone) => alone.send({ ...request, evenIfHung: true }));
    if (quickest === undefined || exchange.ms < quickest.ms) quickest = exchange;
    if (exchange.response === null || !isLong(exchange)) break;
  }
  return quickest;
}

/** The requests that timed out, if the client has given the operation up because of them: at most the first few. */
export function timeoutsOfGivenUp(t: CheckContext, operation: Operation): readonly Exchange[] {
  if (!t.client.troubles.givenUp(operation)) return [];
  return t.traffic.unconfirmedTimeouts(operation).filter(({ failure }) => failure?.kind === 'timeout');
}

/**
 * Sends a request that timed out again, twice, with no other request of the run in flight: a target that serves one request after
 * another may have been late with it because of the others, and still be busy with them at first.
 * @returns the last exchange, if both time out
 */
export async function timesOutAlone(t: CheckContext, exchange: Exchange): Promise<Exchange | undefined> {
  let last: Exchange | undefined;
  for (const how of [{ evenIfHung: true }, t.runContext.longWaits.howAgain(exchange)]) {
    if (how === undefined) return undefined;
    const send = (alone: CheckContext) => alone.send({ ...sameAgain(alone, exchange), ...how, evenIfGivenUp: true });
    last = await t.exclusively(send);
    if (last.failure?.kind !== 'timeout') return undefined;
  }
  return last;
}
