/** What a run remembers of one webhook's log, for every check that reads it. Plain data; `WebhookLog` reads and writes it. */
import type { Exchange } from '../core/exchange.ts';
import { ReadingHistory } from './change/growth.ts';
import { isPlain, type LogQuery } from './query.ts';
import type { CursorStyle, Walk, WalkLimits } from './walk.ts';

/** Walks by their query, as `describeQuery` names it. */
export type WalksByQuery = ReadonlyMap<string, Walk>;

/** Knowledge about cursors, which all logs of a run share. */
export interface CursorMemory {
  /** The style that keeps a query's parameters. */
  form: CursorStyle | undefined;
  /** The style to try first as long as that is not known: the other one was rejected if this one was accepted. */
  accepted?: CursorStyle;
  /** False once a cursor that was not used at once, and only then, did not lead where it should: it may be short-lived. */
  lasts: boolean;
  /** Whether a search invalidates the cursors of others, as if the target kept few searches; undefined while none was rejected. */
  endsWithOthers?: boolean;
  /** Pages were shown to have another length backward than forward, which is not examined again. */
  hasOtherPagesBack?: true;
}

export interface WebhookMemory {
  readonly id: string;
  readonly cursor: CursorMemory;
  limits: WalkLimits;
  /** Only a few hundred requests may be sent: a shared walk then counts as the first of two readings. */
  readonly lowBudget: boolean;
  /** Whether a walk need not read again what another search of the run has read; see `KnownPages`. */
  readonly sharesPages: boolean;
  /** First pages that were measured and are the only ones, by their query as in `walks`. */
  readonly onlyPages: Map<string, Exchange>;
  /** Shared walks by their query, as `describeQuery` names it. */
  readonly walks: Map<string, Promise<Walk>>;
  /** The shared walks that are under way. */
  readonly underWay: Set<Promise<Walk>>;
  readonly history: ReadingHistory;
  /** The highest total that the unfiltered log had. */
  plainTotal: number | undefined;
  /** The latest walk of the unfiltered log. */
  latestPlain: Walk | undefined;
  /** A second reading of the plain walk, which agreed with it; undefined if there was none. */
  again: Walk | undefined;
  /** Walks that the run read before it confirms a finding, by their query as in `walks`; see `Patience`. */
  readonly earlier: WalksByQuery;
  /** Whether findings are confirmed with this memory. */
  readonly confirms: boolean;
  /** The first walk of the window in which a finding is confirmed. */
  earlierInWindow: Walk | undefined;
  /** Parameters that every query gets: the window in which a growing or very long log is judged. Empty for the whole log. */
  scope: LogQuery;
  /** Relations that failed between shared walks and hold when read alone: parallel reads may disturb each other. */
  readonly disturbed: (readonly LogQuery[])[];
  /** Walks of the run that ended, and are not as they should be; see `WebhookLog.isInconsistent`. */
  readonly inconsistent: Walk[];
  /** Walks that ended because a cursor was rejected that the target had issued. */
  readonly rejectedWalks: Walk[];
  /** The first walk of each query that showed no problem, by its query as in `walks`. */
  readonly consistent: Map<string, Walk>;
  /** Pairs of readings of one query that differ although the log did not grow. */
  readonly unstable: (readonly [Walk, Walk])[];
}

export const newCursorMemory = (): CursorMemory => ({ form: undefined, lasts: true });

export function createWebhookMemory(
  id: string,
  limits: WalkLimits,
  cursor: CursorMemory = newCursorMemory(),
  {
    confirms = false,
    sharesPages = false,
    earlier = new Map(),
  }: {
    readonly confirms?: boolean;
    readonly sharesPages?: boolean;
    readonly earlier?: WalksByQuery | undefined;
  } = {},
): WebhookMemory {
  return {
    id,
    cursor,
    limits,
    lowBudget: limits.early !== undefined,
    sharesPages,
    onlyPages: new Map(),
    walks: new Map(),
    underWay: new Set(),
    history: new ReadingHistory(),
    plainTotal: undefined,
    latestPlain: undefined,
    again: undefined,
    earlier,
    confirms,
    earlierInWindow: undefined,
    scope: {},
    disturbed: [],
    inconsistent: [],
    rejectedWalks: [],
    consistent: new Map(),
    unstable: [],
  };
}

/**
 * Whether a consistent walk shows that its cursors keep the query: without it they would lead through the whole log, which
 * has another total.
 */
export function isNarrowed({ query, pages, total }: Walk, { plainTotal }: WebhookMemory): boolean {
  return !isPlain(query) && pages.length > 1 && total !== plainTotal;
}

/** Inconsistent walks, except those whose cursor was sent alone and does not carry the query: those may lose the filter. */
export function inconsistentWalks({ inconsistent, cursor }: WebhookMemory): readonly Walk[] {
  return inconsistent.filter(({ query, form }) => isPlain(query) || form === cursor.form);
}

/** Sets the scope of all that follows, and forgets the walks read so far. */
export function restrictTo(memory: WebhookMemory, scope: LogQuery): void {
  memory.scope = scope;
  memory.walks.clear();
  memory.onlyPages.clear();
  // Of another part of the log, which may have grown while it was read.
  memory.inconsistent.length = 0;
  memory.consistent.clear();
  memory.plainTotal = undefined;
  memory.latestPlain = undefined;
  memory.again = undefined;
  memory.earlierInWindow = undefined;
}

/** Forgets all that was read so far: items are compared in another way from here on. */
export function forgetReadings(memory: WebhookMemory): void {
  restrictTo(memory, memory.scope);
  memory.disturbed.length = 0;
  memory.unstable.length = 0;
}

/** Walks a long log as far as the run allows from here on, and forgets the walks that were cut early. */
export async function walkFully(memory: WebhookMemory): Promise<void> {
  const { early, ...limits } = memory.limits;
  if (early === undefined) return;
  memory.limits = limits;
  for (const [key, read] of [...memory.walks]) if ((await read).end === 'cut') memory.walks.delete(key);
}
