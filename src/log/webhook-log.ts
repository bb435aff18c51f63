/**
 * One webhook's log as the checks share it: walks are read once a query and reused; a relation that fails between them
 * is controlled before anything is blamed. It knows how this target keeps a query's parameters beside a cursor.
 */
import type { Client } from '../client/index.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { equal, within } from '../oracles/bag.ts';
import { arrivals, grew, onlyVanished, type Reading, Seen } from '../oracles/growth.ts';
import { parsePage } from '../oracles/response.ts';
import { describeQuery, isPlain, type LogQuery, parametersOf } from './query.ts';
import { type CursorStyle, isConsistent, readFirst, type Walk, type WalkLimits, walk } from './walk.ts';

/** What an oracle found between walks: the sentence, and the exchanges that show it. */
export interface LogFinding {
  readonly message: string;
  readonly proof: readonly (readonly [Exchange, string])[];
  readonly illustrations?: readonly import('../core/verdict.ts').Illustration[];
}

export type Oracle = (walks: readonly Walk[]) => LogFinding | undefined;

/** What became of a relation between queries. */
export type RelationResult =
  | { readonly kind: 'holds'; readonly walks: readonly Walk[]; readonly exchanges: number }
  | { readonly kind: 'broken'; readonly found: LogFinding; readonly walks: readonly Walk[]; readonly exchanges: number }
  /** The log lives: reads whose repeats agree were not to be had. */
  | { readonly kind: 'live'; readonly exchanges: number }
  /** The same query gives different answers, and that is no growth. */
  | { readonly kind: 'unstable'; readonly first: Walk; readonly second: Walk; readonly exchanges: number };

/** What all logs of a run share: which form keeps a query's parameters. */
export interface CursorForm {
  form: CursorStyle | undefined;
  /** Set once both forms were tried on a query of several pages. */
  carries: boolean | undefined;
}

const tries = 3;

/** What is known of one log, whoever reads on. */
interface Known {
  readonly cursor: CursorForm;
  limits: WalkLimits;
  /** A few hundred requests are all there is: a shared walk counts as the first of two reads. */
  readonly sparing: boolean;
  readonly walks: Map<string, Promise<Walk>>;
  readonly seen: Seen;
  readonly seenBy: Map<string, Seen>;
  plainTotal: number | undefined;
  /** Parameters that every query of this log gets: they pin a live or very large log. */
  scope: LogQuery;
  readonly disturbed: (readonly LogQuery[])[];
  readonly unstable: (readonly [Walk, Walk])[];
}

export class WebhookLog {
  readonly id: string;
  readonly #client: Client;
  readonly #known: Known;

  constructor(client: Client, id: string, cursor: CursorForm, limits: WalkLimits, known?: Known) {
    this.#client = client;
    this.id = id;
    this.#known = known ?? {
      cursor,
      limits,
      sparing: limits.early !== undefined,
      walks: new Map(),
      seen: new Seen(),
      seenBy: new Map(),
      plainTotal: undefined,
      scope: {},
      disturbed: [],
      unstable: [],
    };
  }

  /** The same log, with all that is known of it, read on through another view of the client. */
  through(client: Client): WebhookLog {
    const { cursor, limits } = this.#known;
    return new WebhookLog(client, this.id, cursor, limits, this.#known);
  }

  /** Relations that failed in a burst of reads and hold alone: the row about parallel reads asks these again. */
  get disturbed(): (readonly LogQuery[])[] {
    return this.#known.disturbed;
  }

  /** Pairs of reads of one query that differ and are no growth. */
  get unstable(): (readonly [Walk, Walk])[] {
    return this.#known.unstable;
  }

  get scope(): LogQuery {
    return this.#known.scope;
  }

  /** Judges all that follows within these parameters. Walks read before are forgotten. */
  restrictTo(scope: LogQuery): void {
    this.#known.scope = scope;
    this.#known.walks.clear();
    this.#known.plainTotal = undefined;
  }

  /** Walks it as far as the run allows, also where it is long. What was cut early is forgotten. */
  async walkFully(): Promise<void> {
    const { early, ...limits } = this.#known.limits;
    if (early === undefined) return;
    this.#known.limits = limits;
    for (const [key, read] of [...this.#known.walks]) if ((await read).end === 'cut') this.#known.walks.delete(key);
  }

  get form(): CursorStyle {
    return this.#known.cursor.form ?? 'repeated';
  }

  /** The query within the scope. */
  scoped(query: LogQuery): LogQuery {
    return { ...this.#known.scope, ...query };
  }

  /** The walk of a query, read once and shared. */
  walk(query: LogQuery = {}): Promise<Walk> {
    const key = describeQuery(this.scoped(query));
    let read = this.#known.walks.get(key);
    if (read === undefined) {
      read = this.readBest(query);
      this.#known.walks.set(key, read);
      read.catch(() => this.#known.walks.delete(key));
    }
    return read;
  }

  /** Reads the plain walk again and shares that one. */
  rewalk(): Promise<Walk> {
    this.#known.walks.delete(describeQuery(this.#known.scope));
    return this.walk();
  }

  /** Reads in the form that is known to keep the parameters; tries the other where that one shows a fault. */
  async readBest(query: LogQuery): Promise<Walk> {
    const first = await this.read(query, this.form);
    if (isConsistent(first) || isPlain(this.scoped(query)) || first.pages.length === 0 || first.end === 'cut') {
      if (first.pages.length > 1 && !isPlain(this.scoped(query)) && isConsistent(first))
        this.#known.cursor.form ??= first.form;
      return first;
    }
    const second = await this.read(query, first.form === 'repeated' ? 'alone' : 'repeated');
    // A form that is refused shows nothing: what the other one yields is what there is to judge.
    if (!isConsistent(second)) return first.end === 'refused' && second.end !== 'refused' ? second : first;
    this.#known.cursor.form ??= second.form;
    return second;
  }

  /** One fresh walk, never shared. */
  async read(query: LogQuery, form: CursorStyle = this.form): Promise<Walk> {
    const where = { webhook: this.id, query: this.scoped(query), form };
    const known = this.#known.plainTotal;
    const within = (unfiltered: number | undefined): WalkLimits =>
      unfiltered === undefined ? this.#known.limits : { ...this.#known.limits, unfiltered };
    const result = await walk(this.#client, where, within(known));
    if (isPlain(where.query) || describeQuery(where.query) === describeQuery(this.#known.scope)) {
      if (result.pages.length > 0) this.#known.plainTotal = Math.max(this.#known.plainTotal ?? 0, result.total);
      return result;
    }
    if (result.end !== 'endless') return result;
    // The unfiltered log may have grown since it was read: a filtered walk may then have more pages too.
    const now = await this.#unfiltered();
    return now > (known ?? 0) ? walk(this.#client, where, within(now)) : result;
  }

  /** Runs `work` with nothing else of ours in flight; it must use the log that it is given. */
  exclusively<T>(work: (log: WebhookLog) => Promise<T>): Promise<T> {
    return this.#client.exclusively((client) => work(this.through(client)));
  }

  /** One fresh walk, with nothing else of ours in flight. */
  readExclusively(query: LogQuery): Promise<Walk> {
    return this.exclusively((log) => log.read(query));
  }

  /** The most that the unfiltered log has said to hold, asked again. */
  async #unfiltered(): Promise<number> {
    const exchange = await readFirst(this.#client, { webhook: this.id, query: this.#known.scope, form: this.form });
    const total = isAccepted(exchange) ? (parsePage(exchange.response)?.totalItems ?? 0) : 0;
    this.#known.plainTotal = Math.max(this.#known.plainTotal ?? 0, total);
    return this.#known.plainTotal;
  }

  /**
   * Judges a relation between queries. Where it fails between the shared walks, both sides are read again, twice, with
   * nothing else of ours in flight, in either form of cursor use; it is broken only if it fails between reads whose
   * repeats agree.
   */
  async checkRelation(queries: readonly LogQuery[], oracle: Oracle): Promise<RelationResult> {
    const shared = await Promise.all(queries.map((query) => this.walk(query)));
    const exchanges = shared.reduce((sum, one) => sum + one.pages.length, 0);
    if (oracle(shared) === undefined) return { kind: 'holds', walks: shared, exchanges };
    return this.controlRelation(queries, oracle, exchanges, this.#known.sparing ? shared : undefined);
  }

  /** The second half of {@link checkRelation}: for findings that did not come from shared walks. */
  async controlRelation(
    queries: readonly LogQuery[],
    oracle: Oracle,
    before = 0,
    shared?: readonly Walk[],
  ): Promise<RelationResult> {
    let exchanges = before;
    const all: RelationResult[] = [];
    for (const form of this.#forms(queries)) {
      const first = shared?.every((walk) => walk.form === form) === true ? shared : undefined;
      const judged = await this.exclusively((log) => log.#controlled(queries, oracle, form, first));
      exchanges += judged.exchanges;
      // A form whose cursors are refused acquits nobody of what the other one shows.
      if (judged.kind === 'holds' && !judged.walks.some((one) => one.end === 'refused' && one.pages.length > 0)) {
        if (form === this.form) this.disturbed.push(queries);
        else if (queries.some((query) => parametersOf(this.scoped(query)).length > 0)) this.#known.cursor.form = form;
        return { ...judged, exchanges };
      }
      all.push(judged);
    }
    // Blamed only where every form shows it: one of the two may be no form of this target at all.
    const kind = (['live', 'unstable', 'broken', 'holds'] as const).find((one) =>
      all.some((judged) => judged.kind === one),
    );
    const verdict = all.find((judged) => judged.kind === kind)!;
    if (verdict.kind === 'unstable' && (await this.#livesElsewhere(verdict.first))) return { kind: 'live', exchanges };
    if (verdict.kind === 'unstable') this.unstable.push([verdict.first, verdict.second]);
    return { ...verdict, exchanges };
  }

  /** A ring that loses its oldest under a filter shows what came instead only without the filter. */
  async #livesElsewhere({ query }: Walk): Promise<boolean> {
    if (describeQuery(query) === describeQuery(this.#known.scope)) return false;
    const [base, now] = [await this.walk({}), await this.readExclusively({})];
    // Anything that the base had not may be what came: a plain query that varies is judged by itself.
    return !isSameReading(base, now) && (this.isGrown(base, now) || !within(now.bag, base.bag));
  }

  #forms(queries: readonly LogQuery[]): CursorStyle[] {
    const other: CursorStyle = this.form === 'repeated' ? 'alone' : 'repeated';
    return queries.every((query) => isPlain(this.scoped(query))) ? [this.form] : [this.form, other];
  }

  /** @param first reads of before, with which the first read alone has to agree; read anew where there are none */
  async #controlled(
    queries: readonly LogQuery[],
    oracle: Oracle,
    form: CursorStyle,
    first?: readonly Walk[],
  ): Promise<RelationResult> {
    let exchanges = 0;
    let changed: readonly [Walk, Walk] | undefined;
    let notGrowth = 0;
    let lives = false;
    let vanished = false;
    const readAll = async () => {
      const walks: Walk[] = [];
      for (const query of queries) {
        const one = await this.read(query, form);
        exchanges += Math.max(one.pages.length, 1);
        walks.push(one);
      }
      return walks;
    };
    let before = first ?? (await readAll());
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const after = await readAll();
      const differs = before.findIndex((one, index) => !isSameReading(one, after[index]!));
      if (differs === -1) {
        const found = oracle(after);
        return found === undefined
          ? { kind: 'holds', walks: after, exchanges }
          : { kind: 'broken', found, walks: after, exchanges };
      }
      changed = [before[differs]!, after[differs]!];
      const pairs = before.map((one, index) => [one, after[index]!] as const).filter(([a, b]) => !isSameReading(a, b));
      // Of a ring, the oldest leave under one query while what came instead shows under another: each is looked at.
      const grown = pairs.filter((pair) => this.isGrown(...pair));
      const arrived = grown.length > 0;
      lives ||= grown.some((pair) => pair.every(({ items, total }) => items.length === total));
      const growing =
        arrived ||
        // Of a ring that is pinned, what came lies beyond the bound.
        (Object.keys(this.#known.scope).length > 0 && within(changed[1].bag, changed[0].bag));
      // What left a ring before its last page was read has come back as something new by the next read.
      if (growing && vanished) notGrowth -= 1;
      if (!growing) notGrowth += 1;
      vanished = !growing && onlyVanished(readingOf(changed[0]), readingOf(changed[1]));
      before = after;
    }
    // Where something new came between two whole reads of any query, what left may have made room for it.
    if (notGrowth >= 2 && !lives && changed !== undefined)
      return { kind: 'unstable', first: changed[0], second: changed[1], exchanges };
    return { kind: 'live', exchanges };
  }

  /** Whether the second walk is the first one grown. Both count as seen after. */
  isGrown(first: Walk, second: Walk): boolean {
    const key = describeQuery(first.query);
    const seen = this.#known.seenBy.get(key) ?? new Seen();
    this.#known.seenBy.set(key, seen);
    const since = first.pages[0]?.exchange.number ?? 0;
    const known = (item: string): number => {
      // Other queries' reads tell of items that are unique: of one that repeats, a filter shows fewer by right.
      const unique = second.bag.get(item) === 1 && this.#known.seen.most(item, since) === 1;
      return Math.max(seen.most(item, since), unique ? 1 : 0);
    };
    const last = second.pages.at(-1)?.page.totalItems ?? second.total;
    const growing =
      grew(readingOf(first), readingOf(second), known) ||
      // Growth within a walk shows in its own totals.
      (last > second.total && arrivals(first.bag, second.bag, known).size > 0);
    for (const { bag, pages } of [first, second])
      for (const reads of [seen, this.#known.seen]) reads.add(bag, pages.at(-1)?.exchange.number ?? 0);
    return growing;
  }
}

function readingOf({ bag, total, pages, end }: Walk): Reading {
  const last = pages.at(-1)?.page.totalItems;
  return { bag, total, ...(last === undefined || end !== 'end' ? {} : { last }) };
}

/** Two reads of one query that agree: the same bag, the same totals on every page, the same end. */
export function isSameReading(a: Walk, b: Walk): boolean {
  return (
    a.end === b.end &&
    a.total === b.total &&
    equal(a.bag, b.bag) &&
    a.pages.at(-1)?.page.totalItems === b.pages.at(-1)?.page.totalItems &&
    a.last?.response?.status === b.last?.response?.status
  );
}
