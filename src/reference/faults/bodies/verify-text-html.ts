import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-text-html',
  breaks:
    'A success says application/json; here verification says text/html, as a framework does that is left to guess.',
  section: 'intro',
  level: 'stated',
  owner: 'verify/content-type',
  apply(server) {
    onSuccess(server, 'verify', (answer) => {
      answer.type = 'text/html; charset=utf-8';
    });
  },
});
