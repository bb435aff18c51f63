export { Client } from './client.ts';
export { ExchangeTally } from './exchange-tally.ts';
export { leftOut, missingFixture } from './missing-fixture.ts';
export { NotSent } from './not-sent.ts';
export { traitsOf } from './request-traits.ts';
export { type SharedPace, sharePace } from './shared-pace.ts';
export { isThrottling, throttlePause } from './throttling.ts';
export { awaitCode, awaitCodes, CodeSourceError } from './verification-code.ts';
