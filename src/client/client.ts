/**
 * The one way to the target: sends requests of the four operations, waits out throttling, and repeats what may safely be
 * repeated. It decides nothing about conformance. A client is a view of a connection that all views share: each
 * account on which requests are sent (a requirement's, everybody's, alone) has its own view.
 */
import type { Clock } from '../core/clock.ts';
import { defaultSettleMs, lagFactor, type Settings } from '../core/config.ts';
import type { Exchange, OperationRequest, Session } from '../core/exchange.ts';
import { equalItems, type ItemForm } from '../core/items/stable-item.ts';
import type { ExchangeTally } from './evidence/exchange-tally.ts';
import type { Recorder } from './evidence/recorder.ts';
import { ExclusiveLock, type Reach, Semaphore } from './limits/limits.ts';
import type { TargetTroubles } from './limits/target-troubles.ts';
import { NotSent } from './not-sent.ts';
import type { RunUsage } from './run-usage.ts';
import type { Secrets } from './secrets/secrets.ts';
import { isMethodAllowed, runsAlone, sendIfAllowed } from './send-if-allowed.ts';
import { type RequestScope, SharedConnection } from './shared-connection.ts';

const unscoped: RequestScope = {
  tallies: [],
  requirement: '',
  shared: false,
  confirming: false,
  sparing: false,
};

export class Client {
  readonly settings: Settings;
  readonly secrets: Secrets;
  readonly recorder: Recorder;
  readonly #connection: SharedConnection;
  readonly #scope: RequestScope;

  constructor(settings: Settings, connection = new SharedConnection(settings), scope = unscoped) {
    this.settings = settings;
    this.secrets = connection.secrets;
    this.recorder = connection.recorder;
    this.#connection = connection;
    this.#scope = scope;
  }

  /** The clock of this client and of all code that sends through it. */
  get clock(): Clock {
    return this.#connection.outside.clock;
  }

  /** How long reads of the target take to settle, ms: a cache or a replica may be behind until then. */
  get settleMs(): number {
    return this.settings.run.settleMs ?? defaultSettleMs;
  }

  /** After how long nothing lags behind any more, ms: any cache has expired, and any index has caught up. */
  get longestLagMs(): number {
    return lagFactor * this.settleMs;
  }

  /** What the target was asked for so far, by all views. */
  get usage(): RunUsage {
    return this.#connection.usage;
  }

  /** How the target refused, throttled and failed so far. */
  get troubles(): TargetTroubles {
    return this.#connection.watches;
  }

  /** From here on, the items of all logs are compared in this form: each reading writes them anew. */
  compareItemsIn(form: ItemForm): void {
    this.#connection.itemForm = form;
  }

  /** Whether the items of all logs are taken to be equal. */
  get takesItemsAsEqual(): boolean {
    return this.#connection.itemForm === equalItems;
  }

  /** Whether any request is in flight now, of whichever view. */
  get isBusy(): boolean {
    return this.#connection.isBusy;
  }

  /** Path of the base URL, with which every request target begins; without a slash at its end. */
  get pathPrefix(): string {
    return this.#connection.pathPrefix;
  }

  /** The valid token as it is and as it was during the run. */
  get validTokens(): readonly string[] {
    return this.#connection.tokens.valuesOf('valid');
  }

  /** Calls back with each exchange, whichever view sent it. */
  listen(listener: (exchange: Exchange) => void): void {
    this.#connection.listen(listener);
  }

  /** Calls back with the length of each long wait, ms: the target asks for fewer requests. */
  onWait(listener: (ms: number) => void): void {
    this.#connection.onWait(listener);
  }

  #view(change: Partial<RequestScope>): Client {
    return new Client(this.settings, this.#connection, { ...this.#scope, ...change });
  }

  /** A view whose exchanges `tally` takes in too; `requirement` is the id of the one that it decides. */
  counting(tally: ExchangeTally, requirement = this.#scope.requirement): Client {
    return this.#view({ tallies: [...this.#scope.tallies, tally], requirement });
  }

  /** A view for what several requirements share: its exchanges count for none, since any of them may come first. */
  sharing(name: string): Client {
    return this.#view({ tallies: [], requirement: name, shared: true });
  }

  /**
   * A view for a chain of requests, each of which depends on the one before: other requests of the same requirement do not delay
   * it (see {@link Semaphore}).
   */
  chain(): Client {
    return this.#view({ holder: Symbol('chain') });
  }

  /** Sets how many requests the whole run is expected to send. */
  expect(requests: number): void {
    this.#connection.forecast.expect(requests);
  }

  /** Whether the time of the run is too short for what is expected, at the pace of the target. */
  get isShortOfTime(): boolean {
    return this.#connection.forecast.isTooLong;
  }

  /** A view for a check that takes few requests without the valid token: see {@link BanWatch}. */
  sparing(): Client {
    return this.#view({ sparing: true });
  }

  /** Whether this view takes few requests without the valid token. */
  get isSparing(): boolean {
    return this.#scope.sparing;
  }

  /** Keeps this number of requests of the budget for later checks, instead of the number kept before. */
  keepForLater(requests: number): void {
    this.#connection.budget.keep(requests);
  }

  /** A view that may use the budget kept for later checks, except for the last `requests` requests. */
  leaving(requests: number): Client {
    return this.#view({ leaves: requests });
  }

  /**
   * Looks into what seems wrong now before all that comes later: nothing of the budget is kept, and the requests of this
   * requirement go ahead of others.
   */
  lookIntoFirst(): void {
    this.#connection.budget.keepNothing();
    this.#connection.sendFirst(this.#scope.requirement);
  }

  /** Notes that the check of this view relies on exchanges that were sent for another one. */
  noteUse(exchanges: readonly Exchange[]): void {
    for (const tally of this.#scope.tallies) for (const exchange of exchanges) tally.add(exchange);
  }

  /** The same for all that another tally holds so far. */
  noteUseOf(other: ExchangeTally): void {
    for (const tally of this.#scope.tallies) tally.addAll(other);
  }

  /**
   * Runs `work` with no other request of this run in flight. `work` must send through the view that it is given: a request
   * through any other view waits until `work` has ended. Within other exclusive work it runs as that does.
   * @param reach the operation whose requests wait, if no other can disturb the work
   */
  exclusively<T>(work: (client: Client) => Promise<T>, reach: Reach = 'all'): Promise<T> {
    if (this.isExclusive) return work(this);
    const { lock = this.#connection.lock } = this.#scope;
    return lock.runAlone(async () => {
      this.#connection.assertTimeLeft(this.#scope);
      return work(this.#view({ exclusive: reach }));
    }, reach);
  }

  /** Whether this client sends for work that runs exclusively. */
  get isExclusive(): boolean {
    return this.#scope.exclusive !== undefined;
  }

  /** Whether no other work of the run sends anything until the work of this client has ended: it must not wait for any. */
  get runsAlone(): boolean {
    return runsAlone(this.#scope);
  }

  /**
   * Runs `work`, which confirms a finding, with no other request of this run in flight and with a budget besides that of
   * the run. What `work` itself runs exclusively is kept apart from the rest of `work`.
   * @param oneByOne sends one request after another, so that no limit on what is in flight explains a rejection
   */
  confirm<T>({ oneByOne }: { readonly oneByOne: boolean }, work: (client: Client) => Promise<T>): Promise<T> {
    if (this.#scope.confirming) return work(this);
    const queue = oneByOne ? { queue: new Semaphore(1, this.clock) } : {};
    const inner = this.#view({ confirming: true, exclusive: undefined, lock: new ExclusiveLock(), ...queue });
    return this.#connection.lock.runAlone(async () => {
      this.#connection.assertTimeLeft({ confirming: true });
      return work(inner);
    });
  }

  /**
   * A view that waits for nothing else of the run: for requests that show whether the target is there at this moment. Where
   * this view sends one request after another, a probe takes its turn: beside it, a limit might reject what is probed for.
   */
  probing(): Client {
    const { queue } = this.#scope;
    return new Client(this.settings, this.#connection, {
      ...unscoped,
      ...(queue === undefined ? {} : { queue }),
      requirement: 'availability',
      shared: true,
      exclusive: 'all',
      confirming: true,
    });
  }

  /** Letters that no user's e-mail holds yet; each requirement draws its own sequence. */
  fresh(): string {
    return this.#connection.fresh.next(this.#scope.requirement);
  }

  /**
   * Waits for the code of a registered e-mail, from the configured source; nothing if none is configured.
   * @param waitMs longest wait, ms; as configured unless given
   * @returns all that may be the code, nothing if none arrived in time
   * @throws CodeSourceError if the source does not work, or does not respond in time; NotSent if the run ended meanwhile
   */
  async awaitCodes(email: string, waitMs?: number): Promise<readonly string[]> {
    const source = this.settings.fixtures.verificationCode;
    if (source === undefined) return [];
    const codes = await this.#connection.codes.await(source, email, waitMs, this.#connection.outside);
    // A wait that ended with the run proves nothing about a code.
    if (codes.length === 0) this.#connection.assertTimeLeft(this.#scope);
    return codes;
  }

  /** Whether the source of codes mixes up e-mails, such as this one with others. @throws CodeSourceError if it does not work */
  async mixesUpCodes(email: string): Promise<boolean> {
    const source = this.settings.fixtures.verificationCode;
    return source !== undefined && this.#connection.codes.ignoresEmails(source, email, this.#connection.outside);
  }

  /** Sends no further request, and throws {@link NotSent} instead. Requests in flight are given up. */
  stop(): void {
    this.#connection.stop();
  }

  session(): Session {
    return this.#connection.session();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Whether this run sends a method at all: one that replaces or deletes, only if its owner asks for it. */
  maySendMethod(method: string): boolean {
    return isMethodAllowed(method, this.settings.run);
  }

  /**
   * Sends one request of an operation. Any response, and a failed transport, is an exchange.
   * @throws NotSent if a limit forbids to send it
   * @throws OwnRequestError if a request that claims to be valid is not
   */
  send(request: OperationRequest): Promise<Exchange> {
    return sendIfAllowed(this.#connection, this.#scope, request);
  }
}
