/** Times of answers, ms, per operation: kept as counts in buckets and a bounded sample, so that long runs stay small. */
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import type { Latency } from '../../core/report.ts';

const bounds = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, null] as const;
const sampled = 4000;
/** Share of the newest response in {@link Latencies.usualMs}. */
const newestShare = 1 / 32;

interface Times {
  count: number;
  readonly ms: number[];
  readonly buckets: number[];
}

export class Latencies {
  readonly #times = new Map<Operation, Times>();

  #usualMs: number | undefined;

  /** How long a response takes lately, ms; 0 before the first. */
  get usualMs(): number {
    return this.#usualMs ?? 0;
  }

  add(operation: Operation, exchange: Exchange): void {
    if (exchange.response === null) return;
    const before = this.#usualMs ?? exchange.ms;
    this.#usualMs = before + newestShare * (exchange.ms - before);
    let times = this.#times.get(operation);
    if (times === undefined) {
      times = { count: 0, ms: [], buckets: bounds.map(() => 0) };
      this.#times.set(operation, times);
    }
    times.count += 1;
    if (times.ms.length < sampled) times.ms.push(exchange.ms);
    const bucket = bounds.findIndex((bound) => bound === null || exchange.ms <= bound);
    times.buckets[bucket] = (times.buckets[bucket] ?? 0) + 1;
  }

  report(): { [op in Operation]?: Latency } {
    const report: { [op in Operation]?: Latency } = {};
    for (const [operation, { count, ms, buckets }] of this.#times) {
      const sorted = [...ms].sort((a, b) => a - b);
      const at = (share: number) => tenth(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
      report[operation] = {
        count,
        min: at(0),
        median: at(0.5),
        p95: at(0.95),
        max: at(1),
        buckets: bounds.map((bound, index) => [bound, buckets[index] ?? 0] as const),
      };
    }
    return report;
  }
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
