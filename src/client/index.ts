export { Client, isThrottling, type Ledger, NotSent } from './client.ts';
export { awaitCode } from './inbox.ts';
