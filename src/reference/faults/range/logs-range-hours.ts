import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-hours',
  breaks: 'What lies between two ranges is in neither; here both ends are widened to whole hours, three of them.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-gap',
  apply(server) {
    const hours = 3 * 3_600_000;
    misread(server, ({ from, to }) => ({
      from: from === undefined ? from : Math.floor(from / hours) * hours,
      to: to === undefined ? to : Math.ceil(to / hours) * hours,
    }));
  },
});
