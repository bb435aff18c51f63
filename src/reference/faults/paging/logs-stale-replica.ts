import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-stale-replica',
  breaks:
    'The same query gives the same entries each time; here each other walk is answered by a replica that lacks the five newest entries.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/walks-agree',
  apply(server) {
    let walks = 0;
    let behind = false;
    rearrange(server, (entries, { cursor, log }) => {
      if (!cursor) behind = ++walks % 2 === 0;
      return behind ? entries.filter((entry) => entry.index < log.length - 5) : entries;
    });
  },
});
