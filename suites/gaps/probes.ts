/** Ids of the rows that observe gaps and send nothing that a target could take amiss: what `cawl learn` runs. */
import { all, posts } from '../rows.ts';
import { rows } from './requirements.ts';

export const probes: readonly string[] = [
  ...rows.map(({ id }) => id),
  ...all.flatMap((op) => [`${op}/success-status`, `${op}/accepts-valid`]),
  ...posts.map((op) => `${op}/required-fields`),
  'auth/logs/refusal-status',
];
