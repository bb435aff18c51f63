/** The items of a single response. */
import { type Exchange, responses } from '../../../src/suite.ts';

/** The page of a response, also to a path that is not the operation's; undefined for a rejection. */
export function pageOf({ response }: Exchange): responses.Page | undefined {
  return response !== null && response.status < 300 ? responses.parsePage(response) : undefined;
}

export function itemsOf(exchange: Exchange): readonly string[] {
  return pageOf(exchange)?.data ?? [];
}
