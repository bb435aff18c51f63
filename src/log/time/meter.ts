/** Measures how many items a query has, by its first page alone, and remembers each answer. */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { parsePage } from '../../schema/page.ts';
import { describeQuery, type LogQuery } from '../query.ts';
import { readFirst } from '../walk.ts';

export interface Measure {
  readonly query: LogQuery;
  /** Exact if the first page is the only one, else its `totalItems`; undefined if the query was rejected. */
  readonly count: number | undefined;
  /** The first page is the only one, and has fewer items than its `totalItems`. */
  readonly isShort: boolean;
  readonly exchange: Exchange;
}

/** The part of a log that time inference uses. */
export interface Meter {
  /** ms since the epoch; the same during one inference, so that equal questions stay equal. */
  readonly now: number;
  /** Few requests may be sent: one form after another, one moment after another, until enough is known. */
  readonly lowBudget: boolean;
  /** Measured once, then remembered. */
  measure(query: LogQuery): Promise<Measure>;
  measureAgain(query: LogQuery): Promise<Measure>;
}

/** The measured queries of one log. */
export class MeterMemory {
  readonly webhook: string;
  /** Parameters that every measured query gets. */
  readonly scope: LogQuery;
  /** When it was made, ms since the epoch. */
  readonly now: number;
  readonly measured = new Map<string, Promise<Measure>>();
  /** The queries that are being measured. */
  readonly underWay = new Set<Promise<Measure>>();

  constructor(webhook: string, now: number, scope: LogQuery = {}) {
    this.now = now;
    this.webhook = webhook;
    this.scope = scope;
  }

  has(query: LogQuery): boolean {
    return this.measured.has(describeQuery(query));
  }

  /** Adds a first page that was read already. */
  add(query: LogQuery, exchange: Exchange): void {
    this.measured.set(describeQuery(query), Promise.resolve(measureOf(query, exchange)));
  }
}

/** Measures for one check, through its client. */
export class LogMeter implements Meter {
  readonly lowBudget: boolean;
  readonly #memory: MeterMemory;
  readonly #client: Client;

  constructor(memory: MeterMemory, client: Client) {
    this.#memory = memory;
    this.#client = client;
    this.lowBudget = client.settings.run.depth === 'quick';
  }

  get now(): number {
    return this.#memory.now;
  }

  measure(query: LogQuery): Promise<Measure> {
    const { measured, underWay } = this.#memory;
    const key = describeQuery(query);
    const known = measured.get(key);
    // Exclusive work blocks all other requests: waiting for one of them would be a deadlock.
    if (known !== undefined && this.#client.isExclusive && underWay.has(known)) return this.measureAgain(query);
    if (known !== undefined) {
      known.then(({ exchange }) => this.#client.noteUse([exchange])).catch(() => {});
      return known;
    }
    const read = this.measureAgain(query);
    measured.set(key, read);
    underWay.add(read);
    read.finally(() => underWay.delete(read)).catch(() => {});
    return read;
  }

  async measureAgain(query: LogQuery): Promise<Measure> {
    const { webhook, scope } = this.#memory;
    const where = { webhook, query: { ...scope, ...query }, form: 'alone' } as const;
    return measureOf(query, await readFirst(this.#client.chain(), where));
  }
}

function measureOf(query: LogQuery, exchange: Exchange): Measure {
  const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
  if (page === undefined) return { query, count: undefined, isShort: false, exchange };
  const { data, next, totalItems } = page;
  const isOnly = next === undefined;
  return { query, count: isOnly ? data.length : totalItems, isShort: isOnly && data.length < totalItems, exchange };
}
