import type { Requirement } from '../../src/kit.ts';

export const rows = [] as const satisfies readonly Requirement[];
