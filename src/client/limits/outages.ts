/**
 * Outages: a target that restarts, or is away behind its gateway, loses all requests for seconds. A valid search shows that; if it
 * is lost as well, all other requests wait while one search after another is sent, with growing pauses, until one is answered. What
 * was lost meanwhile can be sent again. Where the first search is answered, the target only loses some requests, and is asked less
 * and less often.
 */
import type { Clock } from '../../core/clock.ts';
import { describeDuration } from '../../core/duration.ts';
import type { Exchange, WireResult } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { isLost } from '../../core/outage.ts';
import { endpointOf, operationTable } from '../../interface/operations.ts';
import { NotSent } from '../not-sent.ts';
import { banPatienceMs, type FirewallBans, shareToWaitForBan } from './firewall-bans.ts';

/** The pause after which the target is asked again at first, and the longest one, ms; each is twice as long as the one before. */
const firstPauseMs = 100;
const longestPauseMs = 1600;
/** Longest time that the end of an outage is waited for, ms, and the share of the time that is left in which it is. */
const patienceMs = 15_000;
const shareToWait = 1 / 4;

/** An outage that is shorter is not taken for a ban, ms. */
const leastBanMs = 1000;

/** Largest number of requests that the message about an outage takes into account. */
const mostNamed = 16;

const byNumber = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.toSorted((one, other) => one.number - other.number);

/** The endpoints with the requirements that their requests were sent for. Searches come last, because they seldom crash a server. */
function sentByEndpoint(exchanges: readonly Exchange[]): readonly string[] {
  const rows = new Map<Operation, Set<string>>();
  for (const { request, sentFor } of exchanges) {
    const known = rows.get(request.operation) ?? new Set();
    rows.set(request.operation, sentFor === undefined ? known : known.add(sentFor));
  }
  const isSearch = (operation: Operation) => operationTable[operation].method === 'GET';
  return [...rows]
    .sort(([one], [other]) => Number(isSearch(one)) - Number(isSearch(other)))
    .map(([operation, ids]) => [endpointOf[operation], ...(ids.size === 0 ? [] : [[...ids].join(', ')])].join(' for '));
}

export interface OutageSurroundings {
  readonly clock: Clock;
  /** Time that is left of the run, ms. */
  readonly leftMs: () => number;
  /** Does work while nothing else is sent. */
  readonly hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** Sends a valid search ahead of all waiting requests; undefined if none was accepted so far, or the run is over. */
  readonly search: () => Promise<WireResult> | undefined;
}

export class OutageWatch {
  readonly #around: OutageSurroundings;
  readonly #firewall: FirewallBans | undefined;
  /** Requests that look like attacks were stopped when the last outage began. */
  #mayBeBan = false;
  /** The connection of the last search was closed. */
  #isSearchCut = false;
  /** Requests that were lost since one was answered, or since the target was asked; and how many must be before it is asked again. */
  #lost = 0;
  #needed = 1;
  #examination: Promise<boolean> | undefined;
  /** When the last outage began and ended, ms since the epoch. */
  #last = { from: Number.NEGATIVE_INFINITY, to: Number.NEGATIVE_INFINITY };
  /** The first requests that were lost since the last response. */
  readonly #lostFirst: Exchange[] = [];
  /** Requests that were in progress when the last outage began. */
  #inProgress: readonly Exchange[] = [];
  /** How long the end of the outage was waited for in vain, ms; undefined since a request was answered. */
  #waitedMs: number | undefined;

  /** @param firewall what is known of a firewall that closes the connections of a client that it bans */
  constructor(around: OutageSurroundings, firewall?: FirewallBans) {
    this.#around = around;
    this.#firewall = firewall;
  }

  note(exchange: Exchange): void {
    if (isLost(exchange)) {
      this.#lost += 1;
      if (exchange.failure?.kind !== 'refused' && this.#lostFirst.length < mostNamed) this.#lostFirst.push(exchange);
    } else if (exchange.response !== null) {
      [this.#lost, this.#waitedMs] = [0, undefined];
      this.#lostFirst.length = 0;
    }
  }

  /**
   * Whether an outage lost the request, and is over. Waits until then.
   * @throws NotSent if it lasts too long: until a request is answered, all that is lost proves nothing
   */
  async waitOut(exchange: Exchange): Promise<boolean> {
    if (!isLost(exchange)) return false;
    if (this.hasMet(exchange)) return true;
    if (this.#waitedMs === undefined) {
      if (this.#lost < this.#needed && this.#examination === undefined) return false;
      this.#examination ??= this.#examine(exchange).finally(() => {
        this.#examination = undefined;
      });
      if (await this.#examination) return true;
    }
    if (this.#waitedMs === undefined) return false;
    throw new NotSent(this.#mayBeBan ? 'firewall' : 'away', this.#describe(this.#waitedMs));
  }

  /** Whether its end was waited for in vain, and no request was answered since. */
  get isGivenUp(): boolean {
    return this.#waitedMs !== undefined;
  }

  /** Whether the last outage may have met the request. */
  hasMet({ startedAt, ms }: Exchange): boolean {
    return startedAt < this.#last.to && startedAt + ms >= this.#last.from;
  }

  /** Lists the requests in progress when the outage began: if the kit crashed the target, one of them did. */
  #describe(ms: number): string {
    const lost = `the target lost every request for ${describeDuration(Math.round(ms))}`;
    if (this.#mayBeBan)
      return `${lost}, after it had stopped some that look like attacks: either a firewall bans this client, or the target crashed`;
    const [first] = this.#inProgress;
    if (first === undefined) return lost;
    return `${lost}, from #${first.number} on; in progress then: ${sentByEndpoint(this.#inProgress).join('; ')}`;
  }

  /** Whether the target was away since an exchange began, and is there again. */
  async #examine(lost: Exchange): Promise<boolean> {
    this.#lost = 0;
    if (await this.#isAway()) {
      // A crash ends several requests at once; all of them have been noted by now.
      this.#inProgress = this.#lostFirst.length === 0 ? [lost] : byNumber(this.#lostFirst);
      return this.#around.hold(() => this.#outlast(lost.startedAt));
    }
    this.#needed *= 2;
    return false;
  }

  async #outlast(from: number): Promise<boolean> {
    const { clock, leftMs } = this.#around;
    // A process that has ended refuses connections; a firewall closes them.
    this.#mayBeBan = this.#firewall?.isSuspected === true && this.#isSearchCut;
    const patience = this.#mayBeBan
      ? Math.min(banPatienceMs, shareToWaitForBan * leftMs())
      : Math.min(patienceMs, shareToWait * leftMs());
    const began = clock.elapsed();
    for (let pause = firstPauseMs; ; pause = Math.min(2 * pause, longestPauseMs)) {
      if (clock.elapsed() + pause - began > patience) {
        this.#waitedMs = clock.elapsed() - began;
        return false;
      }
      await clock.sleep(pause);
      if (await this.#isAway()) continue;
      this.#last = { from, to: clock.now() };
      if (this.#mayBeBan && clock.elapsed() - began > leastBanMs) this.#firewall?.remember(clock.elapsed() - began);
      return true;
    }
  }

  /** Whether a valid search is lost, too. */
  async #isAway(): Promise<boolean> {
    const result = await this.#around.search();
    this.#isSearchCut = result !== undefined && 'failure' in result && result.failure.kind === 'cut';
    return result !== undefined && isLost({ response: null, ...result });
  }
}
