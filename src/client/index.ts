export { Client, isThrottling } from './client.ts';
export { awaitCode, CodeSourceError } from './inbox.ts';
export { type Ledger, NotSent } from './line.ts';
