/** The four operations of the interface (§4), by the short names that requirement ids use. src/interface describes them. */
export const operations = ['create', 'register', 'verify', 'logs'] as const;
export type Operation = (typeof operations)[number];

/** Those whose request has a body. */
export const operationsWithBody = ['create', 'register', 'verify'] as const satisfies readonly Operation[];
export type OperationWithBody = (typeof operationsWithBody)[number];

/** The two statuses that a webhook log may have (§3). */
export const logStatuses = ['succeeded', 'failed'] as const;
export type LogStatus = (typeof logStatuses)[number];
