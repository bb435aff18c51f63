/** Checks common to all operations: exact path, method, token, JSON body. */
import { isUtf8 } from 'node:buffer';
import type { Operation } from '../core/operation.ts';
import { type Call, Refusal } from './answer.ts';
import type { Server } from './state.ts';
import type { Steps } from './steps.ts';

/** Written here again instead of taken from src/interface, which a test compares: sides that share code share mistakes. */
export const paths = {
  create: '/v2/calendars/common-events',
  register: '/v2/auth/register',
  verify: '/v2/auth/verify-user',
} as const;
const byPath = new Map<string, Operation>(Object.entries(paths).map(([op, path]) => [path, op as keyof typeof paths]));
const logsPath = /^\/v2\/webhooks\/([^/]+)\/logs\/search$/;
const bearer = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;

export function requestSteps(server: Server): Pick<Steps, 'route' | 'authenticate' | 'parseBody'> {
  return {
    route(call) {
      const operation = byPath.get(call.path);
      const logs = operation ? null : logsPath.exec(call.path);
      if (!operation && !logs) throw new Refusal(404, 'Nothing exists at this path.');
      call.operation = operation ?? 'logs';
      if (logs) call.webhookId = decodeSegment(logs[1]!);
      const allowed = operation ? ['POST'] : ['GET', 'HEAD'];
      if (!allowed.includes(call.method)) {
        throw new Refusal(405, 'This path does not support the method.', { Allow: allowed.join(', ') });
      }
    },
    authenticate(call) {
      const token = bearerToken(call);
      if (token === undefined) throw unauthorized('A bearer token is required.');
      const credential = server.tokens.get(token);
      if (!credential || credential.expiresAt <= server.clock()) {
        throw unauthorized('The token is not valid.', 'error="invalid_token"');
      }
      return { name: credential.tenant };
    },
    parseBody: parseJson,
  };
}

/** Reads the token from the Authorization header (RFC 6750 §2.1); undefined unless the header has that form. */
export function bearerToken(call: Call): string | undefined {
  return bearer.exec(call.request.headers.authorization ?? '')?.[1];
}

/** Builds a 401 with the challenge of RFC 6750 §3. */
export function unauthorized(detail: string, error?: string): Refusal {
  return new Refusal(401, detail, { 'WWW-Authenticate': `Bearer realm="cawl"${error ? `, ${error}` : ''}` });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, 'The path contains percent-encoding that is not UTF-8.');
  }
}

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?\s*$/i;

function parseJson(call: Call): unknown {
  const type = call.request.headers['content-type'];
  if (type === undefined || !(type === 'application/json' || jsonType.test(type))) {
    throw new Refusal(415, 'The body must be application/json in UTF-8.', { Accept: 'application/json' });
  }
  if (!isUtf8(call.payload)) throw new Refusal(400, 'The body is not UTF-8.');
  try {
    return JSON.parse(call.payload.toString());
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}
