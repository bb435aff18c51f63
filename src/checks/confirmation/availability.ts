/**
 * Whether the target is there at all. During a restart, or while a gateway cannot reach its service, every request is rejected for
 * seconds, which says nothing about the request.
 */
import type { Client } from '../../client/index.ts';
import { NotSent } from '../../client/index.ts';
import type { Exchange, OperationRequest } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { mayBeOutage } from '../../core/outage.ts';
import { needsCode } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { inconclusive } from '../conclusion.ts';
import type { RunContext } from '../run-context.ts';
import { Users } from '../users/users.ts';
import { validRequest } from '../valid-request.ts';

/** Another request of the run may disturb a probe, so that it is lost: only two in a row show that the target is away. */
const probes = 2;

type Probed = Pick<RunContext, 'client' | 'users' | 'creations' | 'canonical'>;

/** Whether the valid request of an operation, sent now, reaches the target; for one that needs a code, a search of logs. */
export async function isAvailable(probed: Probed, operation: Operation): Promise<boolean> {
  return (await timeOfProbe(probed, operation)) !== undefined;
}

/** How long that request took, ms: 0 if a limit of the run forbids it, undefined if the target was away. */
async function timeOfProbe(probed: Probed, operation: Operation): Promise<number | undefined> {
  const { creations, canonical } = probed;
  const own = needsCode(operation) ? 'logs' : operation;
  const { ms, lost } = await timeOf(probed, (users) => validRequest({ users, creations }, own, 'repeated'));
  if (ms !== undefined) return ms;
  // An operation that was never accepted, and cuts the connection each time, is not away if another one is answered meanwhile.
  const mayBeBroken = lost.every(({ failure }) => failure?.kind === 'cut') && canonical.of(own).accepted === 0;
  if (!mayBeBroken) return undefined;
  const other = await timeOf(probed, () => (own === 'logs' ? emptyCreation : { operation: 'logs' }));
  return other.ms === 0 ? undefined : other.ms;
}

/** It is answered, and creates nothing. */
const emptyCreation: OperationRequest = { operation: 'create', body: {}, typed: false };

/** How long a request took, as {@link timeOfProbe}, and the exchanges that were lost. */
async function timeOf({ client, users }: Probed, make: (users: Users) => OperationRequest) {
  const probing = client.probing();
  const own = new Users(probing, users.memory);
  const lost: Exchange[] = [];
  for (let probe = 1; probe <= probes; probe += 1) {
    const exchange = await sendProbe(probing, { ...make(own), connection: 'fresh' });
    if (exchange === undefined) return { ms: 0, lost };
    if (!mayBeOutage(exchange)) return { ms: exchange.ms, lost };
    lost.push(exchange);
  }
  return { ms: undefined, lost };
}

/** Undefined if a limit of the run forbids it; then the controls of the check itself must do. */
async function sendProbe(client: Client, request: Parameters<Client['send']>[0]): Promise<Exchange | undefined> {
  try {
    return await client.send({ ...request, throttle: 'accept' });
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}

/** Number of pauses in which a target may come back, each as long as its reads take to settle. */
const pauses = 5;

/** A time-out counts only if a valid request takes at most this share of it: a slower target may just be late. */
const promptShare = 1 / 2;

const probedOf = ({ client, users, creations, runContext }: CheckContext): Probed => ({
  client,
  users,
  creations,
  canonical: runContext.canonical,
});

/**
 * Sends a request while the target is there before and after it.
 * @returns the exchange, if it is `isBad`
 * @throws CheckConcluded (inconclusive) if the target was away each time, or so slow that a time-out shows nothing
 */
export async function failsWhileAvailable(
  t: CheckContext,
  operation: Operation,
  send: () => Promise<Exchange>,
  isBad: (exchange: Exchange) => boolean,
): Promise<Exchange | undefined> {
  const parts = probedOf(t);
  let last: Exchange | undefined;
  for (let attempt = 0; attempt <= pauses; attempt += 1) {
    if (attempt > 0 && t.client.troubles.isAway) break;
    if (attempt > 0) await t.clock.sleep(t.client.settleMs);
    const before = await timeOfProbe(parts, operation);
    if (before === undefined) continue;
    last = await send();
    if (!isBad(last)) return undefined;
    const after = await timeOfProbe(parts, operation);
    if (after === undefined || t.client.troubles.hasMetOutage(last)) continue;
    if (last.failure?.kind === 'timeout') requirePrompt(t, Math.max(before, after), last);
    return last;
  }
  return inconclusive(
    'the target was not available when the request was sent again',
    'a target that stays available during the run',
    last === undefined ? [] : [last],
  );
}

/** Whether the valid request of an operation is answered so soon now that a request without an answer in time must hang. */
export async function isAnsweredPromptly(t: CheckContext, operation: Operation): Promise<boolean> {
  const ms = await timeOfProbe(probedOf(t), operation);
  return ms !== undefined && ms > 0 && ms < t.settings.run.timeoutMs * promptShare;
}

function requirePrompt({ settings: { run } }: CheckContext, ms: number, late: Exchange): void {
  if (ms < run.timeoutMs * promptShare) return;
  inconclusive(
    `a request was not answered within ${run.timeoutMs} ms, but a valid one took ${Math.round(ms)} ms: the target may only be slow`,
    'a higher --timeout, or a lower --concurrency',
    [late],
  );
}

/** Watches one run of a check for outages: after each exchange that one may explain, it sends a valid request. */
export class AvailabilityWatch {
  /** What is watched now. */
  #watched: Probed | undefined;
  /** One probe for what fails within its time. */
  #probe: Promise<unknown> | undefined;
  #wasAway = false;

  constructor(run: RunContext) {
    run.client.listen((exchange) => {
      if (this.#watched === undefined || this.#probe !== undefined || !mayBeOutage(exchange)) return;
      // Beside others, load is shed: a probe would add to it.
      if (exchange.response?.status === 503 && run.client.isBusy) return;
      this.#probe = this.#ask(this.#watched, exchange.request.operation);
    });
  }

  /**
   * Runs `work`, and tells whether the target was away at any time of it.
   * @param watched how `work` sends: its probes are sent likewise
   */
  async during<T>(watched: Probed, work: () => Promise<T>): Promise<{ readonly result: T; readonly wasAway: boolean }> {
    this.#watched = watched;
    this.#wasAway = false;
    try {
      const result = await work();
      await this.#probe;
      return { result, wasAway: this.#wasAway };
    } finally {
      this.#watched = undefined;
    }
  }

  async #ask(watched: Probed, operation: Operation): Promise<void> {
    const isThere = await isAvailable(watched, operation);
    this.#wasAway ||= !isThere;
    this.#probe = undefined;
  }
}
