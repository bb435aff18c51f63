import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-from-ignored',
  breaks: 'Beyond the last entry, and before the first, there is none; here from is ignored.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-far',
  apply: (server) => misread(server, () => ({ from: undefined })),
});
