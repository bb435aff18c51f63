/** Looks for an item that `next` skips: `prev` of the second page shows it, though the walk never returns it. */
import type { Exchange } from '../../core/exchange.ts';
import { parsePage } from '../../schema/page.ts';
import { type ReadPage, readCursor, readFirst, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';

export interface SkippedItem {
  readonly item: string;
  /** The second page, reached by `next` from the first. */
  readonly second: Exchange;
  /** The page reached by `prev` from there. */
  readonly back: Exchange;
}

export async function findSkippedItem(log: WebhookLog, walk: Walk): Promise<SkippedItem | undefined> {
  const where = log.where();
  const follow = async (from: Exchange, side: Exclude<ReadPage['reachedBy'], 'first'>) => {
    const cursor = parsePage(from.response)?.[side];
    return cursor === undefined ? undefined : readCursor(log.client, where, side, cursor);
  };
  const second = await follow(await readFirst(log.client, where), 'next');
  const back = second === undefined ? undefined : await follow(second, 'prev');
  if (second === undefined || back === undefined) return undefined;
  const item = parsePage(back.response)?.data.find((one) => !walk.bag.has(one));
  return item === undefined ? undefined : { item, second, back };
}
