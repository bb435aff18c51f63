/** The first pages of a search, read by the cursor alone: what it carries is observed by several checks. */
import { type CheckContext, type LogQuery, logs, type Walk, type WebhookLog } from '../../src/suite.ts';

/** Pages that are read by the cursor alone: the third shows whether a cursor hands on what it carries. */
export const tellingPages = 3;

/** Reads them once for all checks of the run. */
export function readHeadAlone(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<Walk> {
  const what = `first pages of ${log.id} with ${logs.describeQuery(query)}, by the cursor alone`;
  return t.shareReading(what, () => log.readHead(query, tellingPages, 'alone'));
}
