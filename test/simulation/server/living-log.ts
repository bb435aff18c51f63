/** The log of one webhook over time: it grows, loses its oldest entries, and is seen late. */

import type { Clock } from '../../../src/core/clock.ts';
import type { LogStatus } from '../../../src/core/operation.ts';
import type { Shape } from '../choices.ts';
import { durationOf, type Entry, entriesOf, itemOf } from '../entries.ts';
import type { LogSource } from '../search.ts';
import type { Server } from './axes.ts';

interface Arrival extends Entry {
  /** When it came, ms since the epoch. */
  readonly arrived: number;
}

/** Entries that arrive in one run, at most: walks of a log that has grown for an hour would take too long. */
const mostArrivals = 300;
/** Entries that arrive, or leave, at once. */
const burst = 4;

export class LivingLog implements LogSource {
  readonly #server: Server;
  readonly #shape: Shape;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #entries: Arrival[];
  readonly #removed = new Set<number>();
  readonly #began: number;
  #replicaMs = 0;

  constructor(server: Server, shape: Shape, clock: Clock, random: () => number) {
    this.#server = server;
    this.#shape = shape;
    this.#clock = clock;
    this.#random = random;
    this.#began = clock.now();
    this.#entries = entriesOf(shape, this.#began).map((entry) => ({ ...entry, arrived: 0 }));
  }

  now(): number {
    return this.#clock.now();
  }

  /** Each request may go to another replica. */
  tick(): void {
    const { replicasMs } = this.#server;
    this.#replicaMs = replicasMs[Math.floor(this.#random() * replicasMs.length)]!;
    this.#grow();
  }

  seen(status: LogStatus | undefined): readonly Entry[] {
    const { lagMs, statusLagMs, growth, expiresEveryMs, leaveAtMs } = this.#server;
    const moment = this.now() - Math.max(this.#replicaMs, lagMs, status === undefined ? 0 : statusLagMs);
    const there = this.#entries.filter(({ arrived, seq }) => arrived <= moment && !this.#removed.has(seq));
    const oldestFirst = there.sort((a, b) => a.at - b.at || a.seq - b.seq);
    const expired = expiresEveryMs === undefined ? 0 : Math.floor((moment - this.#began) / expiresEveryMs);
    const over = growth === 'ring' ? oldestFirst.length - Math.max(this.#shape.count, 1) : 0;
    const left = leaveAtMs !== undefined && moment - this.#began >= leaveAtMs ? burst : 0;
    const gone = Math.min(Math.max(expired + left, over, 0), Math.max(oldestFirst.length - 1, 0));
    const kept = oldestFirst.slice(gone).sort((a, b) => a.seq - b.seq);
    return kept.map((entry) => this.#statusAt(entry, moment));
  }

  remove({ seq }: Entry): void {
    this.#removed.add(seq);
  }

  /** A failed delivery may succeed when it is tried again. */
  #statusAt(entry: Arrival, moment: number): Entry {
    const { statusChangesEveryMs } = this.#server;
    if (statusChangesEveryMs === undefined || entry.status !== 'failed') return entry;
    const nth = Math.floor((moment - this.#began) / statusChangesEveryMs);
    return entry.seq % 11 < nth && entry.seq % 3 === 0 ? { ...entry, status: 'succeeded' } : entry;
  }

  #grow(): void {
    const { growsEveryMs, arriveAtMs } = this.#server;
    const since = this.now() - this.#began;
    const known = this.#entries.length - this.#shape.count;
    if (arriveAtMs !== undefined && since >= arriveAtMs)
      for (let nth = known + 1; nth <= burst; nth += 1) this.#add(nth, this.#began + arriveAtMs + nth);
    if (growsEveryMs === undefined) return;
    const due = Math.min(mostArrivals, Math.floor(since / growsEveryMs));
    for (let nth = known + 1; nth <= due; nth += 1) this.#add(nth, this.#began + nth * growsEveryMs);
  }

  /** @param nth counts the arrivals from 1 */
  #add(nth: number, arrived: number): void {
    const { count, statuses } = this.#shape;
    const seq = count + nth - 1;
    const at = this.#server.growth === 'back-dated' ? Math.floor(arrived - this.#random() * 60_000) : arrived;
    const status = statuses[seq % statuses.length] ? 'failed' : 'succeeded';
    this.#entries.push({ seq, item: itemOf(this.#shape, seq), status, at, duration: durationOf(seq), arrived });
  }
}
