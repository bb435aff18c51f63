import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-to-ignored',
  breaks: 'Beyond the last entry, and before the first, there is none; here to is ignored.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-far',
  apply: (server) => misread(server, () => ({ to: undefined })),
});
