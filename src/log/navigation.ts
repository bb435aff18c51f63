/**
 * A trail: steps along `next` and `prev` through one query, each predicted by the pages that this very trail has seen.
 * `next` yields what follows; `prev` from a page yields a non-empty page that ends right before it (§2, §4.4). Items
 * need not be unique: places are compared, by content in order. Steps run in order; each uses a cursor of the page
 * received last, once.
 */
import type { Client } from '../client/index.ts';
import { describeResponse, type Exchange, isAccepted } from '../core/exchange.ts';
import { parsePage } from '../oracles/response.ts';
import type { LogQuery } from './query.ts';
import { type CursorStyle, type ReadPage, readCursor, readFirst, type Walk } from './walk.ts';

export type Step = 'next' | 'prev';

export interface Navigation {
  readonly pages: readonly ReadPage[];
  /** Items in log order as far as the trail went. */
  readonly known: readonly string[];
  readonly problem?: NavigationProblem;
}

export interface NavigationProblem {
  readonly message: string;
  readonly proof: readonly (readonly [Exchange, string])[];
  /** Which sentence: the step itself is wrong, or it was not offered. */
  readonly step: Step;
}

interface Place {
  readonly read: ReadPage;
  readonly start: number;
  readonly end: number;
}

/** Empty pages in a row that a `prev` may lead through, beside as many as the trail had pages on its way. */
const empties = 6;

/** @param pageLength items of every page but the last, where that is known of the whole query: `prev` then keeps it. */
export async function navigate(
  client: Client,
  where: { readonly webhook: string; readonly query: LogQuery; readonly form: CursorStyle },
  steps: readonly Step[],
  pageLength?: number,
  judge: { readonly totals?: boolean } = {},
): Promise<Navigation> {
  const pages: ReadPage[] = [];
  const known: string[] = [];
  // Going back from an empty page, a server may cut its pages from there: no page then needs to be one of before.
  let aligned = true;
  const add = (exchange: Exchange, reachedBy: ReadPage['reachedBy']): ReadPage | undefined => {
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    if (page === undefined) return undefined;
    const read: ReadPage = { place: pages.length + 1, reachedBy, exchange, page };
    pages.push(read);
    return read;
  };
  const first = add(await readFirst(client, where), 'first');
  if (first === undefined) return { pages, known };
  known.push(...first.page.data);
  let here: Place = { read: first, start: 0, end: first.page.data.length };
  const broken = (step: Step, message: string, ...proof: (readonly [Exchange, string])[]): Navigation => ({
    pages,
    known,
    problem: {
      step,
      message,
      proof: [[here.read.exchange, `the page before the step, items ${span(here)}`], ...proof],
    },
  });

  const total = first.page.totalItems;
  for (const step of steps) {
    const { page } = here.read;
    if (judge.totals === true && page.totalItems !== total)
      return broken(
        here.read.reachedBy === 'prev' ? 'prev' : 'next',
        `totalItems says ${total} on the first page and ${page.totalItems} on the page reached by ${here.read.reachedBy}`,
        [first.exchange, 'the first page'],
      );
    if (step === 'next') {
      const cursor = here.read.page.next;
      if (cursor === undefined) {
        if (here.end < known.length)
          return broken(
            'next',
            `has no next at items ${span(here)}, though ${known.length - here.end} more were seen after them`,
          );
        continue;
      }
      const exchange = await readCursor(client, where, 'next', cursor);
      const read = add(exchange, 'next');
      if (read === undefined)
        return broken('next', `its own next, used at once, ${describeResponse(exchange)}`, [exchange, 'the step']);
      const { data } = read.page;
      const overlap = known.slice(here.end, here.end + data.length);
      if (overlap.some((item, index) => item !== data[index]))
        return broken(
          'next',
          `next from items ${span(here)} leads to ${whereabouts(known, data)}, not to what follows`,
          [exchange, 'the step'],
        );
      known.push(...data.slice(overlap.length));
      here = { read, start: here.end, end: here.end + data.length };
      continue;
    }
    if (here.start === 0 || (here.read.page.data.length === 0 && here.read.page.prev === undefined)) continue;
    const target = here.start;
    const patience = pages.length + empties;
    if (here.read.page.data.length === 0) aligned = false;
    for (let through = 0; ; through += 1) {
      const cursor = here.read.page.prev;
      if (cursor === undefined)
        return broken('prev', `has no prev at items ${span(here)}, though ${target} items precede`);
      const exchange = await readCursor(client, where, 'prev', cursor);
      const read = add(exchange, 'prev');
      if (read === undefined)
        return broken('prev', `its own prev, used at once, ${describeResponse(exchange)}`, [exchange, 'the step']);
      const { data } = read.page;
      const expected = known.slice(Math.max(0, target - data.length), target);
      if (data.length > target || expected.some((item, index) => item !== data[index]))
        return broken(
          'prev',
          `prev from items ${span({ start: target, end: target + here.read.page.data.length })} leads to ${whereabouts(known, data)}, not to the page that ends right before`,
          [exchange, 'the step'],
        );
      if (
        aligned &&
        data.length > 0 &&
        pageLength !== undefined &&
        target % pageLength === 0 &&
        data.length !== pageLength
      )
        return broken('prev', `prev yields ${data.length} items where every page but the last has ${pageLength}`, [
          exchange,
          'the step',
        ]);
      if (data.length > 0) {
        here = { read, start: target - data.length, end: target };
        break;
      }
      if (through >= patience || read.page.prev === undefined)
        return broken('prev', `prev leads to an empty page, though ${target} items precede`, [exchange, 'the step']);
      here = { read, start: target, end: target };
    }
  }
  return { pages, known };
}

/** The one length that all pages of a walk but the last have; undefined where there is none, or under three pages. */
export function pageLengthOf({ pages, end }: Pick<Walk, 'pages' | 'end'>): number | undefined {
  const lengths = pages.map((read) => read.page.data.length);
  while (lengths.at(-1) === 0) lengths.pop();
  const [length] = lengths;
  if (end !== 'end' || lengths.length < 3 || length === undefined || length === 0) return undefined;
  return lengths.slice(0, -1).every((other) => other === length) && lengths.at(-1)! <= length ? length : undefined;
}

function span({ start, end }: { start: number; end: number }): string {
  return start === end ? `(none) at ${start}` : `${start + 1} to ${end}`;
}

/** Where in the known order a page lies. */
function whereabouts(known: readonly string[], data: readonly string[]): string {
  if (data.length === 0) return 'an empty page';
  for (let start = 0; start + data.length <= known.length; start += 1)
    if (data.every((item, index) => item === known[start + index]))
      return `items ${start + 1} to ${start + data.length}`;
  return `a page that begins with ${data[0]!.slice(0, 60)}`;
}
