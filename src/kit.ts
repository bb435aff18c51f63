/** What suites import, inside a vitest worker and nowhere else. Requirements files import only its types. */

export { isThrottling, NotSent } from './client/index.ts';
export { jsonBody } from './core/body.ts';
export { accepted, type Exchange, header, type OperationRequest, said } from './core/exchange.ts';
export { endpoints, type LogStatus, logStatuses, type Operation, operations } from './core/operation.ts';
export type { Requirement } from './core/requirement.ts';
export { type WrongCode, wrongCodes } from './generators/codes.ts';
export { edges } from './generators/edge.ts';
export { fc } from './generators/fc.ts';
export { type Hostile, hostile } from './generators/hostile.ts';
export type { Variant } from './generators/request.ts';
export { inTurns } from './generators/text.ts';
export { type BearerTry, madeUpTokens, malformedHeaders, mutants } from './generators/tokens.ts';
export { variants } from './generators/valid.ts';
export { silent, type Wrong, wrong } from './generators/wrong.ts';
export { type Check, checks, checksOf, type Phase } from './kit/check.ts';
export { type CreationBody, repeated } from './kit/creations.ts';
export { Decided, type Decision, fail, inconclusive, notApplicable, type Proof, pass } from './kit/decisions.ts';
export { runChecks } from './kit/entry.ts';
export { canonicalFor, hostileRequest, requestOf, sameAgain } from './kit/requests.ts';
export type { Finding, Trial } from './kit/trial.ts';
export { pendingUser, recognised, type Tried, Twins, verification } from './kit/twins.ts';
export type { Pending, PendingUser, User } from './model/users.ts';
export { contentTypeProblem, jsonProblem, type Page, pageOf, shapeProblem } from './oracles/answer.ts';
