/** The four operations of the interface (§4), by the short names that requirement ids use. src/interface describes them. */
export const operations = ['create', 'register', 'verify', 'logs'] as const;
export type Operation = (typeof operations)[number];

/** Those whose request has a body. */
export const operationsWithBody = ['create', 'register', 'verify'] as const satisfies readonly Operation[];
export type OperationWithBody = (typeof operationsWithBody)[number];

/** Method and path of each operation, relative to the base URL (§4.1 to §4.4). */
export const endpoints: { readonly [op in Operation]: { readonly method: 'GET' | 'POST'; readonly path: string } } = {
  create: { method: 'POST', path: '/v2/calendars/common-events' },
  register: { method: 'POST', path: '/v2/auth/register' },
  verify: { method: 'POST', path: '/v2/auth/verify-user' },
  logs: { method: 'GET', path: '/v2/webhooks/{webhookId}/logs/search' },
};

/** The two statuses that a webhook log may have (§3). */
export const logStatuses = ['succeeded', 'failed'] as const;
export type LogStatus = (typeof logStatuses)[number];
