/**
 * The preflight: a few requests before the run, to report at once what would make every verdict worthless. It never judges
 * conformance; a single failing request is left to the run. One search to a working target: a creation would take away the
 * configured event, which a target may accept once. At most six requests to any other, and again what is throttled.
 */
import { randomBytes } from 'node:crypto';
import { Client, isThrottling, missingFixture, NotSent, throttlePause } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { describeDuration } from '../core/duration.ts';
import { TargetError } from '../core/errors.ts';
import {
  type Exchange,
  type ExchangeFailure,
  headerValue,
  isAccepted,
  type OperationRequest,
  type TlsProblem,
} from '../core/exchange.ts';
import type { LeftBehind } from '../core/left-behind.ts';
import type { Operation } from '../core/operation.ts';
import { cutText, withUnique } from '../core/text.ts';
import { operationTable } from '../interface/operations.ts';

/** Requests to a working target. */
export const preflightRequests = 1;

/** Requests that are sent at most, those that are sent again because the target throttles included. */
const mostRequests = 500;

/**
 * @param onWait called once with a sentence if the target throttles, so that it is waited for
 * @returns what it created
 * @throws TargetError if no run could decide anything about this target
 */
export async function preflight(
  settings: Settings,
  signal?: AbortSignal,
  onWait: (sentence: string) => void = () => {},
): Promise<LeftBehind> {
  const { maxTimeMs: _, budgetMs: __, ...run } = settings.run;
  const client = new Client({ ...settings, run: { ...run, maxRequests: mostRequests } });
  const send = waitingSender(client, signal, onWait);
  const stop = () => client.stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await examine(settings, send);
    return client.usage.leftBehind;
  } catch (error) {
    if (error instanceof TargetError) throw reported(error, client);
    if (!(error instanceof NotSent) || error.reason === 'aborted') throw error;
    const message = `the target ${settings.baseUrl} cannot be judged: ${error.message}`;
    throw reported(new TargetError(message, undefined, 'NOT_SENT'), client);
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.close();
  }
}

/** With what was created before; the message may repeat what the target returned, such as a redirection with the token in it. */
function reported({ message, hint, code }: TargetError, { secrets, usage }: Client): TargetError {
  const said = hint === undefined ? undefined : secrets.mask(hint);
  return new TargetError(secrets.mask(message), said, code, usage.leftBehind);
}

type Send = (request: OperationRequest) => Promise<Exchange>;

/** @throws TargetError if no run could decide anything about this target, NotSent if a limit forbids to find out */
async function examine(settings: Settings, send: Send): Promise<void> {
  const { fixtures } = settings;
  const mayBeSent = ({ operation }: OperationRequest) =>
    missingFixture(operation, settings) === undefined && mayCreate(operation, settings);
  const search: OperationRequest = { operation: 'logs' };
  const isReadOnly = settings.run.readOnly === true;
  const searched = isReadOnly || mayBeSent(search) ? [await send(search)] : [];
  if (searched.some(isAccepted)) return;
  const { limit, profileIds, calendarIds } = fixtures;
  const creation: OperationRequest = { operation: 'create', body: { limit, profileIds, calendarIds } };
  const created = mayBeSent(creation) ? [await send(creation)] : [];
  if (created.some(isAccepted)) return;
  const first = [...created, ...searched];
  if (first.length > 0) {
    rejectThrottling(first, settings);
    rejectUnreachable(first, settings);
    rejectToken(first, settings);
  }
  if (isReadOnly) return;
  // Both failed: the other two operations tell a wrong address from two broken operations.
  const body = withUnique(fixtures.register, randomBytes(6).toString('hex'));
  const registration: OperationRequest = { operation: 'register', body };
  // Without a code, so that it does not count as a wrong guess against any user.
  const verification: OperationRequest = { operation: 'verify', body: { email: body.email } };
  const rest = await Promise.all([registration, verification].filter(mayBeSent).map(send));
  if (first.length === 0) {
    rejectThrottling(rest, settings);
    rejectUnreachable(rest, settings);
    rejectToken(rest, settings);
  }
  const isRegistered = rest.some((exchange) => exchange.request.operation === 'register' && isAccepted(exchange));
  if (first.length === 2 && first.every(isRejected) && isRegistered) await rejectFixtures(first, settings, send);
  rejectUniformFailure([...first, ...rest], settings);
}

/** Whether the limits of the run leave room for what a request to this operation creates. */
function mayCreate(operation: Operation, { run: { maxCreations } }: Settings): boolean {
  const { consumes } = operationTable[operation];
  if (consumes === 'email') return maxCreations?.users !== 0;
  return consumes !== 'event' || maxCreations?.events !== 0;
}

/**
 * Sends canonical requests, and again while the target throttles: until the configured wait is over, or another request was
 * accepted. The last response is returned.
 */
function waitingSender(client: Client, signal: AbortSignal | undefined, onWait: (sentence: string) => void) {
  const { clock, settings } = client;
  const { maxWaitMs = 0 } = settings.run;
  const until = clock.elapsed() + maxWaitMs;
  let isAnyAccepted = false;
  let isAnnounced = false;
  return async (request: OperationRequest): Promise<Exchange> => {
    for (let attempt = 1; ; attempt += 1) {
      const sent = { ...request, canonical: true, throttle: 'accept', ...defined({ signal }) } as const;
      const exchange = await client.send(sent);
      isAnyAccepted ||= isAccepted(exchange);
      const pause = throttlePause(exchange, attempt, clock.now());
      if (pause === undefined || isAnyAccepted || clock.elapsed() + pause > until) return exchange;
      if (!isAnnounced)
        onWait(
          `the target throttles (${exchange.response?.status}); it is waited for up to ${describeDuration(maxWaitMs)} (--max-wait)`,
        );
      isAnnounced = true;
      await clock.sleep(pause);
    }
  };
}

function rejectThrottling(exchanges: readonly Exchange[], { baseUrl, run }: Settings): void {
  if (!exchanges.every(isThrottling)) return;
  const after = exchanges
    .map(({ response }) => (response === null ? undefined : headerValue(response, 'retry-after')))
    .find((value) => value !== undefined);
  const waited = describeDuration(run.maxWaitMs ?? 0);
  throw new TargetError(
    `the target throttles every request: ${listStatuses(exchanges)} at ${baseUrl}, waited for ${waited}${after === undefined ? '' : ` (Retry-After: ${cutText(after, 40)})`}`,
    'raise the rate limit of this token, slow down with --rate, or wait longer with --max-wait',
    'THROTTLED',
  );
}

const tlsHints: Readonly<Record<TlsProblem, string>> = {
  'plain-http': 'does the base URL begin with http instead of https?',
  'host-name': 'use the host name of the certificate in the base URL, or do not check certificates with --insecure',
  expired: 'renew the certificate, or do not check certificates with --insecure',
  untrusted: 'trust its certificate authority with --ca FILE, or do not check certificates with --insecure',
  'client-certificate': 'give one with --cert FILE and --key FILE',
  other: 'does the server speak TLS at that port?',
};

function rejectUnreachable(exchanges: readonly Exchange[], { baseUrl }: Settings): void {
  if (!exchanges.every((exchange) => exchange.failure?.kind === 'refused')) return;
  const { hostname, port, protocol } = new URL(baseUrl);
  const failure = exchanges[0]?.failure;
  const hint =
    failure?.tls === undefined
      ? 'is it running, and is the address right? (--base-url, baseUrl)'
      : tlsHints[failure.tls];
  const address = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  throw new TargetError(`cannot reach ${address}: ${failure?.message ?? 'no connection'}`, hint, 'UNREACHABLE');
}

function rejectToken(exchanges: readonly Exchange[], { baseUrl }: Settings): void {
  const statuses = exchanges.map((exchange) => exchange.response?.status ?? 0);
  if (!statuses.every((status) => status === 401 || status === 403)) return;
  throw new TargetError(
    `the valid token is rejected: ${listStatuses(exchanges)} at ${baseUrl}`,
    'is it expired, from another environment, or without permissions? (CAWL_TOKEN, --token-file, tokens.valid)',
    'TOKEN_REJECTED',
  );
}

const isRejected = ({ response }: Exchange): boolean =>
  response !== null && response.status >= 400 && response.status < 500 && response.status !== 429;

/** Webhooks that are searched at most. */
const mostWebhooks = 3;

/**
 * Both operations that name ids reject them while a registration is accepted: the ids may not exist on this target, as those
 * of an example configuration.
 */
async function rejectFixtures(
  exchanges: readonly Exchange[],
  { baseUrl, fixtures }: Settings,
  send: Send,
): Promise<void> {
  const ids = fixtures.webhooks.slice(0, mostWebhooks).map(({ id }) => id);
  const others = await Promise.all(ids.slice(1).map((webhook) => send({ operation: 'logs', webhook })));
  if (!others.every(isRejected)) return;
  throw new TargetError(
    `the configured ids are rejected: ${listStatuses(exchanges)} at ${baseUrl}`,
    `do these exist on the target? see fixtures: webhooks ${ids.join(', ')}, profileIds ${fixtures.profileIds.join(', ')}, calendarIds ${fixtures.calendarIds.join(', ')}`,
    'FIXTURES_REJECTED',
  );
}

/** Names the one reason that all exchanges share; returns if they share none. */
function rejectUniformFailure(exchanges: readonly Exchange[], { baseUrl }: Settings): void {
  const all = (test: (status: number) => boolean) => exchanges.every(({ response }) => test(response?.status ?? 0));
  if (all((status) => status === 404)) {
    const doubled = new URL(baseUrl).pathname.endsWith('/v2');
    throw new TargetError(
      `none of the four operations exists at ${baseUrl}: each returned 404`,
      doubled
        ? `the paths of the operations start with /v2: is the base URL ${baseUrl.slice(0, -3)} ?`
        : `cawl requested ${baseUrl}${operationTable.create.path}, among others: is a path prefix missing from the base URL?`,
      'NOT_FOUND',
    );
  }
  if (all((status) => status >= 500))
    throw new TargetError(
      `every operation at ${baseUrl} returned a server error (${listStatuses(exchanges)})`,
      'see the log of the server; a gateway whose service is down also responds like this',
      'SERVER_ERROR',
    );
  if (all((status) => status >= 300 && status < 400)) {
    const location = exchanges[0]?.response ? headerValue(exchanges[0].response, 'location') : undefined;
    throw new TargetError(
      `every operation at ${baseUrl} is redirected${location === undefined ? '' : ` (create to ${JSON.stringify(location)})`}`,
      'use the address behind the redirect as the base URL; if it leads to a login page, the token is rejected',
      'REDIRECTED',
    );
  }
  if (exchanges.every((exchange) => exchange.response === null)) rejectSilence(exchanges, baseUrl);
}

function rejectSilence(exchanges: readonly Exchange[], baseUrl: string): void {
  const failures = exchanges.flatMap(({ failure }) => failure ?? []);
  const failure = failures.find(({ tls }) => tls !== undefined) ?? failures[0];
  throw new TargetError(
    `no operation at ${baseUrl} responded: ${failure?.message ?? 'connection lost'}`,
    hintFor(failure, baseUrl),
    'NO_RESPONSE',
  );
}

function hintFor(failure: ExchangeFailure | undefined, baseUrl: string): string {
  if (failure?.tls !== undefined) return tlsHints[failure.tls];
  if (failure?.kind === 'invalid-response')
    return 'is it an HTTP server, and is the address right? (--base-url, baseUrl)';
  return baseUrl.startsWith('https:')
    ? 'does it want a client certificate (--cert, --key), or a base URL with http instead of https? is --timeout too short?'
    : 'should the base URL start with https instead of http? is --timeout too short?';
}

function listStatuses(exchanges: readonly Exchange[]): string {
  return exchanges.map(({ request, response }) => `${request.operation} ${response?.status}`).join(', ');
}
