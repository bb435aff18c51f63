/** Packs the exchanges of a finding so that `cawl replay` can send them again, with placeholders for what will differ. */

import { isOwnHeader } from '../client/build-request.ts';
import type { Client } from '../client/index.ts';
import { findDerivation } from '../core/derive-code.ts';
import type { Exchange } from '../core/exchange.ts';
import { placeholdersIn, printPlaceholder } from '../core/placeholders.ts';
import { percentEncode } from '../core/text.ts';
import type { Reproducer, ReproducerStep } from '../core/verdict.ts';
import { needsCode } from '../interface/operations.ts';
import { parsePage } from '../schema/page.ts';

/** Most steps of a reproducer: it holds the shortest sequence that shows the fault, not the history of the run. */
const maxSteps = 24;

/** Largest body, in bytes, that evidence keeps whole. */
const maxBody = 70_000;

export function buildReproducer(
  client: Client,
  exchanges: readonly Exchange[],
  symptom: Reproducer['symptom'],
): Reproducer {
  const cursors = new Map<string, string>();
  const users = usersIn(client, exchanges);
  const steps = exchanges.slice(-maxSteps).map((exchange, index): ReproducerStep => {
    const evidence = client.recorder.evidence(exchange);
    let target = client.secrets.mask(exchange.request.target.slice(client.pathPrefix.length));
    for (const [cursor, placeholder] of cursors) target = target.replace(percentEncode(cursor), placeholder);
    // The client adds its own to whatever is sent again.
    const headers = Object.entries(evidence.request.headers)
      .filter(([name, value]) => !isOwnHeader(name, value))
      .map(([name, value]) => [name, withCursorAsToken(value, cursors)] as const);
    const page = parsePage(exchange.response);
    for (const side of ['next', 'prev'] as const)
      if (page?.[side] !== undefined)
        cursors.set(page[side], printPlaceholder({ kind: 'cursor', step: index + 1, side }));
    return {
      method: exchange.request.method,
      target,
      headers,
      body: needsCode(exchange.request.operation)
        ? verifyBody(client, exchange, users, evidence.request.body)
        : maskedBody(client, exchange, evidence.request.body),
      ...(exchange.request.shape === undefined ? {} : { shape: exchange.request.shape }),
    };
  });
  return { steps, symptom };
}

/** A header whose token is a cursor of an earlier step, by the name of that cursor. */
function withCursorAsToken(header: string, cursors: ReadonlyMap<string, string>): string {
  const placeholder = header.startsWith('Bearer ') ? cursors.get(header.slice('Bearer '.length)) : undefined;
  return placeholder === undefined ? header : `Bearer ${placeholder}`;
}

/**
 * The body with secrets masked, but not codes: only a verification holds one. A body longer than evidence keeps is cut, and
 * cannot be sent again.
 */
function maskedBody(client: Client, exchange: Exchange, shown: string | null): string | null {
  const { body } = exchange.request;
  if (body === null || shown === null || shown.startsWith('base64:') || body.length > maxBody) return shown;
  return client.secrets.mask(new TextDecoder().decode(body));
}

/** The body of a verification. Its code is written as derived from that of its own user, or else of another one. */
function verifyBody(client: Client, exchange: Exchange, users: readonly number[], shown: string | null) {
  const masked = maskedBody(client, exchange, shown);
  if (masked === null || masked.startsWith('base64:')) return masked;
  const own = placeholdersIn(masked, 'unique')[0]?.user;
  const order = own === undefined ? users : [own, ...users.filter((user) => user !== own)];
  return masked.replace(/("code"\s*:\s*"?)(-?\d{1,16})(?![\d.eE])/g, (all, before: string, sent: string) => {
    for (const user of order) {
      const code = client.secrets.codeOf(user);
      const derivation = code === undefined ? undefined : findDerivation(sent, code);
      if (derivation !== undefined) return before + printPlaceholder({ kind: 'code', user, derivation });
    }
    const known = client.secrets.mask(sent, true);
    return known === sent ? all : before + known;
  });
}

/** Numbers of the users whose e-mails the exchanges contain, in order of appearance. */
function usersIn(client: Client, exchanges: readonly Exchange[]): readonly number[] {
  const users = new Set<number>();
  for (const { request } of exchanges) {
    if (request.body === null || request.body.length > maxBody) continue;
    const masked = client.secrets.mask(new TextDecoder().decode(request.body));
    for (const { user } of placeholdersIn(masked, 'unique')) users.add(user);
  }
  return [...users];
}
