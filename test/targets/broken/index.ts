/** Servers with one defect each. A run that passes on one of them has missed a defect. */
import type { BrokenTarget } from '../support/target.ts';
import { accounts } from './accounts.ts';
import { authentication } from './authentication.ts';
import { creation } from './creation.ts';
import { filtering } from './filtering.ts';
import { paging } from './paging.ts';

export const brokenTargets: readonly BrokenTarget[] = [
  ...authentication,
  ...accounts,
  ...creation,
  ...paging,
  ...filtering,
];
