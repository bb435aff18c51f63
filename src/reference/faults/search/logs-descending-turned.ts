import { defineFault } from '../../fault.ts';
import { rearrange } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-descending-turned',
  breaks: 'asc is desc reversed, up to ties; here descending order begins with the seven oldest.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/sort-reverses',
  apply: (server) =>
    rearrange(server, (entries, { query }) =>
      query.direction === 'desc' && entries.length > 14 ? [...entries.slice(-7), ...entries.slice(0, -7)] : entries,
    ),
});
