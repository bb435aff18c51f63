/** First pages of searches that follow each other on one connection, and how two of them compare. */
import { type Exchange, type LogQuery, logs, responses, type WebhookLog } from '../../../src/suite.ts';

/** Reads the first page of a search. */
export type Search = (query: LogQuery) => Promise<Exchange>;

/** Gives the work a function that searches over a connection on which nothing else is sent. */
export async function onOneConnection<T>(log: WebhookLog, work: (search: Search) => Promise<T>): Promise<T> {
  const { id, client } = log;
  const connection = client.session();
  try {
    return await work((query) =>
      client.send({ operation: 'logs', webhook: id, query: logs.parametersOf(log.scoped(query)), connection }),
    );
  } finally {
    await connection.close();
  }
}

/** Whether both are pages and differ in their items or total. */
export function isOther(one: Exchange, other: Exchange): boolean {
  const [a, b] = [one, other].map(textOf);
  return a !== undefined && b !== undefined && a !== b;
}

/** Whether both are pages with the same items, at least one, and the same total. */
export function isSamePage(one: Exchange, other: Exchange): boolean {
  const text = textOf(one);
  return text !== undefined && text === textOf(other) && responses.parsePage(one.response)!.data.length > 0;
}

/** The items and the total of a page; undefined for a rejection. */
function textOf({ response }: Exchange): string | undefined {
  const page = responses.parsePage(response);
  return page && JSON.stringify([page.totalItems, page.data]);
}

/** How many items a page has, and its total. */
export function pageInWords({ response }: Exchange): string {
  const { data, totalItems } = responses.parsePage(response)!;
  return `${data.length} of ${totalItems} items`;
}
