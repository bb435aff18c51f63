/** What one check works with: requests, users, logs and observations of the run, all on behalf of its requirement. */
import { type Client, ExchangeTally } from '../client/index.ts';
import type { Clock } from '../core/clock.ts';
import type { TruthEntry } from '../core/config.ts';
import type { Exchange, OperationRequest } from '../core/exchange.ts';
import { canonicalItem } from '../core/items/canonical-item.ts';
import { allPoints, type Point } from '../core/points.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Samples } from '../core/verdict.ts';
import type { Operation, OperationWithoutCode } from '../interface/operations.ts';
import { type Baseline, Logs } from '../log/logs.ts';
import type { NavigationOptions } from '../log/navigation/navigation.ts';
import type { NavigationResult } from '../log/navigation/navigation-check.ts';
import type { Step } from '../log/navigation/navigation-finding.ts';
import type { LogQuery } from '../log/query.ts';
import type { Oracle } from '../log/relations/relation-check.ts';
import { pointsOfNavigation, pointsOfWalks } from '../log/situations.ts';
import type { Walk } from '../log/walk.ts';
import type { WebhookLog } from '../log/webhook-log.ts';
import { type ControlledAttempt, isAcceptedOrDuplicate, PositiveControls } from './attempts/positive-control.ts';
import { type Case, validRejected } from './conclusion.ts';
import { Effort } from './effort.ts';
import { checkProperty, type PropertyOptions } from './property.ts';
import type { RunContext } from './run-context.ts';
import { followSteps } from './searches/follow-steps.ts';
import { type BaselineNeeds, caseOf, requireBaseline, requireRelation } from './searches/log-preconditions.ts';
import type { WatchedTraffic } from './traffic/traffic-monitor.ts';
import { Users } from './users/users.ts';
import { validRequest } from './valid-request.ts';

interface Remarks {
  window: string | undefined;
  readonly reached: Set<Point>;
}

export class CheckContext {
  readonly runContext: RunContext;
  readonly requirement: Requirement;
  /** Aborts when the check's time is up. */
  readonly signal: AbortSignal;
  /** The view of the client through which everything for this check is sent. */
  readonly client: Client;
  readonly users: Users;
  readonly logs: Logs;
  /** What the depth of the run takes of the cases that a check states. */
  readonly effort: Effort;

  /** Shared by all views of one check. */
  readonly #remarks: Remarks;

  constructor(
    run: RunContext,
    requirement: Requirement,
    signal: AbortSignal,
    client = run.client,
    remarks: Remarks = { window: undefined, reached: new Set() },
  ) {
    this.#remarks = remarks;
    this.runContext = run;
    this.requirement = requirement;
    this.signal = signal;
    this.client = client;
    this.users = new Users(client, run.users.memory);
    this.logs = new Logs(run.logs, client);
    const { depth, samplePart } = run.settings.run;
    this.effort = new Effort(client.isSparing ? 'quick' : depth, this.seed, samplePart);
  }

  #view(client: Client): CheckContext {
    return new CheckContext(this.runContext, this.requirement, this.signal, client, this.#remarks);
  }

  /** A context for requests that several requirements share: they are counted for none of them. */
  sharing(name: string): CheckContext {
    return this.#view(this.client.sharing(name));
  }

  /** A view that may use the budget kept for later checks, except for the last `requests` requests. */
  leaving(requests: number): CheckContext {
    return this.#view(this.client.leaving(requests));
  }

  /** A view for requests that wait for each other, which the many others of the requirement do not delay. */
  chain(): CheckContext {
    return this.#view(this.client.chain());
  }

  /** A view for values that checks share by {@link once}: which check comes first does not change its fresh values. */
  named(name: string): CheckContext {
    return this.#view(this.client.counting(new ExchangeTally(), name));
  }

  /**
   * Runs `work` while no other request of the run is in flight; it must use the context, and its logs, that it is given.
   * @param reach the only operation that can disturb the work; others may then stay in flight
   */
  exclusively<T>(work: (t: CheckContext) => Promise<T>, reach?: Operation): Promise<T> {
    return this.client.exclusively((client) => work(this.#view(client)), reach);
  }

  get clock(): Clock {
    return this.client.clock;
  }
  get creations() {
    return this.runContext.creations;
  }
  get settings() {
    return this.runContext.settings;
  }
  get traffic() {
    return this.runContext.traffic;
  }
  get observations() {
    return this.runContext.observations;
  }

  /** The truth file's entries for a webhook's log, items in the form in which they are compared; empty without one. */
  truth(webhook: string): readonly TruthEntry[] {
    const { truth = [] } = this.settings.fixtures.webhooks.find((fixture) => fixture.id === webhook) ?? {};
    return truth.map((entry) => ({ ...entry, item: canonicalItem(entry.item) }));
  }

  /**
   * The run's seed, the requirement's id and the part of the samples: each check draws its own values, whatever runs beside it.
   */
  get seed(): number {
    const { seed, samplePart } = this.settings.run;
    let hash = (seed + 0x9e3779b9 * (samplePart?.index ?? 0)) | 0;
    for (const char of this.requirement.id) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
    return hash >>> 1;
  }

  /**
   * The value of `make`, made once in a run: by the check that asks first. Its exchanges count for every check that uses the
   * value. A failure is forgotten, so that the next check tries again.
   */
  once<T>(key: string, make: (t: CheckContext) => T): T {
    return this.runContext.memo.once(key, this.client, (client) => make(this.#view(client)));
  }

  /** Like {@link once} if checks share what the same request shows (see {@link Effort.isLean}); else made anew. */
  share<T>(key: string, make: (t: CheckContext) => T): T {
    return this.effort.isLean ? this.once(key, make) : make(this);
  }

  /** Like {@link once} for a reading, which leaves nothing behind; made anew if nothing is left out for its cost. */
  shareReading<T>(key: string, make: (t: CheckContext) => T): T {
    return this.effort.sharesReadings ? this.once(key, make) : make(this);
  }

  /** Forgets what {@link once} remembers under a key. */
  forget(key: string): void {
    this.runContext.memo.forget(key);
  }

  send(request: OperationRequest): Promise<Exchange> {
    return this.client.send({ signal: this.signal, ...request });
  }

  /** The configured valid request of an operation, sent; register takes a fresh e-mail. It must be accepted. */
  async sendCanonical(operation: OperationWithoutCode, how: Partial<OperationRequest> = {}): Promise<Exchange> {
    return this.send({ ...this.canonicalRequest(operation), ...how });
  }

  canonicalRequest(operation: OperationWithoutCode): OperationRequest {
    return { ...validRequest(this, operation), canonical: true };
  }

  /**
   * Sends the valid request changed by `how` in the one way that must be rejected, between positive controls.
   * @param alone sends it in a separate batch, and for verify with a separate user
   */
  async attempt(operation: Operation, how: Partial<OperationRequest>, alone = false): Promise<ControlledAttempt> {
    const controls = this.once('positive controls', () => new PositiveControls(this.runContext));
    const attempt = await controls.attempt(this, operation, how, alone);
    this.client.noteUse([attempt.before, attempt.after]);
    return attempt;
  }

  /** The rejections of requests without the valid token that were seen so far, whichever check sent them. */
  rejections(operation: Operation): readonly Exchange[] {
    const seen = this.runContext.rejections.of(operation);
    this.client.noteUse(seen);
    return seen;
  }

  /** What the traffic monitor has judged for this requirement in the whole run so far: the verdict rests on all of it. */
  get findings(): Omit<WatchedTraffic, 'judged'> & { readonly judged: number } {
    const { judged, ...found } = this.traffic.findingsFor(this.requirement.id);
    this.client.noteUseOf(judged);
    return { judged: judged.count, ...found };
  }

  /** The first complete reading of the logs; inconclusive, with what to do, if it cannot be judged. */
  async baseline(needs: BaselineNeeds = {}): Promise<Baseline> {
    const baseline = await requireBaseline(this.logs, needs);
    this.#remarks.window = baseline.window;
    return baseline;
  }

  /**
   * The cases that the check tries: all, or while a finding is confirmed, the one that showed it. A finding names its case as `case`.
   * @param nameOf names a case in the same way in each run of the check
   */
  casesOf<T>(cases: readonly T[], nameOf: (one: T) => string): readonly T[] {
    const { onlyCase } = this;
    return onlyCase === undefined ? cases : cases.filter((one) => nameOf(one) === onlyCase.name);
  }

  /** The case on which a finding is confirmed now; undefined if the check tries all of its cases. */
  get onlyCase(): Case | undefined {
    return this.runContext.onlyCase;
  }

  /** Marks situations that give the check its power, once it has met them. */
  reached(...met: readonly Point[]): void {
    for (const point of met) this.#remarks.reached.add(point);
  }

  /** The situations that were met, in the order of the table. */
  get reachedPoints(): readonly Point[] {
    return allPoints.filter((point) => this.#remarks.reached.has(point));
  }

  /** What a pass without a message says: that the log was judged within a window. */
  get remark(): string | undefined {
    return this.#remarks.window;
  }

  /**
   * Requires a relation between queries of a log. A violation is reported only if both sides, read again alone, agree with
   * themselves and the relation fails again. Returns the walks on which it holds; none if only another case is tried now.
   * @param whenUnsteady may tell why no two readings agree, before that leaves the relation undecided
   */
  async expect(
    log: WebhookLog,
    queries: readonly LogQuery[],
    oracle: Oracle,
    whenUnsteady?: () => Promise<void>,
  ): Promise<readonly Walk[]> {
    const relation = caseOf(log, queries);
    if (this.casesOf([relation], ({ name }) => name).length === 0) return [];
    const result = await log.checkRelation(queries, oracle);
    if (result.kind === 'unstable' || result.kind === 'live') await whenUnsteady?.();
    const walks = requireRelation(result, relation);
    this.reached(...pointsOfWalks(walks));
    return walks;
  }

  /** Reads walks at once that the check then judges one by one. A reading that fails throws only if its walk is used. */
  async readAtOnce(log: WebhookLog, queries: readonly LogQuery[]): Promise<void> {
    if (this.onlyCase !== undefined) return;
    await Promise.allSettled(queries.map((query) => log.walk(query)));
  }

  /**
   * Follows steps along `next` and `prev`, with control; checks share what the same steps showed.
   * @param options what else is required; see {@link NavigationOptions}
   */
  async navigate(
    log: WebhookLog,
    query: LogQuery,
    steps: readonly Step[],
    options: NavigationOptions = {},
  ): Promise<NavigationResult> {
    const result = await followSteps(this, log, query, steps, options);
    if (result.kind === 'holds') this.reached(...pointsOfNavigation(result.navigation, query));
    return result;
  }

  /**
   * A property over generated values, several in flight. A value that violates it is shrunk and reported.
   * @returns how many samples decided it, and of which kinds they were
   */
  property<T>(options: PropertyOptions<T>): Promise<Samples> {
    return checkProperty(this, options);
  }

  /** Inconclusive unless the exchange, a positive control, was accepted: an outage or a throttle proves nothing. */
  requireAccepted(exchange: Exchange, what: string): void {
    if (isAcceptedOrDuplicate(exchange)) return;
    const { request, response, failure } = exchange;
    const message = `${what} was not accepted (${response?.status ?? failure?.message}), so a rejection would prove nothing`;
    validRejected(request.operation, message, what, [exchange]);
  }
}
