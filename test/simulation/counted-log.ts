/** A log that grows with the number of requests: what relations are judged on if no time passes. */
import type { Choices, Shape } from './choices.ts';
import { durationOf, type Entry, entriesOf, itemOf } from './entries.ts';
import type { LogSource } from './search.ts';

export class CountedLog implements LogSource {
  readonly #growth: Choices['growth'];
  readonly #shape: Shape;
  readonly #now: number;
  readonly #entries: Entry[];
  #requests = 0;
  #arrived = 0;

  constructor({ growth }: Choices, shape: Shape, now: number) {
    this.#growth = growth;
    this.#shape = shape;
    this.#now = now;
    this.#entries = entriesOf(shape, now);
  }

  now(): number {
    return this.#now;
  }

  tick(): void {
    this.#requests += 1;
    const { kind, every, arrivals } = this.#growth;
    if (kind === 'quiet' || this.#arrived >= arrivals || this.#requests % every !== 0) return;
    const entries = this.#entries;
    const seq = this.#arrived + this.#shape.count;
    const newest = Math.max(entries.at(-1)?.at ?? 0, this.#now - this.#shape.newestMs);
    const at = kind === 'late' ? (entries[entries.length >> 1]?.at ?? newest) : newest + 50;
    const status = seq % 3 === 0 ? 'failed' : 'succeeded';
    entries.push({ seq, item: itemOf(this.#shape, seq), status, at, duration: durationOf(seq) });
    this.#arrived += 1;
    if (kind === 'ring') entries.shift();
  }

  seen(): readonly Entry[] {
    return this.#entries;
  }

  remove(entry: Entry): void {
    const at = this.#entries.indexOf(entry);
    if (at >= 0) this.#entries.splice(at, 1);
  }
}
