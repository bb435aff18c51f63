/** Builds a request, and sends it if the run may send it at all: its owner, the configuration, or a ban may forbid it. */

import type { Settings } from '../core/config.ts';
import { type Exchange, hasValidToken, type OperationRequest, type SentRequest } from '../core/exchange.ts';
import { isAbridged } from '../core/items/abridged-item.ts';
import { operationTable } from '../interface/operations.ts';
import { buildRequest } from './build-request.ts';
import { missingFixture, readOnlyRefusal } from './missing-fixture.ts';
import { NotSent } from './not-sent.ts';
import { assertValidRequest } from './own-request.ts';
import { sendUntilAnswered } from './send-until-answered.ts';
import type { RequestScope, SharedConnection } from './shared-connection.ts';

/** Methods that replace or delete: a target that implements them may apply them to data of others. */
const changingMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Whether a run sends a method at all: one that replaces or deletes, only if its owner asks for it. */
export function isMethodAllowed(method: string, run: Settings['run']): boolean {
  return run.methods === true || !changingMethods.has(method);
}

/** Whether no other work of the run sends anything until the work of this scope has ended. */
export function runsAlone({ exclusive, confirming }: RequestScope): boolean {
  return exclusive !== undefined || confirming;
}

/**
 * @throws NotSent if a limit forbids the request
 * @throws OwnRequestError if a request that claims to be valid is not
 */
export async function sendIfAllowed(
  connection: SharedConnection,
  scope: RequestScope,
  request: OperationRequest,
): Promise<Exchange> {
  const { settings, pathPrefix, tokens } = connection;
  assertPossible(request, settings);
  const tenant = request.tenant ?? 'valid';
  const due = tokens.refreshIfDue(tenant);
  if (due !== undefined) await due;
  const built = buildRequest(request, settings, pathPrefix, tokens.valueOf(tenant));
  assertValidRequest(request, built);
  assertAllowed(built, settings.run);
  if (request.throttle !== 'accept') assertNotResting(built, connection);
  // Without await, an async function passes a promise on three turns later.
  return await sendWithPatience(connection, scope, request, built);
}

function assertPossible({ operation, query }: OperationRequest, settings: Settings): void {
  const missing = missingFixture(operation, settings);
  if (missing !== undefined) throw missing;
  if (query?.some(([, value]) => isAbridged(value)))
    throw new NotSent('own-limit', 'the cursor is longer than this kit reads of it');
}

function assertAllowed({ operation, method }: SentRequest, run: Settings['run']): void {
  if (run.readOnly === true && !(operationTable[operation].method === 'GET' && method === 'GET'))
    throw readOnlyRefusal();
  if (!isMethodAllowed(method, run))
    throw new NotSent('methods', 'PUT, PATCH and DELETE are sent only if asked for', '--methods');
}

function assertNotResting({ operation }: SentRequest, { watches, timeForPauses }: SharedConnection): void {
  if (!watches.patience.isResting(operation)) return;
  const { label } = operationTable[operation];
  throw new NotSent('throttled', `the target throttles all requests to ${label}`, undefined, timeForPauses, operation);
}

function sendWithPatience(
  connection: SharedConnection,
  scope: RequestScope,
  request: OperationRequest,
  built: SentRequest,
): Promise<Exchange> {
  const { bans } = connection.watches;
  const send = () => sendUntilAnswered(connection, scope, request, built);
  if (!bans.isKnown || hasValidToken(built)) return send();
  bans.assertMaySend(built, scope);
  return bans.sendSparingly(runsAlone(scope) ? undefined : scope.requirement, send);
}
