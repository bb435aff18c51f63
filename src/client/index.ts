export { Client, isThrottling } from './client.ts';
export { type ExchangeCounter, NotSent } from './shared-connection.ts';
export { awaitCode, CodeSourceError } from './verification-code.ts';
