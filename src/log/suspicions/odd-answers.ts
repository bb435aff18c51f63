/**
 * Answers that contradict what the run has read before: an item that the whole walk of the query, or of one with fewer filters, did not
 * have, though the log or another one has it; or another total than the same query had. A log may have changed meanwhile, so that each
 * is only a reason to look again. Nothing is sent for them.
 */
import { type Exchange, hasValidToken, isAccepted } from '../../core/exchange.ts';
import { isIdentifying } from '../../oracles/identifying.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import { describeQuery, type LogQuery } from '../query.ts';
import type { WebhookMemory } from '../webhook-memory.ts';
import { queryOfTarget } from './miscounted-pages.ts';

export interface OddAnswer {
  readonly query: LogQuery;
  readonly exchange: Exchange;
  /** The total of an earlier answer to the same query, if that was another one. */
  readonly earlierTotal?: number;
}

/** Answers kept of each log and kind: each may be looked into. */
const kept = 3;
/** Queries whose totals are remembered; and cursors. */
const remembered = 4000;

export class OddAnswers {
  readonly #webhooks: readonly WebhookMemory[];
  readonly #strays = new Map<string, OddAnswer[]>();
  readonly #ofTotals = new Map<string, OddAnswer[]>();
  readonly #brief = new Map<string, OddAnswer[]>();
  /** The last total of each query. */
  readonly #totals = new Map<string, number>();
  /** Cursors, each with the query that it was issued for. */
  readonly #issued = new Set<string>();

  constructor(webhooks: readonly WebhookMemory[]) {
    this.#webhooks = webhooks;
  }

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    const { operation, webhook, proper, typed, target } = exchange.request;
    if (operation !== 'logs' || !proper || !typed || !hasValidToken(exchange.request) || !isAccepted(exchange)) return;
    const memory = this.#webhooks.find(({ id }) => id === webhook);
    const page = parsePage(exchange.response);
    const query = memory && this.#queryOf(memory, target);
    if (memory === undefined || page === undefined || query === undefined) return;
    this.#noteCursors(memory, query, page);
    const earlierTotal = this.#replaceTotal(memory, query, page);
    if (this.#hasStray(memory, query, page)) add(this.#strays, memory, { query, exchange });
    else if (earlierTotal !== undefined && earlierTotal !== page.totalItems)
      add(this.#ofTotals, memory, { query, exchange, earlierTotal });
    if (isBrief(memory, query, page, target)) add(this.#brief, memory, { query, exchange });
  }

  /** Answers with an item that does not belong to the query. */
  strays({ id }: Pick<WebhookMemory, 'id'>): readonly OddAnswer[] {
    return this.#strays.get(id) ?? [];
  }

  /** Answers with another total than the same query had before. */
  ofTotals({ id }: Pick<WebhookMemory, 'id'>): readonly OddAnswer[] {
    return this.#ofTotals.get(id) ?? [];
  }

  /** First pages that lead on, with some of the items that the same page had before: its cursor shows whether the others come later. */
  brief({ id }: Pick<WebhookMemory, 'id'>): readonly OddAnswer[] {
    return this.#brief.get(id) ?? [];
  }

  /** Undefined if a cursor was not issued for the rest of the query: a target may follow either. */
  #queryOf({ id }: WebhookMemory, target: string): LogQuery | undefined {
    const [path, sent = ''] = target.split('?');
    const parameters = new URLSearchParams(sent);
    const cursor = parameters.get('next') ?? parameters.get('prev');
    for (const side of ['next', 'prev']) parameters.delete(side);
    const query = queryOfTarget(`${path}?${parameters}`);
    const isIssued = cursor === null || (query !== undefined && this.#issued.has(keyOf(id, query, cursor)));
    return isIssued ? query : undefined;
  }

  #noteCursors({ id }: WebhookMemory, query: LogQuery, { next, prev }: Page): void {
    for (const cursor of [next, prev])
      if (cursor !== undefined && this.#issued.size < remembered) this.#issued.add(keyOf(id, query, cursor));
  }

  #replaceTotal({ id }: WebhookMemory, { sortBy, sortDirection, ...query }: LogQuery, { totalItems }: Page) {
    const key = keyOf(id, query);
    const earlier = this.#totals.get(key);
    if (earlier !== undefined || this.#totals.size < remembered) this.#totals.set(key, totalItems);
    return earlier;
  }

  /** Whether an item identifies an entry of one of the logs: a new one may belong anywhere. */
  isKnown(item: string): boolean {
    const hasOnce = ({ consistent, scope }: WebhookMemory) => consistent.get(describeQuery(scope))?.bag.get(item) === 1;
    return isIdentifying(item) && this.#webhooks.some(hasOnce);
  }

  #hasStray(memory: WebhookMemory, query: LogQuery, { data }: Page): boolean {
    const wider = [...memory.consistent.values()].filter((walk) => isWider(walk.query, query));
    if (wider.length === 0) return false;
    return data.some((item) => wider.some(({ bag }) => !bag.has(item)) && this.isKnown(item));
  }
}

function isBrief({ consistent }: WebhookMemory, query: LogQuery, page: Page, target: string): boolean {
  const earlier = consistent.get(describeQuery(query))?.pages[0]?.page;
  if (earlier === undefined || page.next === undefined || /[?&](next|prev)=/.test(target)) return false;
  const isSame = earlier.totalItems === page.totalItems && page.data.every((item) => earlier.data.includes(item));
  return isSame && page.data.length < earlier.data.length;
}

const keyOf = (webhook: string, query: LogQuery, cursor = ''): string => `${webhook} ${describeQuery(query)} ${cursor}`;

/** Whether a walk of the same range must have all that another query yields. A target may fill in a bound that is missing. */
function isWider(walked: LogQuery, { from, to, status }: LogQuery): boolean {
  const isSameRange = walked.from === from && walked.to === to;
  return isSameRange && (walked.status === undefined || walked.status === status);
}

function add(all: Map<string, OddAnswer[]>, { id }: WebhookMemory, odd: OddAnswer): void {
  const known = all.get(id) ?? [];
  const isNew = !known.some(({ query }) => describeQuery(query) === describeQuery(odd.query));
  if (isNew && known.length < kept) all.set(id, [...known, odd]);
}
