/** Preconditions of checks that need items which differ. */
import { type CheckContext, inconclusive, type Walk } from '../../../src/suite.ts';

/** Inconclusive if all items of the walk are equal, or count as equal since each reading writes them anew. */
export function requireDistinctItems(
  { client }: { readonly client: Pick<CheckContext['client'], 'takesItemsAsEqual'> },
  { bag }: Pick<Walk, 'bag'>,
): void {
  if (bag.size > 1) return;
  if (client.takesItemsAsEqual)
    inconclusive(
      'every item changes from one reading to the next, so that they cannot be told apart',
      'items that stay the same',
    );
  inconclusive('the items cannot be told apart', 'a log with items that differ');
}
