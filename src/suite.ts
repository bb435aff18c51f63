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
export {
  type ControlledAttempt,
  isAcceptedOrDuplicate,
} from './checks/positive-control.ts';
export type { Finding } from './checks/property.ts';
export { type Check, checks, checksOf, type Phase } from './checks/registry.ts';
export { canonicalFor, hostileRequest, requestOf, sameAgain } from './checks/requests.ts';
export type { Pending, PendingUser, User } from './checks/users.ts';
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
export { type LogStatus, logStatuses } from './core/operation.ts';
export { seededRandom, similarId } from './core/random.ts';
export type { Requirement } from './core/requirement.ts';
export { timeMemberNames, timeSortNames } from './core/time-names.ts';
export type { BearerTry } from './generators/bearer-try.ts';
export { type WrongCode, wrongCodes } from './generators/codes.ts';
export { edges } from './generators/edge.ts';
export { fc } from './generators/fc.ts';
export { type Hostile, hostile } from './generators/hostile.ts';
export { madeUpTokens } from './generators/made-up-tokens.ts';
export { malformedHeaders } from './generators/malformed-headers.ts';
export { type Canonical, type Variant, withText } from './generators/request.ts';
export { inTurns } from './generators/text.ts';
export { mutants } from './generators/token-mutants.ts';
export { variants } from './generators/valid.ts';
export { silent, type Wrong, wrong } from './generators/wrong.ts';
export {
  idSegments,
  needsCode,
  type Operation,
  type OperationWithBody,
  operations,
  operationsWith,
  operationsWithBody,
  operationTable,
  pathOf,
  returnsPage,
} from './interface/operations.ts';
export { drawPages, drawWalk } from './log/drawing.ts';
export type { Baseline } from './log/logs.ts';
export type { Navigation, Step } from './log/navigation.ts';
export { checkNavigation } from './log/navigation-check.ts';
export { type Direction, describeQuery, type LogQuery, parametersOf } from './log/query.ts';
export { isSameReading } from './log/reading.ts';
export type { Oracle, RelationResult } from './log/relation-check.ts';
export { apart, type TimeForm, timeForms } from './log/time/form.ts';
export { inferTimeFormat, rangeQuery, type TimeFormatInference } from './log/time/infer.ts';
export { LogMeter, MeterMemory } from './log/time/meter.ts';
export {
  type CursorStyle,
  isConsistent,
  isLongWalk,
  longWalkPages,
  type ReadPage,
  readCursor,
  readFirst,
  type Walk,
} from './log/walk.ts';
export type { WebhookLog } from './log/webhook-log.ts';
export * as bags from './oracles/bag.ts';
export { type Bag, bagOf, equal, minus, sizeOf, sum, within } from './oracles/bag.ts';
export type { Finding as LogFinding } from './oracles/finding.ts';
export { identifyingCharacters, identifyingItems, isIdentifying, itemsFoundIn } from './oracles/identifying.ts';
export { type BagFinding, difference, partition, partOf, sameBag, truncate } from './oracles/relations.ts';
export { contentTypeProblem, jsonProblem, shapeProblem } from './oracles/response.ts';
export { findEndless, findFirstRepeat, findIncomplete, findUnsteadyTotal, type WalkFinding } from './oracles/walk.ts';
export { type Page, parsePage } from './schema/page.ts';
export * as controls from './suite/controls.ts';
export * as generate from './suite/generate.ts';
export * as api from './suite/interface.ts';
export * as logs from './suite/logs.ts';
export * as responses from './suite/responses.ts';
export * as series from './suite/series.ts';
export * as traffic from './suite/traffic.ts';
