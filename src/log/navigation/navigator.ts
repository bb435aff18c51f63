/** Takes the steps of a navigation, and judges the page that each leads to against the pages before it (§2, §4.4). */
import type { Client } from '../../client/index.ts';
import { defined } from '../../core/defined.ts';
import { describeResponse, type Exchange, isAccepted } from '../../core/exchange.ts';
import type { ProofStep } from '../../oracles/finding.ts';
import { isIdentifying } from '../../oracles/identifying.ts';
import { parsePage } from '../../schema/page.ts';
import { type ReadPage, readCursor, readFirst, type Walk, type Where } from '../walk.ts';
import type { Navigation, NavigationFinding, Step } from './navigation-finding.ts';
import { absence, describeItems, describePage, describePosition, endsAt, type Position } from './position.ts';

/** Empty pages in a row that a `prev` may lead through, in addition to as many as the navigation had pages so far. */
const emptyPagesAllowed = 6;
/** Steps that a way back takes beyond those of the way there, at most. */
const furtherStepsBack = 4;
/** How often `prev` may lead from the first page to the first page before it never ends. */
const repeatsAllowed = 4;

export class Navigator {
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

  /** Reads the first page; false if the response is not a page. */
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

  /** Steps back to the first item if pages back are shorter than those forward. */
  async stepToFirst(): Promise<NavigationFinding | undefined> {
    for (let passed = 0; passed < furtherStepsBack; passed += 1) {
      const { start } = this.#here;
      const problem = await this.stepBack();
      if (problem !== undefined || this.#here.start === start) return problem;
    }
    return undefined;
  }

  /**
   * Whether an empty `prev` is the cursor of the preceding page, for example if the first page has an empty offset.
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
   * `prev` of the first page, if there is one, must be accepted. Nothing precedes that page: an empty page, entries that
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
