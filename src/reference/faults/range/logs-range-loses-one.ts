import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-loses-one',
  breaks: 'Two ranges that overlap leave nothing out; here a range leaves every nineteenth entry out.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-overlap',
  apply: (server) =>
    keepOnly(
      server,
      ({ index }, { query }) => (query.from === undefined && query.to === undefined) || index % 19 !== 7,
    ),
});
