/** Which operation, and which webhook, a request reaches (§4), and the ids of the webhooks: a string of any kind. */
import type { WireRequest } from '../../../src/core/exchange.ts';
import type { Server } from './axes.ts';
import { Refusal } from './refusal.ts';

export type OperationName = 'create' | 'register' | 'verify' | 'logs';

export interface Route {
  readonly operation: OperationName;
  readonly webhook: string;
  readonly query: readonly (readonly [string, string])[];
}

const paths: Readonly<Record<string, OperationName>> = {
  '/v2/calendars/common-events': 'create',
  '/v2/auth/register': 'register',
  '/v2/auth/verify-user': 'verify',
};

const ids: { readonly [kind in Server['webhookIds']]: readonly [main: string, other: string] } = {
  plain: ['wh_main', 'wh_other'],
  numeric: ['4711', '4712'],
  slashes: ['team/main log', 'team/other log'],
  long: [`wh_${'m'.repeat(150)}`, `wh_${'o'.repeat(150)}`],
  'other-letters': ['журнал-главный', 'журнал-другой'],
  'differ-in-case': ['wh_Log', 'wh_log'],
  'any-case': ['6f0a2c9e-51bd-4e7a-9c1f-0d3b8e5a7f42', 'c2d8e4b1-7a3f-4d96-8b50-1e9f6c2a4d73'],
};

export const idsOf = ({ webhookIds }: Server): readonly [main: string, other: string] => ids[webhookIds];

const patterns = { exact: logsPath(''), 'merged-slashes': logsPath(''), 'any-case': logsPath('i') };

function logsPath(flags: string): RegExp {
  return new RegExp('^/v2/webhooks/([^/]+)/logs/search$', flags);
}

/** @throws Refusal if the request reaches no operation */
export function routeOf(server: Server, { method, target }: WireRequest): Route {
  const [given = '', search = ''] = target.split(/\?(.*)/s, 2);
  const path = server.paths === 'merged-slashes' ? given.replace(/\/+/g, '/').replace(/\/$/, '') : given;
  const id = patterns[server.paths].exec(path)?.[1];
  const operation = id === undefined ? paths[server.paths === 'any-case' ? path.toLowerCase() : path] : 'logs';
  if (operation === undefined) throw new Refusal(404, 'no such path');
  if (!methodsOf(server, operation).includes(method)) throw new Refusal(405, 'no such method');
  const query = [...new URLSearchParams(search)];
  if (new Set(query.map(([name]) => name)).size < query.length) throw new Refusal(400, 'a parameter is given twice');
  return { operation, webhook: id === undefined ? '' : webhookOf(server, id), query };
}

function methodsOf({ methods }: Server, operation: OperationName): readonly string[] {
  if (operation !== 'logs') return ['POST'];
  return methods === 'own' ? ['GET'] : ['GET', 'HEAD'];
}

function webhookOf(server: Server, segment: string): string {
  const id = decoded(segment);
  if (server.allIsWebhook && id === 'all') return idsOf(server)[0];
  return server.webhookIds === 'any-case' ? id.toLowerCase() : id;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    throw new Refusal(400, 'the path is not percent-encoded');
  }
}
