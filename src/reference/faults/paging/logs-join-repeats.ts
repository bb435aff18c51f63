import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-join-repeats',
  breaks: 'No entry is delivered twice; here a join repeats some entries, and they are counted twice.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/no-duplicates',
  apply: (server) =>
    rearrange(server, (entries) => entries.flatMap((entry) => (entry.index % 29 === 3 ? [entry, entry] : [entry]))),
});
