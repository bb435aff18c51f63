/**
 * What searches ask for: each filter that the target accepts, a sort, a cursor, on each configured webhook. A guard may know some
 * of them only, so that requests which must be rejected come with all of them.
 */
import { type AskedFor, crowdedForms, type MessageForm } from '../../generators/message-forms.ts';
import type { CheckContext } from '../check-context.ts';
import { acceptedFilters, describeFilter, type Filter } from './accepted-filters.ts';
import { type KnownLog, knownLogs } from './known-items.ts';

/** Searches other than the plain one of the richest webhook; found out once per run. */
export function searchForms(t: CheckContext): Promise<readonly AskedFor[]> {
  return t.once('forms of searches', async (first) => {
    const known = await knownLogs(first);
    const richest = known.find(({ page }) => page?.next !== undefined) ?? known[0];
    if (richest === undefined) return [];
    const filters = await acceptedFilters(first, richest.webhook);
    const others = known.filter((log) => log !== richest);
    return [
      ...[...filters, ...cursorOf(richest)].map((filter) => askedOf(richest.webhook, filter)),
      // One filter each by turns: all filters on all webhooks would be too many.
      ...others.flatMap((log, at) =>
        [[], ...filters.slice(at % filters.length).slice(0, 1), ...cursorOf(log)].map((filter) =>
          askedOf(log.webhook, filter),
        ),
      ),
    ];
  });
}

/**
 * A few searches that combine everything: one per webhook with all filters at once, a second one on the richest webhook with the
 * other value of each two-valued filter, and one by cursor per webhook. Each is sent in a form with many parts.
 * @param least how many to return at least; they are repeated in other forms
 * @param byCursor whether to include those by cursor
 */
export async function crowdedSearches(
  t: CheckContext,
  { least = 0, byCursor = true }: { least?: number; byCursor?: boolean } = {},
): Promise<readonly MessageForm[]> {
  const known = await knownLogs(t);
  const richest = known.find(({ page }) => page?.next !== undefined) ?? known[0];
  if (richest === undefined) return [];
  const filters = await acceptedFilters(t, richest.webhook);
  const merged = [filters, filters.toReversed()].map((all): Filter => [...new Map(all.flat())]);
  const asked = known.flatMap((log) =>
    [...(log === richest ? merged : merged.slice(0, 1)), ...(byCursor ? cursorOf(log) : [])].map((query) =>
      askedOf(log.webhook, query),
    ),
  );
  const count = Math.max(asked.length, least);
  return crowdedForms(
    t.seed,
    Array.from({ length: count }, (_, at) => asked[at % asked.length]!),
  );
}

const cursorOf = ({ page }: KnownLog): Filter[] => (page?.next === undefined ? [] : [[['next', page.next]]]);

function askedOf(webhook: string, query: Filter): AskedFor {
  const isCursor = query.some(([name]) => name === 'next');
  return {
    label: `on webhook ${webhook}${isCursor ? ' by a next cursor' : describeFilter(query)}`,
    how: { webhook, query },
  };
}
