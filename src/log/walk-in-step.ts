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
  /** `cut`: stopped after as many pages as were asked for; `endless`: too many pages or items to go on, which proves nothing. */
  state: 'reading' | 'ended' | 'rejected' | 'cut' | 'endless';
  last?: Exchange;
}

/** The result of a walk beside others. */
export interface WalkBesideOthers {
  readonly bag: Bag;
  /** In the order of the walk. */
  readonly items: readonly string[];
  /** `totalItems` of the first page; undefined without one. */
  readonly total: number | undefined;
  /** It was stopped after the pages that were asked for, and has more. */
  readonly isCut: boolean;
  /** A page was rejected, as by a limit on open searches: only the items before it are known. */
  readonly isPartial: boolean;
  /** The response at which it ended. */
  readonly last: Exchange | undefined;
}

/** Rounds in which walks start, if there are more walks: those that start together are on the same page until one of them ends. */
const starts = 2;

/**
 * The items of each query; undefined if a walk does not end. Of more than two walks, every other one starts a page later: walks that
 * are always on the same page would not show that they share a position.
 * @param pages of each query at most
 */
export async function walkInStep(
  client: Client,
  queries: readonly Where[],
  pages = mostPages,
): Promise<(WalkBesideOthers | undefined)[]> {
  const walks = queries.map(newWalk);
  const startOf = (index: number): number => (walks.length > starts ? index % starts : 0);
  for (let round = 0; round < pages + startOf(1); round += 1) {
    const isDue = (index: number): boolean => round >= startOf(index) && round < startOf(index) + pages;
    const reading = walks.filter(({ state }, index) => state === 'reading' && isDue(index));
    if (reading.length === 0) break;
    await Promise.all(reading.map((walk) => readNext(client, walk)));
  }
  return walks.map((walk) => besideOthers(cutAt(walk, pages)));
}

/** What goes on after the pages that were asked for was cut there. */
function cutAt(walk: Progress, pages: number): Progress {
  return walk.state === 'reading' && pages < mostPages ? { ...walk, state: 'cut' } : walk;
}

/** What is known of a walk alone, and how many of its pages to read beside others at most. */
interface AloneWalk {
  /** Number of its items: with more of them a walk is disturbed, and may go round in a circle. */
  readonly items: number;
  readonly pages?: number;
}

/** The items of a query, with the first page of another one read after each of its pages; undefined if it does not end. */
export async function walkAmidOthers(
  client: Client,
  where: Where,
  others: readonly Where[],
  alone: AloneWalk,
): Promise<WalkBesideOthers | undefined> {
  const walk = newWalk(where);
  await walkWith(client, walk, (page) => readFirst(client, others[page % others.length]!), alone);
  return besideOthers(walk);
}

/** A walk that takes turns with another one. */
export interface WalkInTurns extends WalkBesideOthers {
  /** The responses to both walks, in the order in which they came. */
  readonly turns: readonly { readonly exchange: Exchange; readonly isOfOther: boolean }[];
}

/** The items of a query, with the next page of another walk read after each of its pages; undefined if it does not end. */
export async function walkInTurns(
  client: Client,
  where: Where,
  other: Where,
  alone: AloneWalk,
): Promise<WalkInTurns | undefined> {
  const [walk, between] = [newWalk(where), newWalk(other)];
  const turns: { exchange: Exchange; isOfOther: boolean }[] = [];
  const readBetween = async () => {
    turns.push({ exchange: walk.last!, isOfOther: false });
    if (between.state !== 'reading') return;
    await readNext(client, between);
    turns.push({ exchange: between.last!, isOfOther: true });
  };
  await walkWith(client, walk, readBetween, alone);
  turns.push({ exchange: walk.last!, isOfOther: false });
  const found = besideOthers(walk);
  return found && { ...found, turns };
}

/** Reads a walk, with something else after each of its pages except for the last one. */
async function walkWith(
  client: Client,
  walk: Progress,
  readBetween: (page: number) => Promise<unknown>,
  { items, pages = mostPages }: AloneWalk,
): Promise<void> {
  for (let page = 0; page < pages && walk.state === 'reading'; page += 1) {
    await readNext(client, walk);
    if (walk.items.length > items) walk.state = 'ended';
    if (walk.state === 'reading' && page + 1 < pages) await readBetween(page);
  }
  walk.state = cutAt(walk, pages).state;
}

const newWalk = (where: Where): Progress => ({ where, items: [], pages: [], cursor: undefined, state: 'reading' });

function besideOthers({ state, items, pages, last }: Progress): WalkBesideOthers | undefined {
  if (state === 'reading' || state === 'endless') return undefined;
  const total = pages[0]?.totalItems;
  return { bag: bagOf(items), items, total, isCut: state === 'cut', isPartial: state === 'rejected', last };
}

/** Whether a walk beside others differs from the same walk alone: in any item, or if it is partial, in one too many. */
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
  else if (items.length > mostItems) walk.state = 'endless';
}
