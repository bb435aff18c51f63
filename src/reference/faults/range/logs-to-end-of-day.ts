import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-to-end-of-day',
  breaks: 'What lies between two ranges is in neither; here to is moved to the end of its day.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-gap',
  apply: (server) =>
    misread(server, ({ to }) => (to === undefined ? {} : { to: Math.ceil(to / 86_400_000) * 86_400_000 })),
});
