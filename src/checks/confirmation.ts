/**
 * Confirms a finding before it is reported: the whole check runs again after a pause, with nothing else of ours in flight
 * and nothing that was read before. What a limit, an outage, a lock, a cache or a late replica explains is gone by then;
 * a violation is still there. A finding that two of three runs of its check show is reported; any other is inconclusive.
 */
import type { ExchangeTally } from '../client/index.ts';
import { defaultSettleMs, lagFactor } from '../core/config.ts';
import type { Requirement } from '../core/requirement.ts';
import { LogMemory, type Patience } from '../log/log-memory.ts';
import { describeQuery, isPlain } from '../log/query.ts';
import type { Walk } from '../log/walk.ts';
import { type Ending, runToEnd } from './decide.ts';
import type { CheckFunction } from './registry.ts';
import { type ConfirmationMemory, confirmationContext, type RunContext } from './run-context.ts';

type Failure = Extract<Ending, { verdict: 'fail' }>;

/** What is run again. */
export interface Confirmable {
  readonly requirement: Requirement;
  readonly work: CheckFunction;
  readonly limitMs: number | undefined;
  /** Takes in the exchanges of the repetitions too. */
  readonly tally: ExchangeTally;
}

/** One confirmation at a time: the target serves nothing else of ours meanwhile. */
export class Confirmation {
  readonly #run: RunContext;
  /** What the second and the third runs of checks have read, which they share among them. */
  readonly #memories = new Map<number, ConfirmationMemory>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: RunContext) {
    this.#run = run;
  }

  /** How the check ends after it has run again: with the finding, or with what came instead of it. */
  confirm(check: Confirmable, found: Failure): Promise<Ending> {
    const confirmed = this.#last.then(() => this.#confirm(check, found));
    this.#last = confirmed.catch(() => undefined);
    return confirmed;
  }

  async #confirm(check: Confirmable, found: Failure): Promise<Ending> {
    const { settleMs = defaultSettleMs } = this.#run.settings.run;
    let other: Ending = found;
    for (let repetition = 2; repetition <= 3; repetition += 1) {
      await this.#run.client.clock.sleep(settleMs);
      const ending = await this.#again(check, this.#memoryFor(check, await this.#memoryOf(repetition, settleMs)));
      // The run may not send a repetition: the controls of the check itself must do. A throttle passes, as an outage does.
      if (ending.verdict === 'inconclusive' && ending.notSent !== undefined && ending.notSent !== 'throttled')
        return found;
      if (ending.verdict === 'fail') return { ...ending, reproduced: { times: 2, of: repetition } };
      if (ending.verdict === 'error') return ending;
      other = ending;
    }
    return other;
  }

  #again({ requirement, work, limitMs, tally }: Confirmable, memory: ConfirmationMemory): Promise<Ending> {
    return this.#run.client.confirm({ oneByOne: requirement.concurrent !== true }, (client) =>
      runToEnd(confirmationContext(this.#run, client, memory), requirement, work, tally, limitMs),
    );
  }

  /** What is about requests at once compares readings around each burst itself, with a separate memory. */
  #memoryFor({ requirement }: Confirmable, memory: ConfirmationMemory): ConfirmationMemory {
    if (requirement.concurrent !== true) return memory;
    return { logs: new LogMemory(this.#run.settings, this.#run.client.clock), memo: new Map() };
  }

  async #memoryOf(repetition: number, pauseMs: number): Promise<ConfirmationMemory> {
    const known = this.#memories.get(repetition);
    if (known !== undefined) return known;
    const patience = { pauseMs, lagMs: lagFactor * pauseMs, ...(await readBefore(this.#run)) };
    const memory: ConfirmationMemory = {
      logs: new LogMemory(this.#run.settings, this.#run.client.clock, patience),
      memo: new Map(),
    };
    this.#memories.set(repetition, memory);
    return memory;
  }
}

/** The plain walks that the run has read, and which logs it judges within a window. */
async function readBefore({ logs }: RunContext): Promise<Pick<Patience, 'earlier' | 'windowed'>> {
  const earlier = new Map<string, Walk>();
  for (const { id, walks } of logs.webhooks) {
    const walk = await walks.get(describeQuery({}))?.catch(() => undefined);
    if (walk !== undefined) earlier.set(id, walk);
  }
  const windowed = logs.webhooks.filter(({ scope }) => !isPlain(scope)).map(({ id }) => id);
  return { earlier, windowed: new Set(windowed) };
}
