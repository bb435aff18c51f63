/** Packs the exchanges of a finding so that `cawl replay` can send them again: placeholders for secrets, fresh e-mails and cursors. */
import type { Client } from '../client/index.ts';
import { formOf } from '../core/code-form.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Reproducer, ReproducerStep } from '../core/verdict.ts';
import { needsCode } from '../interface/operations.ts';
import { parsePage } from '../oracles/response.ts';

/** Steps kept: a capsule is the smallest sequence that shows the fault, not the history of the run. */
const kept = 24;
/** Octets of a body that evidence keeps whole. */
const longestBody = 70_000;

export function buildReproducer(
  client: Client,
  exchanges: readonly Exchange[],
  symptom: Reproducer['symptom'],
): Reproducer {
  const prefix = new URL(client.settings.baseUrl).pathname.replace(/\/+$/, '');
  const cursors = new Map<string, string>();
  const users = usersOf(client, exchanges);
  const steps = exchanges.slice(-kept).map((exchange, index): ReproducerStep => {
    const evidence = client.recorder.evidence(exchange);
    let target = client.secrets.mask(exchange.request.target.slice(prefix.length));
    for (const [cursor, placeholder] of cursors) target = target.replace(encodeURIComponent(cursor), placeholder);
    const page = parsePage(exchange.response);
    if (page?.next !== undefined) cursors.set(page.next, `{${index + 1}.cursor.next}`);
    if (page?.prev !== undefined) cursors.set(page.prev, `{${index + 1}.cursor.prev}`);
    return {
      method: exchange.request.method,
      target,
      headers: Object.entries(evidence.request.headers),
      body: needsCode(exchange.request.operation)
        ? verification(client, exchange, users, evidence.request.body)
        : maskedBody(client, exchange, evidence.request.body),
    };
  });
  return { steps, symptom };
}

/** A body with its secrets masked; digits in it are no code. Longer ones are cut, and then cannot be sent again. */
function maskedBody(client: Client, exchange: Exchange, shown: string | null): string | null {
  const { body } = exchange.request;
  if (body === null || shown === null || shown.startsWith('base64:') || body.length > longestBody) return shown;
  return client.secrets.mask(new TextDecoder().decode(body));
}

/** The body of a verification: its code as it comes from the code of a user that the exchanges name, or of any other. */
function verification(client: Client, exchange: Exchange, users: readonly string[], shown: string | null) {
  const masked = maskedBody(client, exchange, shown);
  if (masked === null || masked.startsWith('base64:')) return masked;
  const own = /\{unique:(\d+)\}/.exec(masked)?.[1];
  const order = own === undefined ? users : [own, ...users.filter((n) => n !== own)];
  return masked.replace(/("code"\s*:\s*"?)(-?\d{1,16})(?![\d.eE])/g, (all, before: string, sent: string) => {
    for (const n of order) {
      const code = client.secrets.codeOf(n);
      const form = code === undefined ? undefined : formOf(sent, code);
      if (form !== undefined) return `${before}{code:${n}${form}}`;
    }
    const known = client.secrets.mask(sent, true);
    return known === sent ? all : before + known;
  });
}

/** Users that the exchanges name by their e-mails, in the order of their coming. */
function usersOf(client: Client, exchanges: readonly Exchange[]): readonly string[] {
  const named = new Set<string>();
  for (const { request } of exchanges) {
    if (request.body === null || request.body.length > longestBody) continue;
    const masked = client.secrets.mask(new TextDecoder().decode(request.body));
    for (const [, n] of masked.matchAll(/\{unique:(\d+)\}/g)) named.add(n!);
  }
  return [...named];
}
