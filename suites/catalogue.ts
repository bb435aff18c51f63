/** All requirements, in the order of the reports. Free of vitest, since the command line reads them too. */
import type { Requirement } from '../src/suite.ts';
import { requirements as auth } from './auth/requirements.ts';
import { requirements as create } from './create/requirements.ts';
import { requirements as gaps } from './gaps/requirements.ts';
import { requirements as logs } from './logs/requirements.ts';
import { requirements as operations } from './operations/requirements.ts';
import { requirements as registration } from './registration/requirements.ts';
import { requirements as uncheckable } from './uncheckable/requirements.ts';

export const catalogue: readonly Requirement[] = [
  ...operations,
  ...auth,
  ...registration,
  ...create,
  ...logs,
  ...gaps,
  ...uncheckable,
];
