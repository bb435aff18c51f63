/**
 * Combined searches that are rejected. What a target limits is left to it, such as a long span or a search of everything. A rejection
 * counts if only an allowed value or a missing optional parameter can be its reason: the same search is accepted with the other
 * value, or with one parameter more that leaves nothing out.
 */
import { type Exchange, isAccepted, isRejection } from '../../core/exchange.ts';
import type { LogQuery } from '../../log/query.ts';
import { readFirst } from '../../log/walk.ts';
import type { CheckContext } from '../check-context.ts';
import { isLimit } from '../traffic/limit-responses.ts';
import type { SearchSpaces } from './search-rows.ts';
import type { SearchRow } from './search-space.ts';

/** What the rejected search differs in from one that is accepted: a value, or a parameter that is not there. */
export type RejectionKind = 'value' | 'partner';

export interface RejectedSearch {
  readonly kind: RejectionKind;
  readonly webhook: string;
  readonly rejected: LogQuery;
  /** Searches that are accepted; the first one shows the difference. */
  readonly accepted: readonly [LogQuery, ...LogQuery[]];
  /** The accepted searches, and the rejected one. */
  readonly proof: readonly Exchange[];
}

/** Searches that are looked into, at most: a target may reject each range for its span. */
const most = 6;

/** The first search of each kind that should have been accepted, of those that were rejected beside others and alone. */
export async function findRejected(
  t: CheckContext,
  rows: readonly SearchRow[],
  spaces: SearchSpaces,
): Promise<readonly RejectedSearch[]> {
  const found: RejectedSearch[] = [];
  for (const { webhook, query } of fewestFirst(rows, spaces).slice(0, most)) {
    const isFound = (kind: RejectionKind) => found.some((one) => one.kind === kind);
    for (const related of await acceptedRelatives(t, query))
      if (!isFound(related.kind)) found.push(...(await judgeRejection(t, { webhook, rejected: query, ...related })));
    if (isFound('value') && isFound('partner')) break;
  }
  return found;
}

/** Distinct searches: those without a range first, and those with fewest parameters, which the fewest limits explain. */
function fewestFirst(rows: readonly SearchRow[], spaces: SearchSpaces) {
  const sizeOf = (row: SearchRow) => (row.range === 'none' ? 0 : 100) + spaces.partsOf(row).length;
  const distinct = new Map<string, { readonly webhook: string; readonly query: LogQuery }>();
  for (const row of rows.toSorted((one, other) => sizeOf(one) - sizeOf(other))) {
    const query = spaces.queryOf(row);
    const key = JSON.stringify([row.webhook, query]);
    if (!distinct.has(key)) distinct.set(key, { webhook: row.webhook, query });
  }
  return [...distinct.values()];
}

type Suspected = Omit<RejectedSearch, 'proof'>;
type Relative = Pick<RejectedSearch, 'kind' | 'accepted'>;

/**
 * Searches that must not be accepted if this one is rejected. The other status finds fewer entries, perhaps, and without a status
 * there are more: if both are accepted, the number of entries is not the reason. Entries of one status may not have every field, such
 * as a duration, so that its sort may be rejected. A direction and a sort leave nothing out.
 */
async function acceptedRelatives(t: CheckContext, query: LogQuery): Promise<readonly Relative[]> {
  const { status, sortBy, sortDirection } = query;
  const relatives: Relative[] = [];
  if (status !== undefined && (sortBy === undefined || t.logs.namesTime(sortBy))) {
    const { status: _, ...whole } = query;
    relatives.push({ kind: 'value', accepted: [{ ...query, status: otherStatus[status] }, whole] });
  }
  if (sortDirection !== undefined)
    relatives.push({ kind: 'value', accepted: [{ ...query, sortDirection: otherDirection[sortDirection] }] });
  if (sortDirection === undefined && sortBy !== undefined)
    relatives.push({ kind: 'partner', accepted: [{ ...query, sortDirection: 'asc' }] });
  const [field] = sortDirection !== undefined && sortBy === undefined ? await t.logs.sorts() : [];
  if (field !== undefined) relatives.push({ kind: 'partner', accepted: [{ ...query, sortBy: field }] });
  return relatives;
}

const otherStatus = { succeeded: 'failed', failed: 'succeeded' } as const;
const otherDirection = { asc: 'desc', desc: 'asc' } as const;

/** Sends the searches alone: one that should be accepted as its relatives are is rejected before and after them. */
export function judgeRejection(t: CheckContext, suspected: Suspected): Promise<readonly RejectedSearch[]> {
  return t.exclusively(async (alone) => {
    const log = await alone.logs.besideJudged(suspected.webhook);
    const send = (query: LogQuery) => readFirst(alone.client, log.where(query));
    const proof: Exchange[] = [];
    for (const query of suspected.accepted) {
      proof.push(await send(query));
      if (!isAccepted(proof.at(-1)!)) return [];
    }
    // Twice in a row: a target may reject every other request, or every third one.
    const again = [await send(suspected.rejected), await send(suspected.rejected)];
    if (!again.every((one) => isRejection(one) && !isLimit(one))) return [];
    return isAccepted(await send(suspected.accepted[0])) ? [{ ...suspected, proof: [...proof, again[0]!] }] : [];
  });
}
