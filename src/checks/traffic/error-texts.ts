/**
 * Texts of errors. An item may be the very text of an error, and a rejection with that text discloses nothing. A rejected search
 * of a webhook that does not exist has no data to show, so whatever it contains is such a text.
 */
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { seededRandom, similarId } from '../../core/random.ts';
import { itemsFoundIn } from '../../oracles/identifying.ts';
import type { CheckContext } from '../check-context.ts';

/** A ban or a limit may answer in place of the usual error, for a while. */
const tries = 3;

/**
 * The items in a response that are not texts of errors: those that no rejection without data contains. All if it was accepted.
 * @param items not empty only if the response holds them
 */
export async function withoutErrorTexts(
  t: CheckContext,
  items: readonly string[],
  found: Exchange,
): Promise<readonly string[]> {
  if (isAccepted(found)) return items;
  const { authorization, tenant } = found.request;
  const webhook = similarId(t.settings.fixtures.webhooks[0]!.id, seededRandom(t.seed));
  let left = items;
  for (let attempt = 0; attempt < tries && left.length > 0; attempt += 1) {
    if (attempt > 0) await t.clock.sleep(t.client.settleMs);
    const { response } = await t.exclusively((alone) =>
      alone.send({ operation: 'logs', webhook, authorization, tenant }),
    );
    const texts = itemsFoundIn(response, left);
    left = left.filter((item) => !texts.includes(item));
  }
  return left;
}
