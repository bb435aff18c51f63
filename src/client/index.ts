export type { Ledger } from './circumstances.ts';
export { Client, isThrottling, NotSent } from './client.ts';
export { awaitCode, CodeSourceError } from './inbox.ts';
