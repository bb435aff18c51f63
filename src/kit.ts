/** What suites import, inside a vitest worker and nowhere else. Requirements files import only its types. */

export { jsonBody } from './core/body.ts';
export { accepted, type Exchange, header, type OperationRequest, said } from './core/exchange.ts';
export { endpoints, type LogStatus, logStatuses, type Operation, operations } from './core/operation.ts';
export type { Requirement } from './core/requirement.ts';
export { fc } from './generators/fc.ts';
export { type Check, checks, checksOf, type Phase } from './kit/check.ts';
export { type CreationBody, repeated } from './kit/creations.ts';
export { Decided, type Decision, fail, inconclusive, notApplicable, type Proof, pass } from './kit/decisions.ts';
export { runChecks } from './kit/entry.ts';
export type { Finding, Trial } from './kit/trial.ts';
export type { Pending, PendingUser, User } from './model/users.ts';
export { contentTypeProblem, jsonProblem, type Page, pageOf, shapeProblem } from './oracles/answer.ts';
