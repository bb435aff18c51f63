/**
 * Whether the ends of a range belong to it. A range is halved until one unit of the format holds some items; then it is
 * seen at which unit they come in under `to`, and go out under `from`. That tells [] and () from the rest; [) and (] are
 * told apart where the time of the items is known (decoded, or round beyond chance).
 */

import type { Exchange } from '../../src/kit.ts';
import {
  checksOf,
  inconclusive,
  notApplicable,
  pageOf,
  type TimeForm,
  type TimeSense,
  type Trial,
  timeForms,
} from '../../src/kit.ts';
import { settled } from '../logs/reading.ts';
import { choice } from './choice.ts';
import { itemForm, timeOf } from './item-form.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);
type Bounds = '[]' | '[)' | '(]' | '()';

check('declares/range-bounds', async (trial) => {
  const { log, base } = await settled(trial);
  const declared = trial.settings.declares.rangeBounds;
  if (declared === undefined && trial.settings.run.depth === 'quick')
    throw notApplicable('declares.rangeBounds is not declared; not looked for at depth quick');
  const time = await trial.logs.time();
  if (!time.understood || time.sense.strength !== 'cuts') {
    if (declared === undefined)
      throw notApplicable('declares.rangeBounds is not declared; no time format is understood');
    throw inconclusive('no time format is understood', 'a target on which declares/time-format passes');
  }
  const form = itemForm(base.items, undefined);
  const probe = new Probe(trial, log.id, time.sense, await finest(trial, log.id, time.sense));
  const found: { bounds: Bounds[]; proof: Exchange }[] = [];
  for (const cut of time.sense.cuts.slice(0, 4)) {
    const one = await probe.at(cut, (item) => timeOf(item, form));
    if (one === undefined) continue;
    found.push(one);
    if (one.bounds.length === 1) break;
  }
  const best = found.find(({ bounds }) => bounds.length === 1) ?? found[0];
  if (best === undefined) {
    if (declared === undefined) throw notApplicable('declares.rangeBounds is not declared; no single moment was found');
    throw inconclusive('no moment was found at which a few items come in', 'a webhook whose logs lie apart in time');
  }
  const [only, other] = best.bounds;
  if (other !== undefined) {
    const either = best.bounds.join(' or ');
    if (declared === undefined) throw notApplicable(`declares.rangeBounds is not declared; observed ${either}`);
    if (best.bounds.includes(declared))
      throw inconclusive(
        `observed ${either}, which cannot be told apart here`,
        'items that tell their time (declares.item)',
      );
  }
  return choice(trial, 'rangeBounds', declared, only, [[best.proof, 'a range of one moment']]);
});

/** The same format to the millisecond, where the target reads it alike: items lie between seconds. */
async function finest(trial: Trial, webhook: string, sense: TimeSense): Promise<TimeForm> {
  const fine = timeForms.find(({ format, unitMs }) => format === sense.form.format && unitMs === 1);
  if (fine === undefined || sense.form.unitMs === 1) return sense.form;
  const counts = await Promise.all(
    [sense.form, fine].map(async ({ render }) => {
      const query: [string, string][] = [
        ['from', render(sense.lo)],
        ['to', render(sense.cuts[0]!)],
      ];
      const page = pageOf((await trial.send({ operation: 'logs', webhook, query })).response);
      return page?.totalItems;
    }),
  );
  return counts[0] !== undefined && counts[0] === counts[1] ? fine : sense.form;
}

class Probe {
  readonly #trial: Trial;
  readonly #webhook: string;
  readonly #sense: TimeSense;
  readonly #render: (at: number) => string;
  readonly #unit: number;

  constructor(trial: Trial, webhook: string, sense: TimeSense, form: TimeForm) {
    this.#trial = trial;
    this.#webhook = webhook;
    this.#sense = sense;
    this.#render = form.render;
    this.#unit = form.unitMs;
  }

  async #page(from: number, to: number) {
    const exchange = await this.#trial.send({
      operation: 'logs',
      webhook: this.#webhook,
      query: [
        ['from', this.#render(from)],
        ['to', this.#render(to)],
      ],
    });
    const page = pageOf(exchange.response);
    const count = page === undefined ? undefined : page.next === undefined ? page.data.length : page.totalItems;
    return { exchange, count, items: page?.data ?? [] };
  }

  /** Looks at the first moment after `cut` at which items come in. Undefined where it is not clear. */
  async at(cut: number, timeOfItem: (item: string) => number | undefined) {
    const unit = this.#unit;
    const floor = (at: number) => Math.floor(at / unit) * unit;
    const start = floor(this.#sense.lo);
    const count = async (to: number) => (await this.#page(start, to)).count;
    let low = floor(cut);
    const least = await count(low);
    let high = low;
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
    // They come in under `to` at `high`; under `from` they go out somewhere near.
    const end = floor(this.#sense.hi);
    const near = await this.#page(high - 3 * unit, high + unit);
    if (near.count === undefined || near.count === 0 || near.items.length !== near.count) return undefined;
    const left = await Promise.all(
      [-2, -1, 0].map(async (units) => (await this.#page(high + units * unit, end)).count),
    );
    const all = (await this.#page(high - 4 * unit, end)).count;
    const none = (await this.#page(high + 2 * unit, end)).count;
    if (all === undefined || none === undefined || all <= none || left.some((one) => one === undefined))
      return undefined;
    // Other items within these few units would blur it.
    const inside = left.map((one) => one === all);
    if (left.some((one) => one !== all && one !== none)) return undefined;
    const last = inside.lastIndexOf(true);
    const gone = last === -1 ? 3 : 2 - last;
    const bounds = this.#bounds(gone, high, near.items, timeOfItem);
    return bounds.length === 0 ? undefined : { bounds, proof: near.exchange };
  }

  /** @param gone units between the last `from` that has the items and the first `to` that has them */
  #bounds(
    gone: number,
    high: number,
    items: readonly string[],
    timeOfItem: (item: string) => number | undefined,
  ): Bounds[] {
    if (gone === 0) return ['[]'];
    if (gone === 2) return ['()'];
    if (gone !== 1) return [];
    const unit = this.#unit;
    const known = new Set(items.map(timeOfItem));
    const [at] = known;
    // A time between two units says nothing of either end, except of days: those are cut.
    if (known.size === 1 && at !== undefined) {
      const whole = this.#sense.form.format === 'date' ? Math.floor(at / unit) * unit : at;
      if (whole === high - unit) return ['[)'];
      return whole === high ? ['(]'] : [];
    }
    const round = unit === 1 ? 1000 : undefined;
    if (round !== undefined && (high - 1) % round === 0) return ['[)'];
    if (round !== undefined && high % round === 0) return ['(]'];
    return ['[)', '(]'];
  }
}
