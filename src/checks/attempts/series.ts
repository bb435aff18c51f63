/** The same valid request again and again: one by one, on one connection, many at once, and what is accepted of it. */
import { type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import type { CheckContext } from '../check-context.ts';
import { notApplicable, unconfigured } from '../conclusion.ts';
import { type CreationBody, isDuplicate } from '../creations.ts';
import { mayBeLimit, namesLimit } from '../traffic/limit-responses.ts';
import { isAcceptedOrDuplicate } from './positive-control.ts';

/** Requests that follow each other in one manner, in order of sending. */
export interface Series {
  readonly manner: string;
  readonly sent: readonly Exchange[];
  readonly accepts: (exchange: Exchange) => boolean;
}

/** Requests of each series at depth standard. What creates something is sent less often; the rest of the run is watched too. */
export const seriesSizes = {
  reads: { first: 0, onConnection: 11, atOnce: 10, last: 1 },
  writes: { first: 1, onConnection: 2, atOnce: 4, last: 1 },
} as const;

/** Sends the valid request once, with fresh values if a request uses something up. */
export type SendOnce = (how: Partial<OperationRequest>) => Promise<Exchange>;

/** Prepares what `count` requests use up. */
export type Sending = (count: number) => Promise<SendOnce>;

/** A request that was rejected though the same request was accepted later, or beside it. */
export interface LoneRejection {
  readonly rejected: Exchange;
  readonly accepted: Exchange;
  readonly manner: string;
}

/**
 * A kept connection may be closed by the server just as it is used (RFC 9112 §9.5), and a gateway may lose a request on the
 * way: that is not a rejection. A hang is.
 */
export const isLost = mayBeOutage;

export const isAcceptedBesideOthers = (exchange: Exchange): boolean =>
  isAcceptedOrDuplicate(exchange) || mayBeLimit(exchange);

/** Whether a request that may be one of several alike was rejected, with a status that names no limit. */
export const isUnlimitedRejection = (exchange: Exchange): boolean =>
  exchange.response !== null && !isAcceptedOrDuplicate(exchange) && !namesLimit(exchange);

/** The series of what was sent, without lost requests. */
export function seriesOf(manner: string, sent: readonly Exchange[], accepts = isAcceptedOrDuplicate): Series {
  return { manner, sent: sent.filter((exchange) => !isLost(exchange)), accepts };
}

interface OneByOne {
  readonly how?: Partial<OperationRequest>;
  /** Whether the exchanges so far show enough; all are sent unless given. */
  readonly isEnough?: (sent: readonly Series[]) => boolean;
}

export async function sendOneByOne(
  manner: string,
  sending: Sending,
  count: number,
  { how = {}, isEnough = () => false }: OneByOne = {},
): Promise<Series> {
  const send = await sending(count);
  const sent: Exchange[] = [];
  while (sent.length < count && !isEnough([seriesOf(manner, sent)])) sent.push(await send(how));
  return seriesOf(manner, sent);
}

export async function sendOnOneConnection(
  t: CheckContext,
  sending: Sending,
  count: number,
  options: Pick<OneByOne, 'isEnough'> = {},
): Promise<Series> {
  const connection = t.client.session();
  try {
    return await sendOneByOne('on one connection', sending, count, { ...options, how: { connection } });
  } finally {
    await connection.close();
  }
}

/**
 * A requirement about parallel requests needs at least two in progress.
 * @throws CheckConcluded if the target, or the configuration, allows one at a time
 */
export function requireSeveralAtOnce({ client, settings }: CheckContext): void {
  if (settings.run.concurrency === 1) unconfigured('--concurrency 2', 'requests are sent one after another');
  if (client.usage.inFlight.limit === 1)
    notApplicable(
      'not tested: the target serves one connection at a time, so that no two requests are in progress together',
    );
}

export async function sendAtOnce(sending: Sending, count: number): Promise<Series> {
  const send = await sending(count);
  const sent = await Promise.all(Array.from({ length: count }, () => send({})));
  return seriesOf('many at once', sent, isAcceptedBesideOthers);
}

/** Creations that differ, at once, each of which was accepted twice in a row. */
export async function sendDifferentAtOnce(t: CheckContext, bodies: readonly CreationBody[]): Promise<Series> {
  const send = (context: CheckContext, body: CreationBody) => context.send({ operation: 'create', body });
  // Beside others a limit may reject one of them, which then is left out.
  const twice = await Promise.all(
    bodies.map(async (body) => [body, await send(t, body), await send(t, body)] as const),
  );
  const repeatable = twice.some(([, first, second]) => isDuplicate(first) || isDuplicate(second))
    ? []
    : twice.flatMap(([body, first, second]) => (isAccepted(first) && isAccepted(second) ? [body] : []));
  const sent = repeatable.length < 2 ? [] : await Promise.all(repeatable.map((body) => send(t, body)));
  return seriesOf('different ones at once', sent, isAcceptedBesideOthers);
}

/** The rejections in all of the series. */
export function rejectionsIn(all: readonly Series[]): readonly Exchange[] {
  return all.flatMap(({ sent, accepts }) => sent.filter((exchange) => !accepts(exchange)));
}

/** The first rejection that is followed by an acceptance, in whichever series. */
export function findLoneRejection(all: readonly Series[]): LoneRejection | undefined {
  const accepted = all.flatMap(({ sent }) => sent.filter(isAcceptedOrDuplicate));
  for (const { manner, sent, accepts } of all)
    for (const exchange of sent)
      if (!accepts(exchange) && accepted.some(({ number }) => number > exchange.number))
        return { rejected: exchange, accepted: accepted[0]!, manner };
  return undefined;
}
