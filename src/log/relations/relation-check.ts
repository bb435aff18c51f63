/**
 * Judges a relation between queries of one log. Where it fails between shared walks, both sides are read again while no other
 * request of the run is in flight, in each cursor style. It is reported only if it fails between readings that agree with
 * their own repetition, in every style: a target need not support both.
 */
import type { Finding } from '../../oracles/finding.ts';
import { survivingPart } from '../change/surviving-part.ts';
import type { LogQuery } from '../query.ts';
import { isPlain } from '../query.ts';
import { readingOf } from '../reading.ts';
import { type CursorStyle, isConsistent, otherStyle, type Walk } from '../walk.ts';
import { isNarrowed, type WebhookMemory } from '../webhook-memory.ts';
import { type ControlState, startControl, step } from './controlled-read.ts';

/** Judges walks of one query each. Returns the problem between them, or undefined. */
export type Oracle = (walks: readonly Walk[]) => Finding | undefined;

/** The result of checking a relation between queries. `exchanges`: how many it rests on. */
export type RelationResult =
  | { readonly kind: 'holds'; readonly walks: readonly Walk[]; readonly exchanges: number }
  | { readonly kind: 'broken'; readonly found: Finding; readonly walks: readonly Walk[]; readonly exchanges: number }
  /** The log kept changing: no two consecutive readings agreed. */
  | { readonly kind: 'live'; readonly exchanges: number }
  /** The same query gives different answers, and not because the log grew. */
  | { readonly kind: 'unstable'; readonly first: Walk; readonly second: Walk; readonly exchanges: number };

/** The part of `WebhookLog` that this module uses. */
export interface ReadableLog {
  readonly memory: WebhookMemory;
  readonly form: CursorStyle;
  scoped(query: LogQuery): LogQuery;
  walk(query: LogQuery): Promise<Walk>;
  read(query: LogQuery, form: CursorStyle): Promise<Walk>;
  /** Runs `work` with nothing else of the run in flight. */
  lookInto<T>(work: (log: ReadableLog) => Promise<T>): Promise<T>;
  /** Whether the log has grown since an earlier reading of a query. */
  hasGrownSince(walk: Walk): Promise<boolean>;
  /** Waits until reads have settled, if a finding is confirmed. */
  settle(): Promise<void>;
}

/** The gravest result first: what one cursor style shows is not cancelled by what the other one shows. */
const gravest = ['live', 'unstable', 'broken', 'holds'] as const;

export async function checkRelation(
  log: ReadableLog,
  queries: readonly LogQuery[],
  oracle: Oracle,
): Promise<RelationResult> {
  const shared = await Promise.all(queries.map((query) => log.walk(query)));
  const exchanges = shared.reduce((sum, one) => sum + one.pages.length, 0);
  if (oracle(shared) === undefined) return { kind: 'holds', walks: shared, exchanges };
  const surviving = await survivingPart(log, shared);
  const sent = exchanges + (surviving?.exchanges ?? 0);
  if (surviving !== undefined && oracle(surviving.walks) === undefined)
    return { kind: 'holds', walks: shared, exchanges: sent };
  return controlRelation(log, queries, oracle, { exchanges: sent, shared });
}

/**
 * The second half of {@link checkRelation}, for findings that did not come from shared walks.
 * @param before exchanges so far, and walks that count as the first round of readings in their cursor style if the next one agrees
 */
export async function controlRelation(
  log: ReadableLog,
  queries: readonly LogQuery[],
  oracle: Oracle,
  before: { readonly exchanges: number; readonly shared?: readonly Walk[] } = { exchanges: 0 },
): Promise<RelationResult> {
  let { exchanges } = before;
  const { memory } = log;
  await log.settle();
  const plain = queries.every((query) => isPlain(log.scoped(query)));
  const results: RelationResult[] = [];
  for (const form of plain ? [log.form] : [log.form, otherStyle(log.form)]) {
    const shared = before.shared?.every((walk) => walk.form === form) === true ? before.shared : undefined;
    const result = await log.lookInto((alone) => readControlled(alone, queries, oracle, form, shared));
    exchanges += result.exchanges;
    if (result.kind === 'holds' && mayClear(result.walks, form === log.form)) {
      if (form === log.form) memory.disturbed.push(queries);
      else if (result.walks.some((walk) => isNarrowed(walk, memory))) memory.cursor.form = form;
      return { ...result, exchanges };
    }
    results.push(result);
  }
  const kind = gravest.find((one) => results.some((result) => result.kind === one));
  const result = results.find((one) => one.kind === kind)!;
  if (result.kind === 'unstable') {
    // A ring that drops its oldest items under a filter may show the new ones only without the filter.
    if (await log.hasGrownSince(result.first)) return { kind: 'live', exchanges };
    memory.unstable.push([result.first, result.second]);
  }
  return { ...result, exchanges };
}

/**
 * Whether a relation that holds in a cursor style clears what the other style shows. Rejected cursors prove nothing; nor do
 * walks of the style that the target does not use, if they lose the filters: their numbers contradict their totals.
 */
function mayClear(walks: readonly Walk[], isOwnStyle: boolean): boolean {
  if (walks.some((one) => (one.end === 'refused' || one.end === 'lost') && one.pages.length > 0)) return false;
  return isOwnStyle || walks.every((one) => one.end !== 'end' || isConsistent(one));
}

/**
 * @param shared walks that count as the first round if the next one agrees with them: other requests may have disturbed them.
 *   Where few requests may be sent, they count in any case.
 */
async function readControlled(
  log: ReadableLog,
  queries: readonly LogQuery[],
  oracle: Oracle,
  form: CursorStyle,
  shared: readonly Walk[] | undefined,
): Promise<RelationResult> {
  let exchanges = 0;
  const readRound = async () => {
    const walks: Walk[] = [];
    for (const query of queries) walks.push(await log.read(query, form));
    exchanges += walks.reduce((sum, { pages }) => sum + Math.max(pages.length, 1), 0);
    return walks;
  };
  const { history, scope, lowBudget } = log.memory;
  const compare = (state: ControlState, before: readonly Walk[], after: readonly Walk[]) =>
    step(state, before.map(readingOf), after.map(readingOf), (a, b) => history.compare(a, b));
  const start = startControl(!isPlain(scope));
  let before = shared ?? (await readRound());
  let state: ControlState = start;
  for (;;) {
    const known = before === shared ? secondReadings(log, queries, form) : undefined;
    const after = known ?? (await readRound());
    state = compare(state, before, after);
    if (before === shared && !lowBudget && state.kind !== 'agreed') state = start;
    switch (state.kind) {
      case 'agreed': {
        const found = oracle(after);
        return found === undefined
          ? { kind: 'holds', walks: after, exchanges }
          : { kind: 'broken', found, walks: after, exchanges };
      }
      case 'unstable':
        return { kind: 'unstable', first: before[state.query]!, second: after[state.query]!, exchanges };
      case 'live':
        return { kind: 'live', exchanges };
    }
    before = after;
  }
}

/** The second reading of the baseline, if every query is the plain one. Not for a confirmation, which rests on readings made alone. */
function secondReadings(
  log: ReadableLog,
  queries: readonly LogQuery[],
  form: CursorStyle,
): readonly Walk[] | undefined {
  const { again, confirms } = log.memory;
  if (confirms || again?.form !== form || !queries.every((query) => isPlain(log.scoped(query)))) return undefined;
  return queries.map(() => again);
}
