import { defineFault } from '../../fault.ts';
import type { LogEntry } from '../../log.ts';
import type { Query } from '../../query.ts';
import { keepOnly, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-two-exchanged',
  breaks:
    'Each entry under a status has it; here the filter reads a stale index in which every eleventh entry has the other status.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/status-truth',
  apply(server) {
    const stale = (entry: LogEntry) =>
      (entry.index % 11 === 4) === (entry.status === 'failed') ? 'succeeded' : 'failed';
    const asked = new WeakMap<Query, Query>();
    wrap(server, 'settleQuery', (inner) => (given, cursor) => {
      const query = inner(given, cursor);
      const all = { ...query, status: undefined };
      asked.set(all, query);
      return all;
    });
    wrap(
      server,
      'writeCursor',
      (inner) => (cursor) => inner({ ...cursor, query: asked.get(cursor.query) ?? cursor.query }),
    );
    keepOnly(server, (entry, { query }) => {
      const status = asked.get(query)?.status;
      return status === undefined || stale(entry) === status;
    });
  },
});
