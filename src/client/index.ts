export { Client } from './client.ts';
export { ExchangeTally } from './exchange-tally.ts';
export { maskedValue } from './masked-value.ts';
export { leftOut, missingFixture } from './missing-fixture.ts';
export { NotSent } from './not-sent.ts';
export { type OpenCodeSource, openCodeSource } from './open-code-source.ts';
export { traitsOf } from './request-traits.ts';
export { shareBeforeConfirmations } from './run-time.ts';
export { Secrets } from './secrets.ts';
export { secretsOf } from './secrets-of-settings.ts';
export { type SharedPace, sharePace } from './shared-pace.ts';
export { isThrottling, throttlePause } from './throttling.ts';
export {
  awaitCode,
  awaitCodes,
  CodeSourceError,
  describeMissingCode,
  remedyForMixedCodes,
  UnclearCodeError,
} from './verification-code.ts';
