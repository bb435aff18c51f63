import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-whole-days',
  breaks: 'What lies between two ranges is in neither; here both ends are widened to whole days.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-gap',
  apply(server) {
    const day = 86_400_000;
    misread(server, ({ from, to }) => ({
      from: from === undefined ? from : Math.floor(from / day) * day,
      to: to === undefined ? to : Math.ceil(to / day) * day,
    }));
  },
});
