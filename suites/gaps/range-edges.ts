/**
 * Where a few items come into a range and where they go out of it, unit by unit of the time format: under `to` they come
 * in between `low` and `high`, one unit apart; under `from` they go out so many units later.
 */
import {
  type CheckContext,
  type Exchange,
  parsePage,
  type TimeForm,
  type TimeFormatInference,
} from '../../src/suite.ts';

export type Bounds = '[]' | '[)' | '(]' | '()';

/** What was seen around one moment. */
export interface Edge {
  /** The first `to` that has the items, ms since the epoch. */
  readonly high: number;
  /** Units from the last `from` that has them to `high`: 0 as with `[]`, 2 as with `()`, else 1. */
  readonly gone: 0 | 1 | 2;
  /** The items that came in, where one page shows them. */
  readonly items: readonly string[];
  readonly proof: Exchange;
}

export class Edges {
  readonly #t: CheckContext;
  readonly #webhook: string;
  readonly #sense: TimeFormatInference;
  readonly #form: TimeForm;

  constructor(t: CheckContext, webhook: string, sense: TimeFormatInference, form: TimeForm) {
    this.#t = t;
    this.#webhook = webhook;
    this.#sense = sense;
    this.#form = form;
  }

  /** The first moment after `cut` at which items come in. Undefined where none is clear. */
  async after(cut: number): Promise<Edge | undefined> {
    const unit = this.#form.unitMs;
    const floor = (at: number) => Math.floor(at / unit) * unit;
    const start = floor(this.#sense.lo);
    const count = async (to: number) => (await this.#page(start, to)).count;
    let low = floor(cut);
    let high = low;
    const least = await count(low);
    // Four times as far each time, until something comes in.
    for (let step = unit === 1 ? 1024 : unit; ; step *= 4) {
      high = low + step;
      if (high > this.#sense.hi) return undefined;
      const now = await count(high);
      if (now === undefined || least === undefined) return undefined;
      if (now > least) break;
    }
    while (high - low > unit) {
      const middle = floor(low + (high - low) / 2);
      const now = await count(middle);
      if (now === undefined) return undefined;
      if (now > least) high = middle;
      else low = middle;
    }
    const came = await count(high);
    return came === undefined || came <= least ? undefined : this.#edge(high, came - least);
  }

  /** How far the `many` items that come in at `high` stay under a rising `from`. What came in before is taken off. */
  async #edge(high: number, many: number): Promise<Edge | undefined> {
    const unit = this.#form.unitMs;
    const low = high - unit;
    const [wide, before, near, nearBefore, point] = await Promise.all([
      this.#page(high - 2 * unit, high),
      this.#page(high - 2 * unit, low),
      this.#page(low, high),
      this.#page(low, low),
      this.#page(high, high),
    ]);
    if (wide.count === undefined || before.count === undefined || wide.count - before.count !== many) return undefined;
    // A target may refuse a range of no length: then `[]` looks like `(]`.
    if (near.count === undefined || nearBefore.count === undefined || point.count === undefined) return undefined;
    const inside = [many, near.count - nearBefore.count, point.count];
    if (inside.some((one) => one !== 0 && one !== many)) return undefined;
    // What goes out comes in no more.
    if (inside[2] === many && inside[1] !== many) return undefined;
    const gone = inside[2] === many ? 0 : inside[1] === many ? 1 : 2;
    const whole = wide.items.length === wide.count && before.items.length === before.count;
    return { high, gone, items: whole ? without(wide.items, before.items) : [], proof: wide.exchange };
  }

  /**
   * Whether items shown at `at` are nowhere between that millisecond and the next, as RFC 3339 with microseconds tells.
   * False where it cannot be told.
   */
  async exact(at: number, many: number): Promise<boolean> {
    const { unitMs, format, render } = this.#form;
    const text = render(at);
    if (unitMs !== 1 || format !== 'rfc3339' || !/\.\d{3}Z$/.test(text)) return false;
    const from = render(at - 2);
    const [before, soon, late] = await Promise.all([
      this.#between(from, text),
      this.#between(from, text.replace('Z', '001Z')),
      this.#between(from, text.replace('Z', '999Z')),
    ]);
    if (before.count === undefined || soon.count === undefined || late.count === undefined) return false;
    // They come in with the first microsecond, or, where those are cut off, with none of them.
    return soon.count === late.count && (soon.count === before.count || soon.count === before.count + many);
  }

  #page(from: number, to: number) {
    return this.#between(this.#form.render(from), this.#form.render(to));
  }

  async #between(from: string, to: string) {
    const exchange = await this.#t.send({
      operation: 'logs',
      webhook: this.#webhook,
      query: [
        ['from', from],
        ['to', to],
      ],
    });
    const page = parsePage(exchange.response);
    const count = page === undefined ? undefined : page.next === undefined ? page.data.length : page.totalItems;
    return { exchange, count, items: page?.data ?? [] };
  }
}

/** A bag less another. */
function without(items: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return items.filter((item) => {
    const place = left.indexOf(item);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
}
