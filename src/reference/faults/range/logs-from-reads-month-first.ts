import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-from-reads-month-first',
  breaks:
    'Two ranges that overlap leave nothing out; here day and month of from are exchanged where that makes a date.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-overlap',
  apply(server) {
    misread(server, ({ from }) => {
      const date = new Date(from ?? 0);
      const [day, month] = [date.getUTCDate(), date.getUTCMonth()];
      return from === undefined || day > 12
        ? {}
        : { from: Date.UTC(date.getUTCFullYear(), day - 1, month + 1) + (from % 86_400_000) };
    });
  },
});
