/** What holds for all traffic of a run: what the monitor found, server errors, and operations that do not respond. */

export { failsWhileAvailable } from '../checks/confirmation/availability.ts';
export { sameAgain } from '../checks/requests.ts';
export { hangsAtOnce } from '../checks/traffic/hangs-at-once.ts';
export { inconclusiveAsLate, requireHang } from '../checks/traffic/long-waits.ts';
export {
  findServerError,
  findSlowedByLength,
  isServerError,
  timeoutsOfGivenUp,
  timesAgain,
  timesOutAlone,
} from '../checks/traffic/server-errors.ts';
export { mayBeStopped } from '../checks/traffic/stopped-attacks.ts';
export {
  failOnErrorsOfOutage,
  failOnGatewayErrors,
  failOnViolations,
  requireClean,
} from '../checks/traffic/traffic-verdicts.ts';
export { isGatewayError } from '../core/outage.ts';
