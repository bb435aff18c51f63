/** Every row, in the order of the reports. Free of vitest: the command line reads it too. */
import type { Requirement } from '../src/kit.ts';
import { rows as auth } from './auth/requirements.ts';
import { rows as create } from './create/requirements.ts';
import { rows as gaps } from './gaps/requirements.ts';
import { rows as logs } from './logs/requirements.ts';
import { rows as operations } from './operations/requirements.ts';
import { rows as registration } from './registration/requirements.ts';
import { rows as uncheckable } from './uncheckable/requirements.ts';

export const catalogue: readonly Requirement[] = [
  ...operations,
  ...auth,
  ...registration,
  ...create,
  ...logs,
  ...gaps,
  ...uncheckable,
];
