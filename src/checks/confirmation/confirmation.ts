/**
 * Confirms a finding before it is reported: the whole check runs again after a pause, while no other request of the run is in
 * flight, and with an empty memory. Effects of a limit, an outage, a lock, a cache or a late replica are gone by then; a violation
 * is still there. A finding is reported if two of three runs of its check show it, and is inconclusive otherwise, or if it rests
 * on an assumption that does not hold (assumptions.ts). Where a finding names the case that showed it, that case alone runs first:
 * if it shows the finding again, the rest of the check would add nothing.
 */
import type { ExchangeTally } from '../../client/index.ts';
import { defined } from '../../core/defined.ts';
import type { Requirement } from '../../core/requirement.ts';
import { LogMemory, type Patience } from '../../log/log-memory.ts';
import { isPlain } from '../../log/query.ts';
import { type Case, CheckConcluded } from '../conclusion.ts';
import { type Ending, endingOf, type Failure, isAcceptance, runToEnd } from '../decide.ts';
import { Memo } from '../memo.ts';
import type { CheckFunction } from '../registry.ts';
import { type ConfirmationMemory, confirmationContext, type RunContext } from '../run-context.ts';
import { readBefore } from '../searches/earlier-walks.ts';
import { AssumptionLooks } from './assumption-looks.ts';
import { assumptionsOf, isTotalMoved, logChangedBehindCache, restingOn, restsOnLog } from './assumptions.ts';
import { AvailabilityWatch } from './availability.ts';
import { awayEachTime, shownOnce, unrepeated } from './unconfirmed.ts';

type Passed = Extract<Ending, { verdict: 'pass' }>;

/** A check that can run again. */
export interface Confirmable {
  readonly requirement: Requirement;
  readonly work: CheckFunction;
  readonly limitMs: number | undefined;
  /** Takes in the exchanges of the repetitions too. */
  readonly tally: ExchangeTally;
}

/** Runs of the check after the one that found something. */
const repetitions = [2, 3] as const;
/** Where the memory of a repetition is kept. */
const placeOf = (round: number, repetition: number): number => 3 * round + repetition;

/** Repetitions that an outage met and that do not count, after which the finding is left undecided. */
const toleratedOutages = 3;

/** Reasons for not sending a request that pass with time, so that the next repetition may send it. */
const passing: ReadonlySet<string> = new Set(['throttled', 'banned', 'user-paused']);

/** Whether a log was judged within a window. */
const hasWindow = ({ logs }: ConfirmationMemory): boolean => logs.webhooks.some(({ scope }) => !isPlain(scope));

/** One confirmation at a time, each while no other request of the run is in flight. */
export class Confirmation {
  readonly #run: RunContext;
  /** Readings of the second runs of all checks, which share them; likewise of the third runs. */
  readonly #memories = new Map<number, ConfirmationMemory>();
  /** What checks have read within a window of a log that the run judges as a whole. */
  #ofWindow: ConfirmationMemory | undefined;
  /** Ids of logs that have changed since the run read them: what is confirmed from then on is judged within a window of them. */
  readonly #changedLogs = new Set<string>();
  #latest: ConfirmationMemory | undefined;
  readonly #availability: AvailabilityWatch;
  readonly #looks: AssumptionLooks;
  #last: Promise<unknown> = Promise.resolve();

  constructor(run: RunContext) {
    this.#run = run;
    this.#availability = new AvailabilityWatch(run);
    this.#looks = new AssumptionLooks(run);
  }

  /** How the check ends after it has run again: with the finding, or with another conclusion. */
  confirm(check: Confirmable, found: Failure): Promise<Ending> {
    const since = isAcceptance(found) ? this.#run.client.clock.elapsed() : undefined;
    return this.#inTurn(() => this.#confirmOnAssumptions(check, found, since));
  }

  /** Reports a finding whose check cannot run again, or has repeated it itself, unless it rests on users that the target may treat as one. */
  async reportUnrepeated(check: Confirmable, found: Failure, notRepeated: string): Promise<Ending> {
    const ending = found.reproduced === undefined ? { ...found, notRepeated } : found;
    // Wrong shapes and values do not depend on who the users are.
    const assumptions = found.symptom?.kind === 'refused' ? await this.#looks.ofUsers(check, found) : [];
    const changedLog = restsOnLog(check.requirement) ? await this.#looks.changedLog(check, found) : undefined;
    if (changedLog !== undefined) return restingOn(ending, [...assumptions, logChangedBehindCache(changedLog)]);
    return assumptions.length === 0 ? ending : restingOn(ending, assumptions);
  }

  /**
   * Runs a check again within a window of the log, after the log changed while it was read, if the run judges the whole. A failure
   * there is a finding. A pass leaves it undecided: a bound alone, for one, is not tried within a window.
   * @param ending how the check ended on the whole log
   */
  seekWithinWindow(check: Confirmable, ending: Ending): Promise<Ending> {
    return this.#inTurn(() => this.#runWithinWindow(check, ending));
  }

  #inTurn(work: () => Promise<Ending>): Promise<Ending> {
    const ending = this.#last.then(work);
    this.#last = ending.catch(() => undefined);
    return ending;
  }

  async #runWithinWindow(check: Confirmable, ending: Ending): Promise<Ending> {
    if (!this.#isOfWholeLog(check) || check.requirement.concurrent === true) return ending;
    this.#ofWindow ??= await this.#openWindow();
    const { result } = await this.#again(check, this.#ofWindow);
    return result.verdict === 'fail' ? this.#confirmOnAssumptions(check, result) : ending;
  }

  /** A memory that judges every log within a window. */
  async #openWindow(): Promise<ConfirmationMemory> {
    const windowed = new Set(this.#run.logs.webhooks.map(({ id }) => id));
    return this.#newMemory({ windowed });
  }

  /**
   * The finding is reported only if its assumptions hold around the confirmation.
   * @param since when the pause before the second run began, ms of run time; it begins now unless given. A finding that something
   * was accepted may spend its pause waiting for its turn: no other request explains an acceptance.
   */
  async #confirmOnAssumptions(check: Confirmable, found: Failure, since?: number): Promise<Ending> {
    const { operation } = check.requirement;
    const { client } = this.#run;
    const { settleMs } = client;
    const ofLog = restsOnLog(check.requirement) && found.whateverChanges !== true;
    if (operation === null) return this.#confirm(check, found, 1, since);
    // Neither an expired token nor an outage makes a target accept a request.
    if (isAcceptance(found) && check.requirement.area !== 'logs') return this.#confirmAcceptance(check, found, since);
    const ofUsers = await this.#looks.ofUsers(check, found);
    if (ofUsers.some(({ result }) => result === 'fails')) return restingOn(found, ofUsers);
    const look = () => this.#looks.look(check, operation, ofLog);
    let ending: Ending = found;
    // A log may have changed during one confirmation by chance: a second one decides.
    for (let round = 1; round <= 2; round += 1) {
      const ofFirst = round === 1 ? since : undefined;
      const from = ofFirst ?? client.clock.elapsed();
      const before = await (round === 1 ? this.#looks.first(check, operation, found, ofLog) : look());
      ending = await this.#confirm(check, found, round, ofFirst);
      if (ending.verdict !== 'fail') return ending;
      const after = await look();
      const again = isTotalMoved({ before, after }) ? [await look(), await look()] : [];
      const pauseMs = client.clock.elapsed() - from;
      const isWindowed = this.#latest !== undefined && hasWindow(this.#latest);
      const changedLog = ofLog ? await this.#looks.changedLog(check, ending, { isWindowed }) : undefined;
      if (changedLog !== undefined) this.#changedLogs.add(changedLog);
      const looks = { before, after, again, isWindowed, changedLog, ofUsers, pauseMs, settleMs };
      const assumptions = assumptionsOf(check.requirement, looks);
      ending = restingOn(ending, assumptions);
      if (ending.verdict === 'fail') return ending;
    }
    return ending;
  }

  async #confirmAcceptance(check: Confirmable, found: Failure, since?: number): Promise<Ending> {
    const ending = await this.#confirm(check, found, 1, since);
    const assumptions = ending.verdict === 'fail' ? await this.#looks.ofUsers(check, found) : [];
    return ending.verdict === 'fail' && assumptions.length > 0 ? restingOn(ending, assumptions) : ending;
  }

  /** Whether the confirmations of a round judged a log within a window. */
  #isWindowed(round: number): boolean {
    const ofRound = repetitions.flatMap((repetition) => this.#memories.get(placeOf(round, repetition)) ?? []);
    return ofRound.some(hasWindow);
  }

  /** Whether the run judges its logs as a whole, so that a finding is about the whole log. */
  #isOfWholeLog({ requirement }: Confirmable): boolean {
    return requirement.area === 'logs' && this.#run.logs.webhooks.every(({ scope }) => isPlain(scope));
  }

  /** @param since when the pause before the second run began, ms of run time; if left out it begins now */
  async #confirm(check: Confirmable, found: Failure, round: number, since?: number): Promise<Ending> {
    const { settleMs, clock } = this.#run.client;
    const waitedMs = since === undefined ? 0 : clock.elapsed() - since;
    let other: Ending = found;
    let outages = 0;
    for (let repetition = 2; repetition <= 3; repetition += 1) {
      const isFirst = repetition === 2 && outages === 0;
      await clock.sleep(isFirst ? Math.max(0, settleMs - waitedMs) : settleMs);
      const place = placeOf(round, repetition);
      const memory = this.#memoryFor(check, await this.#memoryOf(place, settleMs));
      this.#latest = memory;
      const { result: ending, wasAway } = await (repetition === 2
        ? this.#repeat(check, memory, found)
        : this.#again(check, memory, { oneByOne: !isAcceptance(found) && check.requirement.concurrent !== true }));
      if (wasAway && ending.verdict === 'fail') {
        outages += 1;
        if (outages > toleratedOutages) return awayEachTime;
        this.#memories.delete(place);
        repetition -= 1;
        continue;
      }
      // The run may not send a repetition: the controls of the check itself must do. A throttle passes, as an outage and a ban do.
      if (ending.verdict === 'inconclusive' && ending.notSent !== undefined && !passing.has(ending.notSent)) {
        if (repetition === 2) return unrepeated(check.requirement, found, ending.message);
        return other.verdict === 'pass' ? shownOnce(found, ending) : other;
      }
      if (ending.verdict === 'fail') return { ...ending, reproduced: { times: 2, of: repetition } };
      if (ending.verdict === 'error') return ending;
      other = ending;
    }
    if (other.verdict !== 'pass') return other;
    return this.#isOfWholeLog(check) && this.#isWindowed(round)
      ? this.#confirmOnWhole(check, found, other)
      : this.#excuse(check, found, other);
  }

  /**
   * A pass within a window does not clear a finding about the whole log: in a window, every search has both bounds, so a bound
   * alone is not tried. Nor would a second finding prove anything: a growing log may show the same twice.
   */
  async #confirmOnWhole(check: Confirmable, found: Failure, ofWindow: Passed): Promise<Ending> {
    const { result } = await this.#again(check, await this.#newMemory({ isWhole: true }));
    if (result.verdict === 'pass') return this.#excuse(check, found, ofWindow);
    return {
      verdict: 'inconclusive',
      message: `the log grows, and the part of it that no longer changes does not show what the whole log did: ${found.message}`,
      wouldDecide: 'a webhook whose log is quiet during the run',
      proof: found.proof,
    };
  }

  /**
   * A finding that two more runs do not show is excused, and counted. A request that must be rejected and was accepted twice is
   * not excused, since no disturbance does that: the requirement stays undecided.
   */
  #excuse({ requirement }: Confirmable, found: Failure, ending: Passed): Ending {
    const { message, proof } = found;
    this.#run.excuses.unconfirmed.push({ requirement, message, proof });
    const excused = `a finding did not recur in two more runs of the check: ${message}`;
    if (!isAcceptance(found)) return { ...ending, message: excused };
    return {
      verdict: 'inconclusive',
      message: excused,
      wouldDecide: 'further runs: it may depend on what is sent beside it',
      proof,
    };
  }

  /**
   * Runs the check again: first only the requests that showed the finding; if they show nothing now, the whole case; if that shows
   * nothing either, all cases.
   */
  async #repeat(check: Confirmable, memory: ConfirmationMemory, found: Failure) {
    const { showsAgain } = found.case ?? {};
    if (showsAgain !== undefined) {
      const work: CheckFunction = async (t) => {
        if (await showsAgain(t)) throw new CheckConcluded(found);
        return undefined;
      };
      const repeated = await this.#again({ ...check, work }, memory, defined({ onlyCase: found.case }));
      if (repeated.result.verdict === 'fail') return repeated;
    }
    if (found.case?.name !== undefined) {
      const { result, wasAway } = await this.#again(check, memory, { onlyCase: found.case });
      // As many samples were tried as before the finding.
      if (result.verdict === 'fail') return { result: { ...result, ...defined({ samples: found.samples }) }, wasAway };
    }
    return this.#again(check, memory);
  }

  /**
   * Runs the check again, and tells whether the target was away meanwhile. Never throws: the run may be out of time before it starts.
   * @param how `oneByOne` sends one request after another, unless the requirement is about requests at once
   */
  async #again(
    { requirement, work, limitMs, tally }: Confirmable,
    memory: ConfirmationMemory,
    { onlyCase, oneByOne = requirement.concurrent !== true }: { onlyCase?: Case; oneByOne?: boolean } = {},
  ) {
    try {
      return await this.#run.client.confirm({ oneByOne }, (client) => {
        const context = confirmationContext(this.#run, client, memory, onlyCase);
        return this.#availability.during(context, () => runToEnd(context, requirement, work, tally, limitMs));
      });
    } catch (error) {
      return { result: endingOf(this.#run, error), wasAway: false };
    }
  }

  /** A check about requests at once compares readings around each burst itself, with a separate memory. */
  #memoryFor({ requirement }: Confirmable, memory: ConfirmationMemory): ConfirmationMemory {
    if (requirement.concurrent !== true) return memory;
    return { logs: new LogMemory(this.#run.settings, this.#run.client.clock), memo: new Memo() };
  }

  async #memoryOf(repetition: number, pauseMs: number): Promise<ConfirmationMemory> {
    const memory = this.#memories.get(repetition) ?? (await this.#newMemory({ pauseMs }));
    this.#memories.set(repetition, memory);
    return memory;
  }

  /** A memory without anything that was read before, for which logs are read patiently. */
  async #newMemory(how: Partial<Patience>): Promise<ConfirmationMemory> {
    const { settings, client } = this.#run;
    const { settleMs: pauseMs, longestLagMs: lagMs, clock } = client;
    const before = await readBefore(this.#run);
    const windowed = new Set([...before.windowed, ...this.#changedLogs]);
    const patience = { pauseMs, lagMs, ...before, windowed, ...how };
    return { logs: new LogMemory(settings, clock, patience), memo: new Memo() };
  }
}
