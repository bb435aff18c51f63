export { Client, isThrottling, type Ledger, NotSent } from './client.ts';
export { awaitCode, CodeSourceError } from './inbox.ts';
