/** What one check has in hand while it decides its row. */
import type { Arbitrary } from 'fast-check';
import { type Client, NotSent } from '../client/index.ts';
import type { TruthEntry } from '../core/config.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../core/exchange.ts';
import { seededRandom } from '../core/random.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Samples } from '../core/verdict.ts';
import { sampleProperty } from '../generators/sampling.ts';
import type { OperationWithoutCode } from '../interface/operations.ts';
import { Logs } from '../log/logs.ts';
import { fail, inconclusive, type Proof } from './conclusion.ts';
import type { RunContext } from './run-context.ts';
import { Users } from './users.ts';
import { validRequest } from './valid-request.ts';

/** What a sample of a property found wrong, with what proves it. */
export interface Finding {
  readonly message: string;
  readonly proof: readonly Proof[];
}

export interface PropertyOptions<T> {
  readonly arbitrary: Arbitrary<T>;
  /** Samples at depth `standard`; `quick` takes a fifth, `deep` 25 times as many. */
  readonly runs: number;
  /** Samples at depth `quick`, where a fifth is not what it should be. */
  readonly atQuick?: number;
  /** Values that come first and count as samples. */
  readonly examples?: readonly T[];
  /** What kind of input a sample is, for the distribution in the report. */
  readonly kind?: (value: T) => string;
  readonly judge: (value: T, signal: AbortSignal) => Promise<Finding | undefined>;
  /** How the counterexample is shown. */
  readonly show?: (value: T) => unknown;
  readonly symptom?: Extract<Parameters<typeof fail>[2], object>['symptom'];
}

export class CheckContext {
  readonly runContext: RunContext;
  readonly requirement: Requirement;
  /** Aborts when the check's time is up. */
  readonly signal: AbortSignal;

  /** Through which all that this trial causes is sent. */
  readonly client: Client;
  readonly users: Users;
  readonly logs: Logs;

  constructor(context: RunContext, row: Requirement, signal: AbortSignal, client = context.client) {
    this.runContext = context;
    this.requirement = row;
    this.signal = signal;
    this.client = client;
    this.users = new Users(client, context.users.memory);
    this.logs = new Logs(context.logs, client);
  }

  /** The trial for what several requirements share: what it sends counts for none of them. */
  sharing(name: string): CheckContext {
    return new CheckContext(this.runContext, this.requirement, this.signal, this.client.sharing(name));
  }

  /** Runs `work` with nothing else of ours in flight; it must use the trial, and the logs, that it is given. */
  exclusively<T>(work: (trial: CheckContext) => Promise<T>): Promise<T> {
    return this.client.exclusively((client) =>
      work(new CheckContext(this.runContext, this.requirement, this.signal, client)),
    );
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

  /** What the configured truth file says of a webhook's log; empty without one. */
  truth(webhook: string): readonly TruthEntry[] {
    return this.settings.fixtures.webhooks.find((fixture) => fixture.id === webhook)?.truth ?? [];
  }

  /** The run's seed and the row's id: each row draws its own values, whatever else runs. */
  get seed(): number {
    let hash = this.settings.run.seed | 0;
    for (const char of this.requirement.id) hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
    return hash >>> 1;
  }

  /** Whether the run may send a few hundred requests only, a handful a row: one telling case instead of all. */
  get quick(): boolean {
    return this.settings.run.depth === 'quick';
  }

  /** How many samples the depth asks for, where `standard` asks for `runs`; `quick` takes a fifth unless given, `deep` ten times as many. */
  sampleCount(runs: number, atQuick = Math.ceil(runs / 5)): number {
    return Math.max(this.quick ? atQuick : runs * (this.settings.run.depth === 'deep' ? 10 : 1), 1);
  }

  /**
   * The whole of a list of cases; at `quick` so many of it: the first `sure` ones, which are to be the most telling, and
   * of the others those that the seed draws, in their order.
   */
  sampleOf<T>(cases: readonly T[], atQuick: number, sure = Math.min(1, atQuick)): readonly T[] {
    if (!this.quick || cases.length <= atQuick) return cases;
    const random = seededRandom(this.seed);
    const drawn = cases
      .map((_, at) => ({ at, rank: at < sure ? -1 : random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, atQuick);
    return drawn
      .map(({ at }) => at)
      .sort((a, b) => a - b)
      .map((at) => cases[at]!);
  }

  send(request: OperationRequest): Promise<Exchange> {
    return this.client.send({ signal: this.signal, ...request });
  }

  /** The canonical valid request of an operation: a fresh e-mail for register; verify has none of its own. */
  async sendCanonical(operation: OperationWithoutCode, how: Partial<OperationRequest> = {}): Promise<Exchange> {
    return this.send({ ...this.canonicalRequest(operation), ...how });
  }

  canonicalRequest(operation: OperationWithoutCode): OperationRequest {
    return { ...validRequest(this, operation), canonical: true };
  }

  /**
   * A property over generated values, several in flight; throws the decision when a value breaks it, shrunk. Gives how
   * many samples decided it and of which kinds they were.
   */
  async property<T>(options: PropertyOptions<T>): Promise<Samples> {
    const numRuns =
      this.settings.run.depth === 'deep' ? 25 * options.runs : this.sampleCount(options.runs, options.atQuick);
    let found = false;
    const judge = async (value: T, signal: AbortSignal): Promise<Finding | undefined> => {
      try {
        const finding = await options.judge(value, signal);
        found ||= finding !== undefined;
        return finding;
      } catch (error) {
        // What was found stands, though there is nothing left to make it smaller.
        if (found && error instanceof NotSent && error.reason === 'budget') return undefined;
        throw error;
      }
    };
    const result = await sampleProperty<T, Finding>({
      arbitrary: options.arbitrary,
      seed: this.seed,
      numRuns,
      concurrency: Math.min(this.settings.run.concurrency, 32),
      shrinkConcurrency: Math.min(this.settings.run.concurrency, 8),
      // A sample may be several walks, and may wait for its turn: what bounds it is the time-out of each request.
      sampleTimeoutMs: Math.max(this.settings.run.timeoutMs * 4, 60_000),
      shrinkBudget: { samples: this.quick ? 25 : 200, ms: 20_000 },
      signal: this.signal,
      ...(options.examples === undefined ? {} : { examples: options.examples }),
      ...(options.kind === undefined ? {} : { kindOf: options.kind }),
      judge,
    });
    const samples = { count: result.numRuns, kinds: result.kinds };
    if (result.failed !== undefined) {
      const { failure, value, shrinks, seed, path } = result.failed;
      throw fail(failure.message, failure.proof, {
        counterexample: { input: options.show?.(value) ?? value, shrinks, seed, path },
        samples,
        ...(options.symptom === undefined ? {} : { symptom: options.symptom }),
      });
    }
    if (result.interrupted !== undefined)
      throw inconclusive(
        `only ${result.numRuns} of ${numRuns} samples were decided`,
        'a faster target, or a higher --timeout',
      );
    return samples;
  }

  /** Throws `inconclusive` unless a twin of a refused request is accepted: an outage or a throttle proves nothing. */
  requireAccepted(exchange: Exchange, what: string): void {
    if (isAccepted(exchange)) return;
    throw inconclusive(
      `${what} was not accepted (${exchange.response?.status ?? exchange.failure?.message}), so a refusal would prove nothing`,
      `a target that accepts ${what}; see ${exchange.request.operation}/accepts-valid`,
      [exchange],
    );
  }
}
