/** Sends a combined search and judges it by what searches with fewer parameters returned: cheaply, or with control. */
import { defined } from '../../core/defined.ts';
import { isAccepted } from '../../core/exchange.ts';
import { logStatuses } from '../../core/operation.ts';
import { namesDay } from '../../core/time-names.ts';
import { hasChanged } from '../../log/change/unchanged.ts';
import { areUnlike, pointerTo, valueAt } from '../../log/item-json.ts';
import { navigate } from '../../log/navigation/navigation.ts';
import { checkNavigation } from '../../log/navigation/navigation-check.ts';
import type { Navigation, NavigationFinding, Step } from '../../log/navigation/navigation-finding.ts';
import { type Direction, describeQuery, isPlain, type LogQuery } from '../../log/query.ts';
import {
  beginsAtWrongEnd,
  contradictsOrder,
  followsSameOrder,
  keepsEnds,
  type OrderClues,
} from '../../log/relations/combined-order.ts';
import {
  agreesWithParts,
  findContradiction,
  identifiesEach,
  type Prediction,
  predictSearch,
} from '../../log/relations/combined-search.ts';
import { areApart, longestDayMs, type TimeBuckets } from '../../log/time/buckets.ts';
import { rangeQuery } from '../../log/time/infer.ts';
import { isConsistent, type Manner, type ReadPage, readFirst, type Walk } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import type { Finding, ProofStep } from '../../oracles/finding.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import type { CheckContext } from '../check-context.ts';
import { mayBoundSortedTime } from './bounded-time.ts';
import type { SearchSpaces } from './search-rows.ts';
import type { SearchRow } from './search-space.ts';

export interface Judged {
  /** `untold`: no search with fewer parameters predicts the result. */
  readonly kind: 'agrees' | 'contradicts' | 'rejected' | 'untold';
  readonly requests: number;
}

/** A search with a sort and no filters: any search with the same sort must keep its order. */
interface SortedAlone {
  readonly query: { readonly sortBy: string; readonly sortDirection: Direction };
  readonly buckets: TimeBuckets;
}

/** The kind of a finding about the order of a search: its items are those that it should return. */
export const wrongOrder = 'order';

export class CombinedSearches {
  readonly #t: CheckContext;
  readonly #spaces: SearchSpaces;

  constructor(t: CheckContext, spaces: SearchSpaces) {
    this.#t = t;
    this.#spaces = spaces;
  }

  /** Judges one reading. A rejected search decides nothing: whether it may be rejected is a gap. */
  async judge(row: SearchRow): Promise<Judged> {
    const log = await this.#t.logs.besideJudged(row.webhook);
    const query = this.#spaces.queryOf(row);
    const prediction = await this.#predict(log, query);
    if (prediction === undefined) return { kind: 'untold', requests: 1 };
    const { pages, requests, isWrong } = await this.#read(log, query, row);
    if (pages.length === 0) return { kind: 'rejected', requests };
    const contradicts =
      isWrong ||
      findContradiction(pages, prediction) !== undefined ||
      (await this.#contradictsOrder(log, query, pages, prediction.least.keys()));
    return { kind: contradicts ? 'contradicts' : 'agrees', requests };
  }

  async #predict(log: WebhookLog, query: LogQuery): Promise<Prediction | undefined> {
    const isEmpty = this.#t.effort.sharesReadings && isKnownEmpty(await log.walk());
    // In an empty log, every search is empty.
    if (isEmpty) return { least: new Map(), most: new Map() };
    const parts = await Promise.all(partsOfQuery(query).map((part) => log.walk(part)));
    return predictSearch(parts, query.status, identifiesEach(parts) || (await this.#isWholeByStatus(log, query)));
  }

  /**
   * Whether searches by status alone are known to have the entries of a range, which matters if items repeat: of an item that
   * each walk shows once, each may show another entry, if a search without bounds looks back for a time only.
   */
  async #isWholeByStatus(log: WebhookLog, { status, from, to }: LogQuery): Promise<boolean> {
    if (status === undefined || (from === undefined && to === undefined)) return true;
    return this.#t.once(`searches of any age: ${log.id}`, (t) => hasAnyAge(t, log));
  }

  /** The pages of a row as far as it is followed. `isWrong`: a step along `next` or `prev` led to another page. */
  async #read(log: WebhookLog, query: LogQuery, row: SearchRow) {
    if (row.page === 'end') return this.#readToEnd(log, query, row);
    if (row.page === 'first' && isUsual(row) && (await this.#sharesFirstPages(log))) return this.#measure(query);
    const { pages, problem } = await this.#follow(log, query, row, this.#stepsOf(row));
    const isWrong = problem !== undefined && !isLeftOpen(problem);
    const forward = pages.filter(({ reachedBy }) => reachedBy !== 'prev').map((read) => read.page);
    const back = pages.filter(({ reachedBy }) => reachedBy === 'prev');
    const hasOtherTotal = back.some((read) => read.page.totalItems !== forward[0]?.totalItems);
    return { pages: forward, requests: Math.max(pages.length, 1), isWrong: isWrong || hasOtherTotal };
  }

  /** Whether other checks read first pages of the log, too. One that was rejected beside others is sent again, alone. */
  async #sharesFirstPages(log: WebhookLog): Promise<boolean> {
    if (!this.#t.effort.sharesReadings || log.client.isExclusive || !isPlain(log.scope)) return false;
    return log.id === (await this.#t.logs.baseline()).log.id;
  }

  async #measure(query: LogQuery) {
    const { exchange } = await this.#t.logs.measure(query);
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    return { pages: page === undefined ? [] : [page], requests: 1, isWrong: false };
  }

  async #readToEnd(log: WebhookLog, query: LogQuery, row: SearchRow) {
    const { pages, end } = await (isUsual(row) ? log.walk(query) : log.read(query, log.form, mannerOf(row)));
    return { pages: pages.map((read) => read.page), requests: Math.max(pages.length, 1), isWrong: end === 'endless' };
  }

  /** Forward, and back again in every other search: the two cursors of a page are made in the same way. */
  #stepsOf({ page, order }: SearchRow): readonly Step[] {
    const { steps, stepsBack } = this.#spaces;
    if (page === 'back') return stepsBack;
    if (page !== 'on') return [];
    return order === 'usual' || this.#t.effort.isExhaustive ? steps : steps.filter((step) => step === 'next');
  }

  /** If a cursor is rejected, follows it once more, alone: other searches may have ended this one. */
  async #follow(log: WebhookLog, query: LogQuery, row: SearchRow, steps: readonly Step[]): Promise<Navigation> {
    const navigation = await navigate(log.client, { ...log.where(query), ...mannerOf(row) }, steps);
    const isRejected = navigation.problem?.kind === 'next-rejected' || navigation.problem?.kind === 'prev-rejected';
    if (!isRejected || log.client.isExclusive) return navigation;
    return log.exclusively((alone) => this.#follow(alone, query, row, steps));
  }

  /** Only on the judged log, whose items ranges tell apart, and only under a field: a direction alone may have no effect. */
  async #contradictsOrder(log: WebhookLog, query: LogQuery, pages: readonly Page[], all: Iterable<string>) {
    const found = { items: pages.flatMap(({ data }) => data), all: [...all] };
    const sorted = await this.#sortedAlone(log, query);
    if (sorted === undefined) return false;
    const own = await log.walk(sorted.query);
    const clues = await this.#cluesOf(log, sorted);
    if (contradictsOrder(found, own, clues)) return true;
    if (!this.#spaces.areDirectionsWalked) return false;
    const [turned, plain] = await Promise.all([log.walk(turnedRound(sorted.query)), log.walk()]);
    return beginsAtWrongEnd(found, { own, turned, plain }, clues);
  }

  async #cluesOf(log: WebhookLog, { query, buckets }: SortedAlone): Promise<OrderClues> {
    const { sortBy } = query;
    if (namesDay(sortBy)) return { buckets, differ: (one, other) => areApart(buckets, one, other, longestDayMs) };
    const statuses = sortBy === 'status' ? await Promise.all(logStatuses.map((status) => log.walk({ status }))) : [];
    const fieldOf = (item: string) => {
      if (this.#t.logs.namesTime(sortBy)) return buckets.places.get(item);
      if (sortBy === 'id') return item;
      const status = statuses.findIndex(({ bag }) => bag.has(item));
      return status === -1 ? valueAt(item, pointerTo(sortBy)) : status;
    };
    return { buckets, differ: (one, other) => areUnlike(fieldOf(one), fieldOf(other)) };
  }

  async #sortedAlone(log: WebhookLog, { sortBy, sortDirection, ...rest }: LogQuery): Promise<SortedAlone | undefined> {
    const baseline = await this.#t.baseline();
    if (sortBy === undefined || sortDirection === undefined || isPlain(rest) || log.id !== baseline.log.id)
      return undefined;
    const isCombined = this.#spaces.judged.factors.sortBy.includes(sortBy);
    if (!(isCombined || (await this.#isWalkedByOthers(sortBy)))) return undefined;
    const buckets = await this.#t.logs.timeBuckets(baseline);
    return buckets === undefined ? undefined : { query: { sortBy, sortDirection }, buckets };
  }

  /** Whether other checks walk the log by a further sort field, too. */
  async #isWalkedByOthers(sortBy: string): Promise<boolean> {
    return this.#spaces.areDirectionsWalked && (await this.#t.logs.distinctSorts()).effective.includes(sortBy);
  }

  /** Reads a row that contradicts others again, alone, together with the searches that predict its result. */
  async control(row: SearchRow): Promise<Finding | undefined> {
    const log = await this.#t.logs.besideJudged(row.webhook);
    const query = this.#spaces.queryOf(row);
    if (!isUsual(row)) return this.#controlManner(log, query, row);
    const related = await log.checkRelation(
      [...partsOfQuery(query), query],
      agreesWithParts(query.status, await this.#isWholeByStatus(log, query)),
    );
    if (related.kind === 'broken' && !(await mayBoundSortedTime(this.#t, log, query))) return related.found;
    const sorted = await this.#sortedAlone(log, query);
    const disordered = sorted === undefined ? undefined : await this.#controlOrder(log, query, sorted);
    if (disordered !== undefined) return disordered;
    if (row.page !== 'on' && row.page !== 'back') return undefined;
    const navigated = await checkNavigation(log, query, this.#stepsOf(row), { totals: true });
    if (navigated.kind !== 'broken' || isLeftOpen(navigated.problem)) return undefined;
    const { message, proof } = navigated.problem;
    return { message: `with ${describeQuery(query)} on webhook ${log.id}: ${message}`, proof };
  }

  async #controlOrder(log: WebhookLog, query: LogQuery, sorted: SortedAlone): Promise<Finding | undefined> {
    const clues = await this.#cluesOf(log, sorted);
    const ordered = await log.checkRelation([sorted.query, query], followsSameOrder(clues));
    if (ordered.kind === 'broken') return { ...ordered.found, kind: wrongOrder };
    const ended = await log.checkRelation([sorted.query, turnedRound(sorted.query), {}, query], keepsEnds(clues));
    return ended.kind === 'broken' ? { ...ended.found, kind: wrongOrder } : undefined;
  }

  /** Reads the same pages alternately in the usual manner and in that of the row. The manner matters if it changes them twice, in the same way. */
  #controlManner(log: WebhookLog, query: LogQuery, row: SearchRow): Promise<Finding | undefined> {
    return log.exclusively(async (alone) => {
      const read = async (one: SearchRow): Promise<readonly ReadPage[]> =>
        one.page === 'end'
          ? (await alone.read(query, alone.form, mannerOf(one))).pages
          : (await this.#follow(alone, query, one, this.#stepsOf(row))).pages;
      const usual = { ...row, ...usualManner };
      const readings: (readonly ReadPage[])[] = [];
      for (const one of [usual, row, usual, row]) readings.push(await read(one));
      const [expected, actual, expectedAgain, actualAgain] = readings.map(describePages);
      if (expected === actual || expected !== expectedAgain || actual !== actualAgain) return undefined;
      if (readings.some(({ length }) => length === 0) || (await hasChanged(alone, query))) return undefined;
      const [plain, changed] = readings as [readonly ReadPage[], readonly ReadPage[]];
      const manner = describeManner(row);
      return {
        message: `${describeQuery(query)} on webhook ${log.id} ${manner} returned ${describeRead(changed)}, twice; expected ${describeRead(plain)}, as without`,
        proof: [
          ...plain.map(({ exchange }): ProofStep => [exchange, 'in the usual manner']),
          ...changed.map(({ exchange }): ProofStep => [exchange, manner]),
        ],
      };
    });
  }
}

interface SortAlone {
  readonly sortBy: string;
  readonly sortDirection: Direction;
}

const turnedRound = ({ sortBy, sortDirection }: SortAlone): SortAlone => ({
  sortBy,
  sortDirection: sortDirection === 'asc' ? 'desc' : 'asc',
});

/** Whether a search without bounds has entries of any age: it has as many as one between far bounds, which is read later. */
async function hasAnyAge(t: CheckContext, log: WebhookLog): Promise<boolean> {
  const [time, judged] = await Promise.all([t.logs.time(), t.logs.baseline()]);
  if (!time.understood) return false;
  const { sense } = time;
  const wide = rangeQuery(sense, sense.lo, sense.hi);
  if (log.id === judged.log.id) {
    const [plain, all] = await Promise.all([{}, wide].map((one) => t.logs.measure(one)));
    return plain!.count !== undefined && all!.count !== undefined && plain!.count >= all!.count;
  }
  const { total } = await log.walk();
  const all = parsePage((await readFirst(t.client, log.where(wide))).response)?.totalItems;
  return all !== undefined && total >= all;
}

const isKnownEmpty = (walk: Walk): boolean => isConsistent(walk) && walk.items.length === 0;

/** The length of a page is left to the server here, and so is the length of a request: §8 shows no limits. */
function isLeftOpen({ kind, proof }: NavigationFinding): boolean {
  return kind === 'prev-page-length' || proof.some(([{ response }]) => lengthLimits.includes(response?.status ?? 0));
}

/** 414 URI Too Long, 431 Request Header Fields Too Large: RFC 9110 section 15.5.15, RFC 6585 section 5. */
const lengthLimits: readonly number[] = [414, 431];

/** The searches that predict one with several parameters: its range alone, and each status alone if it names one. */
function partsOfQuery({ from, to, status }: LogQuery): LogQuery[] {
  const ranged = defined({ from, to });
  return status === undefined ? [ranged] : [ranged, ...logStatuses.map((one) => ({ status: one }))];
}

/** How all other checks send parameters. */
export const usualManner = { order: 'usual', encoding: 'none' } as const;

const isUsual = ({ order, encoding }: SearchRow): boolean =>
  order === usualManner.order && encoding === usualManner.encoding;

const mannerOf = ({ order, encoding }: SearchRow): Manner => ({
  ...(encoding === 'none' ? {} : { headers: [['Accept-Encoding', encoding]] }),
  ...(order === 'usual' ? {} : { isReversed: true }),
});

const describeManner = ({ order, encoding }: SearchRow): string =>
  [
    ...(order === 'usual' ? [] : ['with its parameters in reversed order']),
    ...(encoding === 'none' ? [] : [`with Accept-Encoding: ${encoding}`]),
  ].join(' and ');

/** The totals and the items of what was read, and where it goes on, to be compared. */
const describePages = (pages: readonly ReadPage[]): string =>
  JSON.stringify(pages.map(({ page }) => [page.totalItems, page.data, page.next === undefined]));

/** "2 pages with totalItems 5, 5". */
function describeRead(pages: readonly ReadPage[]): string {
  const totals = pages.map(({ page }) => page.totalItems).join(', ');
  return `${pages.length} ${pages.length === 1 ? 'page' : 'pages'} with totalItems ${totals}`;
}
