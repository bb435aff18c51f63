/** What suites import, inside a vitest worker and nowhere else. Requirements files import only its types. */

export type { CheckContext } from './checks/check-context.ts';
export {
  CheckConcluded,
  type Conclusion,
  fail,
  inconclusive,
  logChanged,
  notApplicable,
  type Proof,
  pass,
  registrationRejected,
  samplesOf,
  undeclared,
  unlessUndecided,
  validRejected,
} from './checks/conclusion.ts';
export type { CreationBody } from './checks/creations.ts';
export type { Finding } from './checks/property.ts';
export { checksOf } from './checks/registry.ts';
export type { PendingUser, User } from './checks/users/users.ts';
export { requirePendingUser } from './checks/valid-request.ts';
export { NotSent } from './client/index.ts';
export { waitAtMost } from './core/clock.ts';
export { forEachConcurrently } from './core/concurrency.ts';
export { defined } from './core/defined.ts';
export type { Exchange, OperationRequest } from './core/exchange.ts';
export type { DeclareKey, ObservedGapId } from './core/gaps.ts';
export type { Requirement } from './core/requirement.ts';
export type { Reproduced } from './core/verdict.ts';
export { fc } from './generators/fc.ts';
export type { Operation, OperationWithBody } from './interface/operations.ts';
export type { Baseline } from './log/logs.ts';
export type { LogQuery } from './log/query.ts';
export type { Walk } from './log/walk.ts';
export type { WebhookLog } from './log/webhook-log.ts';
export * as bags from './oracles/bag.ts';
export * as controls from './suite/controls.ts';
export * as generate from './suite/generate.ts';
export * as api from './suite/interface.ts';
export * as logs from './suite/logs.ts';
export * as responses from './suite/responses.ts';
export * as series from './suite/series.ts';
export * as traffic from './suite/traffic.ts';
