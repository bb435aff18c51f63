/** What holds for all traffic of a run: what the monitor found, server errors, and operations that do not respond. */

export { failsWhileAvailable } from '../checks/availability.ts';
export { hangsAtOnce } from '../checks/hangs-at-once.ts';
export { sameAgain } from '../checks/requests.ts';
export {
  findServerError,
  findSlowedByLength,
  isServerError,
  timeoutsOfGivenUp,
  timesAgain,
  timesOutAlone,
} from '../checks/server-errors.ts';
export {
  failOnErrorsOfOutage,
  failOnGatewayErrors,
  failOnViolations,
  requireClean,
} from '../checks/traffic-verdicts.ts';
export { isGatewayError } from '../core/outage.ts';
