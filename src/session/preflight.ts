/**
 * A look at the target before the run: says at once what would make every verdict worthless. It never judges
 * conformance: a request that merely fails is the run's business. Two requests where all is well, four at most;
 * one search where only searches may be sent.
 */
import { randomBytes } from 'node:crypto';
import { Client, NotSent } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { TargetError } from '../core/errors.ts';
import { type Exchange, headerValue, isAccepted, type OperationRequest } from '../core/exchange.ts';
import { endpoints } from '../core/operation.ts';

/** @throws TargetError where no run could say anything about this target */
export async function preflight(settings: Settings, signal?: AbortSignal): Promise<void> {
  const client = new Client({ ...settings, run: { ...settings.run, maxRequests: 5 } });
  const send = (request: OperationRequest) =>
    client.send({ ...request, canonical: true, ...(signal === undefined ? {} : { signal }) });
  const { fixtures } = settings;
  try {
    if (settings.run.readOnly === true) {
      const searched = await send({ operation: 'logs' });
      if (isAccepted(searched)) return;
      refuseUnreachable([searched], settings);
      refuseToken([searched], settings);
      return;
    }
    const first = await Promise.all([
      send({
        operation: 'create',
        body: { limit: fixtures.limit, profileIds: fixtures.profileIds, calendarIds: fixtures.calendarIds },
      }),
      send({ operation: 'logs' }),
    ]);
    if (first.some(isAccepted)) return;
    refuseUnreachable(first, settings);
    refuseToken(first, settings);
    // Two of four said nothing good: the others tell a wrong address from two broken operations.
    const { firstName, lastName, password } = fixtures.register;
    const email = fixtures.register.email.replaceAll('{unique}', randomBytes(6).toString('hex'));
    const rest = await Promise.all([
      send({ operation: 'register', body: { firstName, lastName, email, password } }),
      // Without a code, so that no wrong guess is counted against anybody.
      send({ operation: 'verify', body: { email } }),
    ]);
    refuseAll([...first, ...rest], settings);
  } catch (error) {
    if (!(error instanceof NotSent) || error.reason === 'aborted') throw error;
    throw new TargetError(
      `the target ${settings.baseUrl} cannot be judged: ${error.message}`,
      error.reason === 'throttled' ? 'ask for a higher limit for this token, or slow down with --rate' : undefined,
    );
  } finally {
    await client.close();
  }
}

function refuseUnreachable(exchanges: readonly Exchange[], settings: Settings): void {
  if (!exchanges.every((exchange) => exchange.failure?.kind === 'refused')) return;
  const url = new URL(settings.baseUrl);
  const reason = exchanges[0]?.failure?.message ?? 'no connection';
  const hint = /cert|self.signed|tls|ssl/i.test(reason)
    ? 'trust its certificate authority with --ca FILE, or leave certificates unchecked with --insecure'
    : 'is it running, and is the address right? (--base-url, baseUrl)';
  throw new TargetError(
    `cannot reach ${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}: ${reason}`,
    hint,
  );
}

function refuseToken(exchanges: readonly Exchange[], settings: Settings): void {
  const statuses = exchanges.map((exchange) => exchange.response?.status ?? 0);
  if (!statuses.every((status) => status === 401 || status === 403)) return;
  throw new TargetError(
    `the good token is refused: ${exchanges.map(({ request }, place) => `${request.operation} answered ${statuses[place]}`).join(', ')} at ${settings.baseUrl}`,
    'is it expired, of another environment, or without rights? (CAWL_TOKEN, --token-file, tokens.valid)',
  );
}

function refuseAll(exchanges: readonly Exchange[], settings: Settings): void {
  const all = (test: (status: number) => boolean) => exchanges.every(({ response }) => test(response?.status ?? 0));
  const { baseUrl } = settings;
  if (all((status) => status === 404)) {
    const doubled = new URL(baseUrl).pathname.endsWith('/v2');
    throw new TargetError(
      `none of the four operations is at ${baseUrl}: each answered 404`,
      doubled
        ? `the operations bring /v2 themselves: is the base URL ${baseUrl.slice(0, -3)} ?`
        : `the kit asked ${baseUrl}${endpoints.create.path} and its siblings: is a path prefix missing from the base URL?`,
    );
  }
  if (all((status) => status >= 500))
    throw new TargetError(
      `every operation at ${baseUrl} answered a server error (${list(exchanges)})`,
      'look into its log; a gateway without its service answers so too',
    );
  if (all((status) => status >= 300 && status < 400)) {
    const to = exchanges[0]?.response ? headerValue(exchanges[0].response, 'location') : undefined;
    throw new TargetError(
      `every operation at ${baseUrl} is redirected${to === undefined ? '' : ` (create to ${JSON.stringify(to)})`}`,
      'give the address behind the redirect as the base URL; if it leads to a login, the token is refused',
    );
  }
  if (exchanges.every((exchange) => exchange.response === null))
    throw new TargetError(
      `no operation at ${baseUrl} gave an answer: ${exchanges[0]?.failure?.message ?? 'connection lost'}`,
      'is it http where https is spoken, or the other way round? is --timeout too short?',
    );
}

function list(exchanges: readonly Exchange[]): string {
  return exchanges.map(({ request, response }) => `${request.operation} ${response?.status}`).join(', ');
}
