import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-inner-days',
  breaks: 'Two ranges that overlap leave nothing out; here both ends are narrowed to whole days.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-overlap',
  apply(server) {
    const day = 86_400_000;
    misread(server, ({ from, to }) => ({
      from: from === undefined ? from : Math.ceil(from / day) * day,
      to: to === undefined ? to : Math.floor(to / day) * day,
    }));
  },
});
