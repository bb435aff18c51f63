/** What suites import, inside a vitest worker and nowhere else. Requirements files import only its types. */

export type { CheckContext } from './checks/check-context.ts';
export {
  CheckConcluded,
  type Conclusion,
  fail,
  inconclusive,
  notApplicable,
  type Proof,
  pass,
  samplesOf,
  undeclared,
} from './checks/conclusion.ts';
export { type CreationBody, isDuplicate } from './checks/creations.ts';
export { requirePages, requireRelation } from './checks/log-preconditions.ts';
export { isAcceptedOrDuplicate } from './checks/positive-control.ts';
export type { Finding } from './checks/property.ts';
export { checksOf } from './checks/registry.ts';
export { canonicalFor, hostileRequest, requestOf, sameAgain } from './checks/requests.ts';
export type { PendingUser, User } from './checks/users.ts';
export { requirePendingUser, validRequest, verificationBody } from './checks/valid-request.ts';
export { defineChecks } from './checks/vitest-entry.ts';
export { isThrottling, NotSent } from './client/index.ts';
export { parseJsonBody } from './core/body.ts';
export { forEachConcurrently } from './core/concurrency.ts';
export { defined } from './core/defined.ts';
export {
  describeResponse,
  type Exchange,
  type HttpResponse,
  headerValue,
  isAccepted,
  type OperationRequest,
} from './core/exchange.ts';
export type { DeclareKey, ObservedGapId } from './core/gaps.ts';
export { logStatuses } from './core/operation.ts';
export { seededRandom, similarId } from './core/random.ts';
export type { Requirement } from './core/requirement.ts';
export { type WrongCode, wrongCodes } from './generators/codes.ts';
export { edges } from './generators/edge.ts';
export { fc } from './generators/fc.ts';
export { hostile } from './generators/hostile.ts';
export { type Canonical, type Variant, withText } from './generators/request.ts';
export { variants } from './generators/valid.ts';
export { silent, type Wrong, wrong } from './generators/wrong.ts';
export { idSegments, type Operation, type OperationWithBody, operationTable, pathOf } from './interface/operations.ts';
export { drawPages, drawWalk } from './log/drawing.ts';
export type { Baseline } from './log/logs.ts';
export type { Step } from './log/navigation.ts';
export { checkNavigation } from './log/navigation-check.ts';
export { describeQuery, type LogQuery, parametersOf } from './log/query.ts';
export { isSameReading } from './log/reading.ts';
export type { Oracle, RelationResult } from './log/relation-check.ts';
export { rangeQuery, type TimeFormatInference } from './log/time/infer.ts';
export { isLongWalk, readCursor, readFirst, type Walk } from './log/walk.ts';
export type { WebhookLog } from './log/webhook-log.ts';
export * as bags from './oracles/bag.ts';
export { type Bag, bagOf, equal, minus, sizeOf } from './oracles/bag.ts';
export { isIdentifying, itemsFoundIn } from './oracles/identifying.ts';
export { truncate } from './oracles/relations.ts';
export { shapeProblem } from './oracles/response.ts';
export { findEndless, findFirstRepeat, findIncomplete, findUnsteadyTotal, type WalkFinding } from './oracles/walk.ts';
export { parsePage } from './schema/page.ts';
export * as controls from './suite/controls.ts';
export * as generate from './suite/generate.ts';
export * as api from './suite/interface.ts';
export * as logs from './suite/logs.ts';
export * as responses from './suite/responses.ts';
export * as series from './suite/series.ts';
export * as traffic from './suite/traffic.ts';
