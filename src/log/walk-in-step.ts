/** Walks several queries at once, page by page together, to see whether searches disturb each other. */
import type { Client } from '../client/index.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { type Bag, bagOf, equal, within } from '../oracles/bag.ts';
import { type Page, parsePage } from '../schema/page.ts';
import { isPastItems, readCursor, readFirst, type Where } from './walk.ts';

const mostPages = 400;
const mostItems = 50_000;

interface Progress {
  readonly where: Where;
  readonly items: string[];
  readonly pages: Page[];
  cursor: string | undefined;
  /** `cut`: too many pages or items, which proves nothing. */
  state: 'reading' | 'ended' | 'rejected' | 'cut';
  last?: Exchange;
}

/** What a walk beside others returned. */
export interface WalkBesideOthers {
  readonly bag: Bag;
  /** A page was rejected, as by a limit on open searches: only the items before it are known. */
  readonly isPartial: boolean;
  /** The response at which it ended. */
  readonly last: Exchange | undefined;
}

/** The items of each query; undefined where a walk was cut. */
export async function walkInStep(client: Client, queries: readonly Where[]): Promise<(WalkBesideOthers | undefined)[]> {
  const walks = queries.map(
    (where): Progress => ({ where, items: [], pages: [], cursor: undefined, state: 'reading' }),
  );
  for (let round = 0; round < mostPages; round += 1) {
    const reading = walks.filter(({ state }) => state === 'reading');
    if (reading.length === 0) break;
    await Promise.all(reading.map((walk) => readNext(client, walk)));
  }
  return walks.map(besideOthers);
}

/**
 * The items of a query, with the first page of another one read after each of its pages; undefined where it was cut.
 * @param alone how many items the query has without others: with more of them the walk is disturbed, and may go round in a circle
 */
export async function walkAmidOthers(
  client: Client,
  where: Where,
  others: readonly Where[],
  alone: number,
): Promise<WalkBesideOthers | undefined> {
  const walk: Progress = { where, items: [], pages: [], cursor: undefined, state: 'reading' };
  for (let page = 0; page < mostPages && walk.state === 'reading'; page += 1) {
    await readNext(client, walk);
    if (walk.items.length > alone) walk.state = 'ended';
    if (walk.state === 'reading') await readFirst(client, others[page % others.length]!);
  }
  return besideOthers(walk);
}

function besideOthers({ state, items, last }: Progress): WalkBesideOthers | undefined {
  return state === 'ended' || state === 'rejected'
    ? { bag: bagOf(items), isPartial: state === 'rejected', last }
    : undefined;
}

/** Whether a walk beside others differs from the same walk alone: in any item, or where it is partial, in one too many. */
export function isDisturbed({ bag, isPartial }: Pick<WalkBesideOthers, 'bag' | 'isPartial'>, alone: Bag): boolean {
  return isPartial ? !within(bag, alone) : !equal(bag, alone);
}

async function readNext(client: Client, walk: Progress): Promise<void> {
  const { where, cursor, items } = walk;
  const exchange = await (cursor === undefined ? readFirst(client, where) : readCursor(client, where, 'next', cursor));
  walk.last = exchange;
  const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
  // A target may limit how many searches are open: what is rejected beside others, or lost, is not an empty read.
  if (page === undefined && !isAccepted(exchange)) {
    walk.state = 'rejected';
    return;
  }
  items.push(...(page?.data ?? []));
  if (page !== undefined) walk.pages.push(page);
  walk.cursor = page?.next;
  if (walk.cursor === undefined || isPastItems(walk.pages, items.length)) walk.state = 'ended';
  else if (items.length > mostItems) walk.state = 'cut';
}
