/**
 * A navigation: steps along `next` and `prev` through one query, each checked against the pages that the navigation itself
 * has seen (§2, §4.4). Items need not be unique, so pages are compared by their content in order. Steps run one after
 * another, and each uses a cursor of the page received last, once: cursors may be single-use or short-lived. Only where a
 * navigation starts at the end of a walk that was read before, its first cursor is an older one: see navigation-check.ts.
 */
import type { Client } from '../client/index.ts';
import { defined } from '../core/defined.ts';
import { describeResponse, type Exchange, isAccepted } from '../core/exchange.ts';
import type { Level } from '../core/requirement.ts';
import type { Finding, ProofStep } from '../oracles/finding.ts';
import { isIdentifying } from '../oracles/identifying.ts';
import { parsePage } from '../schema/page.ts';
import { absence, describeItems, describePage, describePosition, endsAt, type Position } from './position.ts';
import { type ReadPage, readCursor, readFirst, type Walk, type Where } from './walk.ts';

export type Step = 'next' | 'prev';

export interface NavigationOptions {
  /** Also require every page to have the total of the first. */
  readonly totals?: boolean;
  /** At last, where the first page is reached and has a `prev`, also follow that: it must be accepted, and must end. */
  readonly beyondFirst?: boolean;
  /** A walk whose last page the first steps lead to: its pages are not read again, and the navigation starts from that page. */
  readonly walked?: Walk;
  /** An earlier walk of the same query: what it had is not new. */
  readonly earlier?: Walk;
}

export interface Navigation {
  readonly pages: readonly ReadPage[];
  /** Items in log order, as far as the navigation went forward. */
  readonly known: readonly string[];
  readonly problem?: NavigationFinding;
}

export interface NavigationFinding extends Finding {
  readonly kind:
    | 'total-changed'
    | 'next-missing'
    | 'next-rejected'
    | 'next-wrong-page'
    | 'prev-missing'
    | 'prev-rejected'
    | 'prev-wrong-page'
    | 'prev-page-length'
    | 'prev-empty'
    | 'prev-endless';
  /** The step that is wrong, or that was not offered. */
  readonly step: Step;
  /** The cursor may have been used up by an earlier try of the same request, whose response was lost. */
  readonly mayBeUsedUp?: true;
  /** Place of the page that is wrong, from 1; the last page unless given. */
  readonly place?: number;
}

/** Empty pages in a row that a `prev` may lead through, in addition to as many as the navigation had pages so far. */
const emptyPagesAllowed = 6;
/** Steps that a way back takes beyond those of the way there, at most. */
const furtherStepsBack = 4;
/** How often `prev` may lead from the first page to the first page before it never ends. */
const repeatsAllowed = 4;

/**
 * Runs the steps until one goes wrong. A step that is not possible (`next` on the last page, `prev` on the first) is skipped.
 * @param pageLength items of every page but the last, where the whole query is known to have such a length; see {@link pageLengthOf}
 * @param options see {@link NavigationOptions}
 */
export async function navigate(
  client: Client,
  where: Where,
  steps: readonly Step[],
  pageLength?: number,
  options: NavigationOptions = {},
): Promise<Navigation> {
  const { walked, earlier } = options;
  const navigator = new Navigator(client.chain(), where, pageLength, earlier);
  if (walked !== undefined) navigator.startAtEndOf(walked);
  else if (!(await navigator.open())) return navigator.result();
  for (const step of steps.slice(walked === undefined ? 0 : walked.pages.length - 1)) {
    const problem =
      (options.totals === true ? navigator.checkTotal() : undefined) ??
      (await (step === 'next' ? navigator.stepForward() : navigator.stepBack()));
    if (problem !== undefined) return navigator.result(problem);
  }
  const isAllTheWayBack = steps.filter((step) => step === 'prev').length * 2 >= steps.length;
  const problem =
    (options.totals === true ? navigator.checkTotal() : undefined) ??
    (isAllTheWayBack ? await navigator.stepToFirst() : undefined);
  return navigator.result(problem ?? (options.beyondFirst === true ? await navigator.leaveFirst() : undefined));
}

class Navigator {
  readonly #client: Client;
  readonly #where: Where;
  readonly #pageLength: number | undefined;
  readonly #earlier: Walk | undefined;
  readonly #pages: ReadPage[] = [];
  readonly #known: string[] = [];
  #here!: Position;
  /** False once a `prev` left an empty page: a server may cut its pages from there, so they need not be those of before. */
  #aligned = true;
  /** The first page of an unusual length. The navigation continues, since any other problem matters more. */
  #oddLength: NavigationFinding | undefined;

  constructor(client: Client, where: Where, pageLength: number | undefined, earlier: Walk | undefined) {
    this.#client = client;
    this.#where = where;
    this.#pageLength = pageLength;
    this.#earlier = earlier;
  }

  result(problem = this.#oddLength): Navigation {
    return defined({ pages: this.#pages, known: this.#known, problem });
  }

  /** Reads the first page; false where the response is not a page. */
  async open(): Promise<boolean> {
    const read = this.#add(await readFirst(this.#client, this.#where), 'first');
    if (read === undefined) return false;
    this.#known.push(...read.page.data);
    this.#here = { read, start: 0, end: read.page.data.length };
    return true;
  }

  /** Stands on the last page of a walk, as if it had just been read. */
  startAtEndOf({ pages, items }: Walk): void {
    const read = pages.at(-1)!;
    this.#pages.push(...pages);
    this.#known.push(...items);
    this.#here = { read, start: items.length - read.page.data.length, end: items.length };
  }

  checkTotal(): NavigationFinding | undefined {
    const first = this.#pages[0]!;
    const { page, reachedBy } = this.#here.read;
    if (page.totalItems === first.page.totalItems) return undefined;
    return this.#problem(
      'total-changed',
      reachedBy === 'prev' ? 'prev' : 'next',
      `the page reached by ${reachedBy} has totalItems ${page.totalItems}; expected ${first.page.totalItems}, as on the first page`,
      [first.exchange, 'the first page', 'control'],
    );
  }

  /** `next` must return the page that starts right after this one. */
  async stepForward(): Promise<NavigationFinding | undefined> {
    const { read: before, end } = this.#here;
    const cursor = before.page.next;
    if (cursor === undefined) {
      const after = this.#known.length - end;
      if (after === 0) return undefined;
      const message = `${describePage(this.#here)} has ${absence(before, 'next')}; expected one, since ${after} more items were seen after it`;
      return this.#problem('next-missing', 'next', message);
    }
    const exchange = await readCursor(this.#client, this.#where, 'next', cursor);
    const expected = `the page that starts at item ${end + 1}`;
    const read = this.#add(exchange, 'next');
    if (read === undefined) return this.#rejected('next', exchange, expected);
    const { data } = read.page;
    const overlap = this.#known.slice(end, end + data.length);
    if (overlap.some((item, index) => item !== data[index]))
      return this.#wrongPage('next', read, expected, 'next-wrong-page');
    this.#known.push(...data.slice(overlap.length));
    this.#here = { read, start: end, end: end + data.length };
    return undefined;
  }

  /** `prev` must return a non-empty page that ends right before this one; empty pages may lie in between. */
  async stepBack(): Promise<NavigationFinding | undefined> {
    const { read: from, start: target } = this.#here;
    const empty = from.page.data.length === 0;
    if (target === 0 || (empty && from.page.prev === undefined)) return undefined;
    const patience = this.#pages.length + emptyPagesAllowed;
    if (empty) this.#aligned = false;
    const expected = `the page that ends at item ${target}`;
    for (let passed = 0; ; passed += 1) {
      const cursor = this.#here.read.page.prev;
      if (cursor === undefined) {
        if (await this.#isEmptyTheCursor(target)) return undefined;
        const message = `${describePage(this.#here)} has ${absence(this.#here.read, 'prev')}; expected one, since ${target} items precede it`;
        return this.#problem('prev-missing', 'prev', message);
      }
      const exchange = await readCursor(this.#client, this.#where, 'prev', cursor);
      const read = this.#add(exchange, 'prev');
      if (read === undefined) return this.#rejected('prev', exchange, expected);
      const { data } = read.page;
      if (!endsAt(this.#known, target, data)) return this.#wrongPage('prev', read, expected, 'prev-wrong-page');
      if (this.#hasOddLength(target, data)) {
        const message = `prev returned ${data.length} items; expected ${this.#pageLength}, as on every page but the last`;
        const problem = this.#problem('prev-page-length', 'prev', message, this.#taken('prev', exchange));
        this.#oddLength ??= { ...problem, place: read.place };
      }
      if (data.length > 0) {
        this.#here = { read, start: target - data.length, end: target };
        return undefined;
      }
      if (passed >= patience || read.page.prev === undefined)
        return this.#wrongPage('prev', read, expected, 'prev-empty');
      this.#here = { read, start: target, end: target };
    }
  }

  /** Steps back to the first item where pages back are shorter than those forward. */
  async stepToFirst(): Promise<NavigationFinding | undefined> {
    for (let passed = 0; passed < furtherStepsBack; passed += 1) {
      const { start } = this.#here;
      const problem = await this.stepBack();
      if (problem !== undefined || this.#here.start === start) return problem;
    }
    return undefined;
  }

  /**
   * Whether an empty `prev` is the cursor of the preceding page, for example where the first page has an empty offset.
   * §2 types it as a string, so that only the page that it leads to tells whether it is one.
   */
  async #isEmptyTheCursor(target: number): Promise<boolean> {
    if (this.#here.read.page.forms.prev !== 'empty') return false;
    const exchange = await readCursor(this.#client, this.#where, 'prev', '');
    const data = (isAccepted(exchange) ? parsePage(exchange.response)?.data : undefined) ?? [];
    if (data.length === 0 || !endsAt(this.#known, target, data)) return false;
    this.#here = { read: this.#add(exchange, 'prev')!, start: target - data.length, end: target };
    return true;
  }

  /**
   * `prev` of the first page, where there is one, must be accepted. Nothing precedes that page: an empty page, entries that
   * arrived since, and the first page once more without `prev` are all an end.
   */
  async leaveFirst(): Promise<NavigationFinding | undefined> {
    if (this.#here.start > 0) return undefined;
    const expected = 'no items, since none precede the first page';
    for (let passed = 0; passed < repeatsAllowed; passed += 1) {
      const cursor = this.#here.read.page.prev;
      if (cursor === undefined) return undefined;
      const exchange = await readCursor(this.#client, this.#where, 'prev', cursor);
      const read = this.#add(exchange, 'prev');
      if (read === undefined) return this.#rejected('prev', exchange, expected);
      const { data } = read.page;
      if (data.length === 0 || this.#areNew(data)) return undefined;
      if (data.some((item, index) => item !== this.#known[index]))
        return this.#wrongPage('prev', read, expected, 'prev-wrong-page');
      this.#here = { read, start: 0, end: data.length };
    }
    const message = `prev leads from the first page to its items again, ${repeatsAllowed} times; expected an end`;
    return this.#problem('prev-endless', 'prev', message);
  }

  /** Whether the items may have arrived since the first page was read. Few texts, such as `ok`, may be those of several entries. */
  #areNew(data: readonly string[]): boolean {
    if (this.#known.length === 0 || data.some((item) => this.#known.includes(item))) return false;
    const isOld = (item: string) => isIdentifying(item) && this.#earlier?.bag.get(item) === 1;
    return !data.every(isOld);
  }

  #add(exchange: Exchange, reachedBy: ReadPage['reachedBy']): ReadPage | undefined {
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    if (page === undefined) return undefined;
    const read: ReadPage = { place: this.#pages.length + 1, reachedBy, exchange, page };
    this.#pages.push(read);
    return read;
  }

  #hasOddLength(target: number, data: readonly string[]): boolean {
    const length = this.#pageLength;
    return this.#aligned && length !== undefined && target % length === 0 && data.length > 0 && data.length !== length;
  }

  get #from(): string {
    return describePosition(this.#here);
  }

  #rejected(step: Step, exchange: Exchange, expected: string): NavigationFinding {
    const message = `${step} from ${this.#from}, used at once, ${describeResponse(exchange)}; expected ${expected}`;
    const problem = this.#problem(`${step}-rejected`, step, message, this.#taken(step, exchange));
    return exchange.request.retried === true ? { ...problem, mayBeUsedUp: true } : problem;
  }

  #wrongPage(step: Step, { page, exchange }: ReadPage, expected: string, kind: NavigationFinding['kind']) {
    const actual = describeItems(this.#known, page.data);
    const message = `${step} from ${this.#from} returned ${actual}; expected ${expected}`;
    return this.#problem(kind, step, message, this.#taken(step, exchange));
  }

  /** The exchange of the step that went wrong. */
  #taken(step: Step, exchange: Exchange): ProofStep {
    return [exchange, `${step} from ${this.#from}`, 'wrong'];
  }

  #problem(kind: NavigationFinding['kind'], step: Step, message: string, ...proof: ProofStep[]): NavigationFinding {
    const { exchange } = this.#here.read;
    const isTaken = proof.some(([, , role]) => role === 'wrong');
    const before: ProofStep = isTaken
      ? [exchange, `${this.#from}, where the step starts`]
      : [exchange, this.#from, 'wrong'];
    return { kind, step, message, proof: isTaken ? [before, ...proof] : [...proof, before] };
  }
}

/**
 * The level of a finding in a requirement that is stated: §2 says which page a cursor leads to, that there must be a cursor
 * only follows from it, and the sizes of pages are open (§8).
 */
export function levelOfFinding({ kind }: Pick<NavigationFinding, 'kind'>): Level {
  if (kind === 'prev-page-length') return 'advisory';
  return kind === 'prev-missing' || kind === 'next-missing' || kind === 'prev-endless' ? 'derived' : 'stated';
}

/** Whether the first steps lead to the last page of a walk, and there turn back. */
export function leadsToEndOf({ pages, isStandIn }: Pick<Walk, 'pages' | 'isStandIn'>, steps: readonly Step[]): boolean {
  const turn = steps.indexOf('prev');
  // The last cursors of a walk that stands for another one are of another query.
  return isStandIn !== true && pages.length > 0 && (turn === -1 ? steps.length : turn) === pages.length - 1;
}

/** Whether every page of a navigation has the same total. */
export function hasOneTotal({ pages }: Navigation): boolean {
  return pages.every(({ page }) => page.totalItems === pages[0]?.page.totalItems);
}

/** The one length that all pages of a walk but the last have; undefined where they differ or there are fewer than three. */
export function pageLengthOf({ pages, end }: Pick<Walk, 'pages' | 'end'>): number | undefined {
  const lengths = pages.map((read) => read.page.data.length);
  while (lengths.at(-1) === 0) lengths.pop();
  const [length] = lengths;
  if (end !== 'end' || lengths.length < 3 || length === undefined || length === 0) return undefined;
  return lengths.slice(0, -1).every((other) => other === length) && lengths.at(-1)! <= length ? length : undefined;
}
