/**
 * Sends the requests that test what a finding rests on (assumptions.ts): valid ones around its confirmation, the registration
 * of two users that the target may treat as one, and questions to the source of codes.
 */
import { CodeSourceError, type ExchangeTally, NotSent } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Requirement } from '../../core/requirement.ts';
import type { Assumption } from '../../core/verdict.ts';
import type { Operation } from '../../interface/operations.ts';
import { areCurrent } from '../../log/change/current-pages.ts';
import { hasChangedInRun } from '../../log/change/moving-log.ts';
import { lastValid } from '../attempts/shared-controls.ts';
import { CheckContext } from '../check-context.ts';
import { CheckConcluded } from '../conclusion.ts';
import { exchangeOf, type Failure, isAcceptance } from '../decide.ts';
import { Memo } from '../memo.ts';
import { confirmationContext, type RunContext } from '../run-context.ts';
import { differAfterPlus } from '../users/merged-users.ts';
import { codesDiffer, type Look, lookAt, searchByStatus, usersDiffer } from './assumptions.ts';

/** The check whose finding is tested. */
interface Tested {
  readonly requirement: Requirement;
  readonly tally: ExchangeTally;
}

/** Age up to which a valid request that was accepted stands for one before the confirmation, ms. */
const freshMs = 2000;

export class AssumptionLooks {
  readonly #run: RunContext;

  constructor(run: RunContext) {
    this.#run = run;
  }

  /** The look before a confirmation, of which a valid request that was accepted just before shows a part. */
  async first(check: Tested, operation: Operation, found: Failure, ofLog: boolean): Promise<Look | undefined> {
    const own = this.#seenBefore(operation, found);
    if (own === undefined) return this.look(check, operation, ofLog);
    return ofLog ? this.#alone(check, async (t) => ({ own, ofStatus: await searchByStatus(t) })) : { own };
  }

  /**
   * A valid request that was accepted just before, and no other was rejected since. If the finding is an acceptance, a later
   * rejection does not count: the accepted request may have used up the code.
   */
  #seenBefore(operation: Operation, { symptom }: Failure): Exchange | undefined {
    const { last, isGood } = lastValid(this.#run, operation);
    if (last === undefined || !(isGood || symptom?.kind === 'accepted')) return undefined;
    return this.#run.client.clock.now() - last.startedAt < freshMs ? last : undefined;
  }

  /** Undefined if the run has no request left, or the target sends no code. */
  look(check: Tested, operation: Operation, ofLog: boolean): Promise<Look | undefined> {
    return this.#alone(check, (t) => lookAt(t, operation, ofLog));
  }

  /** The id of a log that has changed since the run first read it, of those whose pages contradict each other. */
  changedLog(check: Tested, { proof, symptom }: Failure, { isWindowed = false } = {}): Promise<string | undefined> {
    const pages = proof.map(exchangeOf).filter(({ request }) => request.operation === 'logs');
    // One page contradicts nothing, and a rejection or a wrong shape is one whatever the log has.
    if (pages.length < 2 || (symptom !== undefined && symptom.kind !== 'check')) return Promise.resolve(undefined);
    const ids = new Set(pages.map(({ request }) => request.webhook));
    // What a window holds stays the same; but another log may be judged as a whole.
    if (isWindowed) for (const { request } of pages) if (isBounded(request)) ids.delete(request.webhook);
    return this.#alone(check, async ({ logs }) => {
      for (const log of logs.all) {
        if (!ids.has(log.id) || !(await hasChangedInRun(log))) continue;
        const own = pages.filter(({ request }) => request.webhook === log.id);
        if (!(await areCurrent(log, own))) return log.id;
      }
      return undefined;
    });
  }

  /** Whether the target and the source of codes tell users apart; only tested if the finding rests on it. */
  async ofUsers(check: Tested, found: Failure): Promise<readonly Assumption[]> {
    const { operation, area } = check.requirement;
    // Acceptance without the valid token does not depend on who the users are.
    const isAboutUsers = area !== 'auth' || !isAcceptance(found);
    if (!isAboutUsers || !(operation === 'register' || operation === 'verify')) return [];
    const { register, verificationCode } = this.#run.settings.fixtures;
    const assumptions: Assumption[] = [];
    if (differAfterPlus(register.email)) {
      assumptions.push(usersDiffer(await this.#alone(check, (t) => t.users.areMerged())));
    }
    if (verificationCode !== undefined && verificationCode.value === undefined && restsOnCodes(found)) {
      const areMixed = await this.#alone(check, (t) => t.client.mixesUpCodes(t.users.body().email));
      assumptions.push(codesDiffer(areMixed));
    }
    return assumptions;
  }

  /** Does work with nothing else in flight. Undefined if the run has no request left, or the target sends no code. */
  async #alone<T>({ requirement, tally }: Tested, work: (t: CheckContext) => Promise<T>): Promise<T | undefined> {
    const { signal } = new AbortController();
    const memory = { logs: this.#run.logs, memo: new Memo() };
    try {
      return await this.#run.client.confirm({ oneByOne: true }, (client) => {
        const counted = client.counting(tally, requirement.id);
        const context = confirmationContext(this.#run, counted, memory);
        return work(new CheckContext(context, requirement, signal, counted));
      });
    } catch (error) {
      if (error instanceof NotSent || error instanceof CheckConcluded || error instanceof CodeSourceError)
        return undefined;
      throw error;
    }
  }
}

/** Whether a search has both bounds, as those within a window do. */
const isBounded = ({ target }: Exchange['request']): boolean => /[?&]from=/.test(target) && /[?&]to=/.test(target);

/** Whether a finding is about who was verified. Wrong shapes and server errors do not depend on the code. */
const restsOnCodes = ({ proof, symptom }: Failure): boolean =>
  symptom?.kind !== 'shape' &&
  symptom?.kind !== 'server-error' &&
  proof.some((one) => exchangeOf(one).request.operation === 'verify');
