/**
 * One webhook's log as the checks share it: walks are read once a query and reused; a relation that fails between them
 * is controlled before anything is blamed. It knows how this target keeps a query's parameters beside a cursor.
 */
import type { Client } from '../client/index.ts';
import type { Exchange } from '../core/exchange.ts';
import { equal } from '../oracles/bag.ts';
import { grew, Seen } from '../oracles/growth.ts';
import { isPlain, keyOf, type LogQuery, parametersOf } from './query.ts';
import { type Form, sane, type Walk, type WalkLimits, walk } from './walk.ts';

/** What an oracle found between walks: the sentence, and the exchanges that show it. */
export interface Found {
  readonly message: string;
  readonly proof: readonly (readonly [Exchange, string])[];
  readonly illustrations?: readonly import('../core/outcome.ts').Illustration[];
}

export type Oracle = (walks: readonly Walk[]) => Found | undefined;

/** What became of a relation between queries. */
export type Judged =
  | { readonly kind: 'holds'; readonly walks: readonly Walk[]; readonly exchanges: number }
  | { readonly kind: 'broken'; readonly found: Found; readonly walks: readonly Walk[]; readonly exchanges: number }
  /** The log lives: reads whose repeats agree were not to be had. */
  | { readonly kind: 'live'; readonly exchanges: number }
  /** The same query gives different answers, and that is no growth. */
  | { readonly kind: 'unstable'; readonly first: Walk; readonly second: Walk; readonly exchanges: number };

/** What all logs of a run share: which form keeps a query's parameters. */
export interface CursorForm {
  form: Form | undefined;
  /** Set once both forms were tried on a query of several pages. */
  carries: boolean | undefined;
}

const tries = 3;

export class WebhookLog {
  readonly id: string;
  readonly seen = new Seen();
  /** Relations that failed in a burst of reads and hold alone: the row about parallel reads asks these again. */
  readonly disturbed: (readonly LogQuery[])[] = [];
  /** Pairs of reads of one query that differ and are no growth. */
  readonly unstable: (readonly [Walk, Walk])[] = [];
  readonly #client: Client;
  readonly #cursor: CursorForm;
  readonly #limits: WalkLimits;
  readonly #walks = new Map<string, Promise<Walk>>();
  #plainTotal: number | undefined;
  /** Parameters that every query of this log gets: they pin a live or very large log. */
  #scope: LogQuery = {};

  constructor(client: Client, id: string, cursor: CursorForm, limits: WalkLimits) {
    this.#client = client;
    this.id = id;
    this.#cursor = cursor;
    this.#limits = limits;
  }

  get scope(): LogQuery {
    return this.#scope;
  }

  /** Judges all that follows within these parameters. Walks read before are forgotten. */
  pin(scope: LogQuery): void {
    this.#scope = scope;
    this.#walks.clear();
    this.#plainTotal = undefined;
  }

  get form(): Form {
    return this.#cursor.form ?? 'repeated';
  }

  /** The query within the scope. */
  scoped(query: LogQuery): LogQuery {
    return { ...this.#scope, ...query };
  }

  /** The walk of a query, read once and shared. */
  walk(query: LogQuery = {}): Promise<Walk> {
    const key = keyOf(this.scoped(query));
    let read = this.#walks.get(key);
    if (read === undefined) {
      read = this.readBest(query);
      this.#walks.set(key, read);
      read.catch(() => this.#walks.delete(key));
    }
    return read;
  }

  /** Reads in the form that is known to keep the parameters; tries the other where that one shows a fault. */
  async readBest(query: LogQuery): Promise<Walk> {
    const first = await this.read(query, this.form);
    if (sane(first) || isPlain(this.scoped(query)) || first.pages.length === 0 || first.end === 'cut') {
      if (first.pages.length > 1 && !isPlain(this.scoped(query)) && sane(first)) this.#cursor.form ??= first.form;
      return first;
    }
    const second = await this.read(query, first.form === 'repeated' ? 'alone' : 'repeated');
    if (!sane(second)) return first;
    this.#cursor.form ??= second.form;
    return second;
  }

  /** One fresh walk, never shared. */
  async read(query: LogQuery, form: Form = this.form): Promise<Walk> {
    const scoped = this.scoped(query);
    const limits = this.#plainTotal === undefined ? this.#limits : { ...this.#limits, unfiltered: this.#plainTotal };
    const result = await walk(this.#client, { webhook: this.id, query: scoped, form }, limits);
    if (isPlain(scoped) || keyOf(scoped) === keyOf(this.#scope)) {
      if (result.pages.length > 0) this.#plainTotal ??= result.total;
    }
    return result;
  }

  /**
   * Judges a relation between queries. Where it fails between the shared walks, both sides are read again, twice, with
   * nothing else of ours in flight, in either form of cursor use; it is broken only if it fails between reads whose
   * repeats agree.
   */
  async judge(queries: readonly LogQuery[], oracle: Oracle): Promise<Judged> {
    const shared = await Promise.all(queries.map((query) => this.walk(query)));
    const exchanges = shared.reduce((sum, one) => sum + one.pages.length, 0);
    if (oracle(shared) === undefined) return { kind: 'holds', walks: shared, exchanges };
    return this.control(queries, oracle, exchanges);
  }

  /** The second half of {@link judge}: for findings that did not come from shared walks. */
  async control(queries: readonly LogQuery[], oracle: Oracle, before = 0): Promise<Judged> {
    let exchanges = before;
    let broken: Judged | undefined;
    let last: Judged | undefined;
    for (const form of this.#forms(queries)) {
      const judged = await this.#client.alone(() => this.#controlled(queries, oracle, form));
      exchanges += judged.exchanges;
      if (judged.kind === 'holds') {
        if (form === this.form) this.disturbed.push(queries);
        else if (queries.some((query) => parametersOf(this.scoped(query)).length > 0)) this.#cursor.form = form;
        return { ...judged, exchanges };
      }
      if (judged.kind === 'broken') broken ??= judged;
      last = judged;
    }
    const verdict = broken !== undefined && last!.kind === 'broken' ? broken : last!;
    if (verdict.kind === 'unstable') this.unstable.push([verdict.first, verdict.second]);
    return { ...verdict, exchanges };
  }

  #forms(queries: readonly LogQuery[]): Form[] {
    const other: Form = this.form === 'repeated' ? 'alone' : 'repeated';
    return queries.every((query) => isPlain(this.scoped(query))) ? [this.form] : [this.form, other];
  }

  async #controlled(queries: readonly LogQuery[], oracle: Oracle, form: Form): Promise<Judged> {
    let exchanges = 0;
    let changed: readonly [Walk, Walk] | undefined;
    let notGrowth = 0;
    const readAll = async () => {
      const walks: Walk[] = [];
      for (const query of queries) {
        const one = await this.read(query, form);
        exchanges += Math.max(one.pages.length, 1);
        walks.push(one);
      }
      return walks;
    };
    let before = await readAll();
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const after = await readAll();
      const differs = before.findIndex((one, index) => !same(one, after[index]!));
      if (differs === -1) {
        const found = oracle(after);
        return found === undefined
          ? { kind: 'holds', walks: after, exchanges }
          : { kind: 'broken', found, walks: after, exchanges };
      }
      changed = [before[differs]!, after[differs]!];
      if (!this.live(changed[0], changed[1])) notGrowth += 1;
      before = after;
    }
    if (notGrowth >= 2 && changed !== undefined)
      return { kind: 'unstable', first: changed[0], second: changed[1], exchanges };
    return { kind: 'live', exchanges };
  }

  /** Whether the second walk is the first one grown. Both count as seen after. */
  live(first: Walk, second: Walk): boolean {
    this.seen.add(first.bag);
    const last = second.pages.at(-1)?.page.totalItems ?? second.total;
    const growing =
      grew({ bag: first.bag, total: first.total }, { bag: second.bag, total: second.total }, this.seen) ||
      // Growth within a walk shows in its own totals.
      (second.total !== last && last > second.total && this.seen.arrivals(second.bag).size > 0);
    this.seen.add(second.bag);
    return growing;
  }
}

/** Two reads of one query that agree: the same bag, the same totals on every page, the same end. */
export function same(a: Walk, b: Walk): boolean {
  return (
    a.end === b.end &&
    a.total === b.total &&
    equal(a.bag, b.bag) &&
    a.pages.at(-1)?.page.totalItems === b.pages.at(-1)?.page.totalItems &&
    a.last?.response?.status === b.last?.response?.status
  );
}
