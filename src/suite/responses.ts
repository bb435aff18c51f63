/** Reading responses: status, headers, JSON, pages, and what is wrong with their shape. */

export { isAcceptedOrDuplicate } from '../checks/attempts/positive-control.ts';
export { isDuplicate } from '../checks/creations.ts';
export { isLimit } from '../checks/traffic/limit-responses.ts';
export { isThrottling } from '../client/index.ts';
export { parseJsonBody } from '../core/body.ts';
export { describeResponse, headerValue, isAccepted, isFailureStatus, isRejection } from '../core/exchange.ts';
export { mayBeOutage } from '../core/outage.ts';
export { contentTypeProblem, jsonProblem, shapeProblem } from '../oracles/response.ts';
export { type Page, parsePage } from '../schema/page.ts';
