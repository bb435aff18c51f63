/** Servers that break the specification in one named way each; a kit that passes one of them missed a fault. */
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
