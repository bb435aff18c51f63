import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-time-zone',
  breaks:
    'Two ranges that overlap leave nothing out; here from is read as local time five hours behind, to as five ahead.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-overlap',
  apply(server) {
    const hours = 5 * 3_600_000;
    misread(server, ({ from, to }) => ({
      from: from === undefined ? from : from + hours,
      to: to === undefined ? to : to - hours,
    }));
  },
});
