/**
 * Reads one webhook's log for one check: walks are read once per query and shared through the memory, which all readers of
 * the log use. It chooses the cursor style that keeps a query's parameters, and reads alone, while no other request of the
 * run is in flight, if a check has to rule out change.
 */
import type { Client } from '../client/index.ts';
import { waitUntil } from '../core/clock.ts';
import { defined } from '../core/defined.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { parsePage } from '../schema/page.ts';
import { earlierWalk, hasGrownSince, isMoving } from './change/moving-log.ts';
import { describeQuery, isPlain, type LogQuery } from './query.ts';
import { readingOf } from './reading.ts';
import { checkRelation, controlRelation, type Oracle, type RelationResult } from './relations/relation-check.ts';
import { readInBestStyle, readUndisturbed } from './shared-reading.ts';
import { isInconsistent, noteEnded, repeatOnPage } from './suspicions/ended-walks.ts';
import {
  type CursorStyle,
  exchangesOf,
  isComplete,
  type KnownPages,
  type Manner,
  readFirst,
  type Walk,
  type WalkLimits,
  type Where,
  walk,
} from './walk.ts';
import { inconsistentWalks, type WebhookMemory } from './webhook-memory.ts';

export class WebhookLog {
  readonly memory: WebhookMemory;
  readonly client: Client;

  constructor(memory: WebhookMemory, client: Client) {
    this.memory = memory;
    this.client = client;
  }

  get id(): string {
    return this.memory.id;
  }

  /** Relations that failed between shared walks and hold when read alone. */
  get disturbed(): readonly (readonly LogQuery[])[] {
    return this.memory.disturbed;
  }

  /** Walks that are not as they should be, see {@link isInconsistent}, in a cursor style that keeps the query. */
  get inconsistent(): readonly Walk[] {
    // Readings within a window of a growing log may lag behind, and earlier ones are of the growing log.
    return isPlain(this.memory.scope) ? inconsistentWalks(this.memory) : [];
  }

  /** Rejections of cursors that the target had issued, sent in the style that it accepts. */
  get rejectedCursors(): readonly Exchange[] {
    return this.memory.rejectedWalks.flatMap(({ form, last }) =>
      form === this.form && last !== undefined ? [last] : [],
    );
  }

  /** Pairs of readings of one query that differ although the log did not grow. */
  get unstable(): readonly (readonly [Walk, Walk])[] {
    return this.memory.unstable;
  }

  /** Parameters that every query gets: the window in which the log is judged; empty for the whole log. */
  get scope(): LogQuery {
    return this.memory.scope;
  }

  /** The cursor style that keeps a query's parameters, as far as is known. */
  get form(): CursorStyle {
    const { form, accepted } = this.memory.cursor;
    return form ?? accepted ?? 'repeated';
  }

  /** The query within the scope. */
  scoped(query: LogQuery): LogQuery {
    return { ...this.memory.scope, ...query };
  }

  /** How a page of a query is read: on this webhook, within the scope, in the cursor style that works. */
  where(query: LogQuery = {}): Where {
    return { webhook: this.id, query: this.scoped(query), form: this.form };
  }

  /** The walk of a query: read once, and shared by all checks of the run. */
  walk(query: LogQuery = {}): Promise<Walk> {
    const { walks, underWay } = this.memory;
    const key = describeQuery(this.scoped(query));
    const known = walks.get(key);
    // Exclusive work blocks all other walks: waiting for one of them would be a deadlock.
    if (known !== undefined && this.client.isExclusive && underWay.has(known)) return readInBestStyle(this, query);
    if (known !== undefined) {
      known.then((served) => this.client.noteUse(exchangesOf(served))).catch(() => {});
      return known;
    }
    const read = readUndisturbed(this, query);
    walks.set(key, read);
    underWay.add(read);
    read.catch(() => walks.delete(key)).finally(() => underWay.delete(read));
    return read;
  }

  /** The walk of a query that was read to its end, or is being read; undefined if it was not: nothing is sent. */
  async known(query: LogQuery): Promise<Walk | undefined> {
    const known = this.memory.walks.get(describeQuery(this.scoped(query)));
    if (known === undefined || this.client.isExclusive) return undefined;
    const walk = await known.catch(() => undefined);
    if (walk === undefined || !isComplete(walk)) return undefined;
    this.client.noteUse(exchangesOf(walk));
    return walk;
  }

  /**
   * The plain walk, read to its end if it was cut early and has at most `mostPages`: no other walk shows what goes wrong further
   * on. Undefined if it cannot be read to its end.
   */
  async walkOn(mostPages: number): Promise<Walk | undefined> {
    const begun = await this.walk();
    const longest = Math.max(...begun.pages.map(({ page }) => page.data.length), 1);
    if (begun.end !== 'cut' || begun.total > mostPages * longest) return begun.end === 'cut' ? undefined : begun;
    const { walks, underWay, scope } = this.memory;
    const { early: _, ...limits } = this.memory.limits;
    this.memory.limits = limits;
    const reading = walk(this.client, this.where(), limits, { begun });
    // Other checks that ask for the plain walk meanwhile wait for the rest.
    walks.set(describeQuery(scope), reading);
    underWay.add(reading);
    const whole = await reading.catch(() => undefined).finally(() => underWay.delete(reading));
    if (whole?.end === 'end' || whole?.end === 'endless') return whole;
    walks.set(describeQuery(scope), Promise.resolve(begun));
    return undefined;
  }

  /** Reads the plain walk again, and shares that one from here on. */
  rewalk(): Promise<Walk> {
    this.memory.walks.delete(describeQuery(this.memory.scope));
    return this.walk();
  }

  /** Whether this log must be read alone, since other searches invalidate its cursors. */
  get needsQuiet(): boolean {
    return this.memory.cursor.endsWithOthers === true && !this.client.isExclusive;
  }

  /** Remembers a first page that was measured: if it is the only one, it is the walk of its query. */
  noteMeasured(query: LogQuery, exchange: Exchange): void {
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    if (page === undefined || page.next !== undefined || page.data.length !== page.totalItems) return;
    this.memory.onlyPages.set(describeQuery(this.scoped(query)), exchange);
  }

  /**
   * One fresh walk, which is not shared.
   * @param manner of all its searches
   * @param known pages that need not be read again; none unless given
   */
  async read(
    query: LogQuery,
    form: CursorStyle = this.form,
    manner: Manner = {},
    known: KnownPages = {},
  ): Promise<Walk> {
    if (this.needsQuiet) return this.exclusively((alone) => alone.read(query, form, manner, known));
    const { memory } = this;
    const where: Where = { ...this.where(query), form, ...manner };
    const before = memory.plainTotal;
    const limits = (unfiltered: number | undefined): WalkLimits => defined({ ...memory.limits, unfiltered });
    const result = noteEnded(memory, await walk(this.client, where, limits(before), known));
    if (isPlain(where.query) || describeQuery(where.query) === describeQuery(memory.scope)) {
      if (result.pages.length === 0) return result;
      memory.plainTotal = Math.max(memory.plainTotal ?? 0, result.total);
      memory.latestPlain = result;
      return result;
    }
    if (result.end !== 'endless') return result;
    // The unfiltered log may have grown since it was read: a filtered walk may then have more pages too.
    const now = await this.#readPlainTotal();
    return now > (before ?? 0) ? walk(this.client, where, limits(now)) : result;
  }

  /** Continues from a first page that was read before. Remembers the walk if its items and totals differ. */
  async walkOnFrom(query: LogQuery, first: Exchange): Promise<void> {
    const read = await walk(this.client, this.where(query), this.memory.limits, { first });
    // Cursors may be short-lived, so that a rejection proves nothing.
    if (this.isInconsistent(read)) this.memory.inconsistent.push(read);
  }

  /** The first `pages` pages of a query, read anew, as a walk that was cut. */
  readHead(query: LogQuery, pages: number, form: CursorStyle = this.form): Promise<Walk> {
    return walk(this.client, { ...this.where(query), form }, { ...this.memory.limits, pages });
  }

  /** Whether a walk ended with another number of items than its totals, or with a page that has an item twice which the log has once. */
  isInconsistent(read: Walk): boolean {
    return isInconsistent(read, this.memory);
  }

  /** An item that one page of the walk has twice, and the log once. */
  repeatOnPage(read: Walk): string | undefined {
    return repeatOnPage(read, this.memory);
  }

  /** The first walk of a query in this run that showed no problem. */
  firstConsistent(query: LogQuery): Walk | undefined {
    return this.memory.consistent.get(describeQuery(this.scoped(query)));
  }

  /** The highest total that the unfiltered log had, after one more request. */
  async #readPlainTotal(): Promise<number> {
    const { memory } = this;
    const exchange = await readFirst(this.client, this.where());
    const total = isAccepted(exchange) ? (parsePage(exchange.response)?.totalItems ?? 0) : 0;
    memory.plainTotal = Math.max(memory.plainTotal ?? 0, total);
    return memory.plainTotal;
  }

  /** Runs `work` with no other request of the run in flight; it must use the reader that it is given. */
  exclusively<T>(work: (log: WebhookLog) => Promise<T>): Promise<T> {
    return this.client.exclusively((client) => work(new WebhookLog(this.memory, client)));
  }

  /** As {@link exclusively}, to examine a suspicion: it may use the budget kept for later checks. */
  lookInto<T>(work: (log: WebhookLog) => Promise<T>): Promise<T> {
    this.client.lookIntoFirst();
    return this.exclusively(work);
  }

  /** `count` fresh walks, one after another, on the budget for confirmations and with no other request of the run in flight. */
  readToConfirm({ query, form }: Pick<Walk, 'query' | 'form'>, count: number, on?: 'own-connections'): Promise<Walk[]> {
    return this.client.confirm({ oneByOne: true }, async (client) => {
      const alone = new WebhookLog(this.memory, client);
      const read = () => (on === undefined ? alone.read(query, form) : alone.#readOnItsOwn(query, form));
      const walks: Walk[] = [];
      for (let reading = 0; reading < count; reading += 1) walks.push(await read());
      return walks;
    });
  }

  /** One fresh walk over a new connection, since a balancer may route each connection to a single node. */
  async #readOnItsOwn(query: LogQuery, form: CursorStyle): Promise<Walk> {
    const connection = this.client.session();
    try {
      return await this.read(query, form, { connection });
    } finally {
      await connection.close();
    }
  }

  /** One fresh walk, with no other request of the run in flight. */
  readExclusively(query: LogQuery): Promise<Walk> {
    return this.exclusively((log) => log.read(query));
  }

  /** Judges a relation between queries on their shared walks; see {@link checkRelation}. */
  async checkRelation(queries: readonly LogQuery[], oracle: Oracle): Promise<RelationResult> {
    return this.#unlessMoving(queries, await checkRelation(this, queries, oracle));
  }

  /** Judges a relation on controlled readings alone; see {@link controlRelation}. */
  async controlRelation(queries: readonly LogQuery[], oracle: Oracle): Promise<RelationResult> {
    return this.#unlessMoving(queries, await controlRelation(this, queries, oracle));
  }

  /** Whether the second reading of a query shows that the log has grown. Both count as seen from here on. */
  isGrown(first: Walk, second: Walk): boolean {
    return this.memory.history.compare(readingOf(first), readingOf(second)).kind === 'grown';
  }

  /** A violation on a log that moves, and is not judged within a window, may be due to what lags behind: it decides nothing. */
  async #unlessMoving(queries: readonly LogQuery[], result: RelationResult): Promise<RelationResult> {
    if (result.kind !== 'broken' && result.kind !== 'unstable') return result;
    const latest = result.kind === 'broken' ? result.walks : [];
    return (await isMoving(this, queries, latest)) ? { kind: 'live', exchanges: result.exchanges } : result;
  }

  /**
   * Waits, if a finding is confirmed, until the walk that the log is compared with is older than any cache lives and any
   * index lags: what is read from then on, of a log that still reads so, does not lag behind it.
   */
  async settle(): Promise<void> {
    const earlier = await earlierWalk(this);
    if (earlier !== undefined) await this.settleSince(earlier);
  }

  /** Waits until a walk is older than any cache lives and any index lags. */
  async settleSince({ pages }: Walk): Promise<void> {
    const { clock, longestLagMs } = this.client;
    await waitUntil(clock, (pages[0]?.exchange.startedAt ?? 0) + longestLagMs);
  }

  /** Whether the log has grown since a walk with a filter, as a walk without the filter shows. */
  hasGrownSince(walk: Walk): Promise<boolean> {
    return hasGrownSince(this, walk);
  }
}
