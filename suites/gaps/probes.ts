/** Ids of the rows that observe gaps and send nothing that a target could take amiss: what `cawl learn` runs. */
import { allOperations, posts } from '../lib/per-operation.ts';
import { requirements } from './requirements.ts';

export const probes: readonly string[] = [
  ...requirements.map(({ id }) => id),
  ...allOperations.flatMap((op) => [`${op}/success-status`, `${op}/accepts-valid`]),
  ...posts.map((op) => `${op}/required-fields`),
  'auth/logs/refusal-status',
];
