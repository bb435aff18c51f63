export { Client } from './client.ts';
export { NotSent } from './not-sent.ts';
export type { ExchangeCounter } from './shared-connection.ts';
export { isThrottling } from './throttling.ts';
export { awaitCode, CodeSourceError } from './verification-code.ts';
