export { Client } from './client.ts';
export { type OpenCodeSource, openCodeSource } from './codes/open-code-source.ts';
export {
  awaitCode,
  awaitCodes,
  CodeSourceError,
  describeMissingCode,
  remedyForMixedCodes,
  UnclearCodeError,
} from './codes/verification-code.ts';
export { ExchangeTally } from './evidence/exchange-tally.ts';
export { traitsOf } from './evidence/request-traits.ts';
export { shareBeforeConfirmations } from './limits/run-time.ts';
export { type SharedPace, sharePace } from './limits/shared-pace.ts';
export { isThrottling, throttlePause } from './limits/throttling.ts';
export { leftOut, missingFixture } from './missing-fixture.ts';
export { NotSent } from './not-sent.ts';
export { maskedValue } from './secrets/masked-value.ts';
export { Secrets } from './secrets/secrets.ts';
export { secretsOf } from './secrets/secrets-of-settings.ts';
