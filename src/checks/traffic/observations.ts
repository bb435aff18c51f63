/** The choices of the target in the gaps of the specification: values seen, how often, and one exchange that shows each. */
import type { Recorder } from '../../client/evidence/recorder.ts';
import type { Exchange } from '../../core/exchange.ts';
import { declarationOf, gapOf, type ObservedGapId, observedGaps } from '../../core/gaps.ts';
import type { Observation } from '../../core/report.ts';
import { isLimit } from './limit-responses.ts';

interface Seen {
  readonly value: unknown;
  count: number;
  readonly exchange: Exchange | undefined;
}

/** Whether the response says anything about the gap. A limit answers without considering the request, so it says little. */
function tells(name: ObservedGapId, exchange: Exchange): boolean {
  const gap = gapOf(name);
  return exchange.response === null || !isLimit(exchange) || ('shownByLimits' in gap && gap.shownByLimits === true);
}

/** A number unchanged, anything else as JSON: cheap for a status, which is recorded with each response. */
function keyOf(value: unknown): unknown {
  return typeof value === 'number' ? value : JSON.stringify(value);
}

export class Observations {
  /** By gap, then by {@link keyOf} the value. */
  readonly #gaps = new Map<ObservedGapId, Map<unknown, Seen>>();

  /** Records one value of a gap, unless a limit answered in place of the operation. */
  record(name: ObservedGapId, value: unknown, exchange?: Exchange): void {
    if (exchange !== undefined && !tells(name, exchange)) return;
    let values = this.#gaps.get(name);
    if (values === undefined) {
      values = new Map();
      this.#gaps.set(name, values);
    }
    const key = keyOf(value);
    const known = values.get(key);
    if (known === undefined) values.set(key, { value, count: 1, exchange });
    else known.count += 1;
  }

  /** Whether the gap was seen with any value. */
  isSeen(name: ObservedGapId): boolean {
    return this.#gaps.has(name);
  }

  /** Whether the gap was seen with this value. */
  hasSeen(name: ObservedGapId, value: unknown): boolean {
    return this.#gaps.get(name)?.has(keyOf(value)) === true;
  }

  /** Replaces the value of a gap: for values that only grow, such as the largest size accepted. */
  replace(name: ObservedGapId, value: unknown, exchange?: Exchange): void {
    this.#gaps.delete(name);
    this.record(name, value, exchange);
  }

  /** The value seen most often, if the gap was seen at all. */
  value(name: ObservedGapId): unknown {
    return this.#ranked(name)[0]?.value;
  }

  /** All values seen for a gap, the most frequent first. */
  values(
    name: ObservedGapId,
  ): readonly { readonly value: unknown; readonly count: number; readonly exchange: Exchange | undefined }[] {
    return this.#ranked(name);
  }

  /** The most frequent value of each gap that a requirement observes, for the gaps that were seen. */
  observedBy(probe: string): readonly { readonly about: string; readonly value: unknown }[] {
    return observedGaps
      .filter((gap) => gap.probe === probe && this.#gaps.has(gap.id))
      .map(({ id, about }) => ({ about, value: this.value(id) }));
  }

  #ranked(name: ObservedGapId): Seen[] {
    return [...(this.#gaps.get(name)?.values() ?? [])].sort((a, b) => b.count - a.count);
  }

  report(recorder: Recorder): Observation[] {
    return [...this.#gaps.keys()].sort().map((name) => {
      const [most, ...others] = this.#ranked(name);
      const { section, about } = gapOf(name);
      const declare = declarationOf(name);
      return {
        gap: name,
        section,
        about,
        value: most!.value,
        seen: most!.count,
        ...(others.length === 0 ? {} : { otherwise: others.map(({ value, count }) => ({ value, seen: count })) }),
        ...(declare === undefined ? {} : { declare: `${declare}: ${JSON.stringify(most!.value)}` }),
        ...(most!.exchange === undefined ? {} : { evidence: [recorder.evidence(most!.exchange)] }),
      };
    });
  }
}
