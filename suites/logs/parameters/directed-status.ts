/** A search of the first log that several checks look at if few requests may be sent. */
import type { LogQuery } from '../../../src/suite.ts';

/** The two parameters that need neither a time format nor a sort field: a status and a direction. */
export const directedStatus = { status: 'succeeded', sortDirection: 'desc' } as const satisfies LogQuery;
