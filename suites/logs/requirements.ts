/** Requirements of the log search: walks, filters, sorting, ranges and isolation. */
import { filters } from './requirements/filters.ts';
import { isolation } from './requirements/isolation.ts';
import { ranges } from './requirements/ranges.ts';
import { sorting } from './requirements/sorting.ts';
import { walks } from './requirements/walks.ts';

export const requirements = [...walks, ...filters, ...sorting, ...ranges, ...isolation] as const;
