/**
 * Sends the steps of a capsule again, in order: placeholders get today's token, fresh e-mails, the codes that come for
 * them and the cursors of earlier steps. Whether the symptom shows is judged on the last answer alone.
 */
import { randomInt } from 'node:crypto';
import { awaitCode, type Client } from '../client/index.ts';
import type { Exchange } from '../core/exchange.ts';
import { said } from '../core/exchange.ts';
import { endpoints, type Operation, operations } from '../core/operation.ts';
import type { Capsule, CapsuleStep } from '../core/outcome.ts';
import { resolveTemplate } from '../core/template.ts';
import { contentTypeProblem, jsonProblem, pageOf, shapeProblem } from '../oracles/answer.ts';

export interface Resent {
  /** What each step was and what came: `POST /v2/auth/register answered 201`. */
  readonly steps: readonly string[];
  /** Undefined where the capsule alone does not tell: a value is missing, or the symptom is a whole check's. */
  readonly fails: boolean | undefined;
}

/** A body that evidence had to cut cannot be sent again. */
const cutMark = /… \(\d+ more characters\)$/;

export async function resend(client: Client, capsule: Capsule): Promise<Resent> {
  const filling = new Filling(client);
  const done: Exchange[] = [];
  const steps: string[] = [];
  const whole = capsule.steps.length > 0 && !capsule.steps.some((step) => cutMark.test(step.body ?? step.target));
  if (!whole) return { steps, fails: undefined };
  for (const step of capsule.steps) {
    const filled = await filling.fill(step, done);
    if (filled === undefined) {
      steps.push(`${step.method} ${step.target}: not sent, since a cursor or code that it needs did not come`);
      return { steps, fails: undefined };
    }
    const exchange = await client.send(filled);
    done.push(exchange);
    steps.push(`${step.method} ${step.target} ${said(exchange)}`);
  }
  return { steps, fails: shows(capsule, done.at(-1)!) };
}

function shows({ symptom }: Capsule, last: Exchange): boolean | undefined {
  const answer = last.response;
  const success = answer !== null && answer.status >= 200 && answer.status < 300;
  switch (symptom.kind) {
    case 'accepted':
      return success;
    case 'refused':
      // What was valid then may be refused for another reason today, such as a resource that is gone.
      return success ? false : undefined;
    case 'server-error':
      return answer === null || answer.status >= 500;
    case 'shape': {
      if (!success) return undefined;
      if (symptom.schema === 'content-type') return contentTypeProblem(answer) !== undefined;
      if (jsonProblem(answer) !== undefined) return true;
      return symptom.schema === 'json' ? false : shapeProblem(answer, symptom.schema) !== undefined;
    }
    case 'check':
      return undefined;
  }
}

class Filling {
  readonly #client: Client;
  readonly #uniques = new Map<string, string>();
  readonly #emails = new Map<string, string>();
  readonly #codes = new Map<string, string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The request of one step; undefined where a value for it is missing. */
  async fill(step: CapsuleStep, done: readonly Exchange[]): Promise<Parameters<Client['send']>[0] | undefined> {
    const { settings } = this.#client;
    const text = `${step.target}${step.body ?? ''}`;
    for (const [, n] of text.matchAll(/\{code:(\d+)\}/g)) if (!(await this.#codeFor(n!))) return undefined;
    const cursors = new Map<string, string>();
    for (const [slot, at, way] of step.target.matchAll(/\{(\d+)\.cursor\.(next|prev)\}/g)) {
      const page = pageOf(done[Number(at) - 1]?.response ?? null);
      const cursor = way === 'next' ? page?.next : page?.prev;
      if (cursor === undefined) return undefined;
      cursors.set(slot, encodeURIComponent(cursor));
    }
    let target = this.#text(step.target);
    for (const [slot, cursor] of cursors) target = target.replaceAll(slot, cursor);
    const body = step.body === null ? undefined : this.#text(step.body);
    if (body !== undefined) this.#noteEmail(step.body!, body);
    const operation = operationOf(step);
    const own = new Set(settings.run.headers.map(([name]) => name.toLowerCase()));
    return {
      operation,
      method: step.method,
      target,
      authorization: null,
      contentType: null,
      headers: step.headers
        .filter(([name]) => !own.has(name.toLowerCase()))
        .map(([name, value]) => [name, this.#text(value)] as const),
      ...(body === undefined ? {} : { raw: body.startsWith('base64:') ? Buffer.from(body.slice(7), 'base64') : body }),
    };
  }

  #text(text: string): string {
    const { tokens, fixtures } = this.#client.settings;
    const other = { token: tokens.valid, otherTenantToken: tokens.otherTenant, expiredToken: tokens.expired };
    return text
      .replace(/\{unique:(\d+)\}/g, (_all, n: string) => this.#unique(n))
      .replace(/\{code:(\d+)\}/g, (_all, n: string) => this.#codes.get(n) ?? '')
      .replaceAll('{password}', () => fixtures.register.password)
      .replace(/\{(token|otherTenantToken|expiredToken)[^}]*\}/g, (slot, name: keyof typeof other) =>
        resolveTemplate(slot, other[name] ?? ''),
      );
  }

  #unique(n: string): string {
    let unique = this.#uniques.get(n);
    if (unique === undefined) {
      unique = Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('');
      this.#uniques.set(n, unique);
      this.#client.secrets.addUnique(unique, `{unique:${n}}`);
    }
    return unique;
  }

  /** Remembers whose e-mail a registration named, so that its code can be asked for. */
  #noteEmail(template: string, filled: string): void {
    try {
      const asked = (JSON.parse(template) as { email?: unknown }).email;
      const email = (JSON.parse(filled) as { email?: unknown }).email;
      const n = /\{unique:(\d+)\}/.exec(String(asked))?.[1];
      if (n !== undefined && typeof email === 'string' && !this.#emails.has(n)) this.#emails.set(n, email);
    } catch {
      // A body that is no JSON registers nobody.
    }
  }

  async #codeFor(n: string): Promise<boolean> {
    const source = this.#client.settings.fixtures.verificationCode;
    const email = this.#emails.get(n);
    if (this.#codes.has(n)) return true;
    const code = source === undefined || email === undefined ? undefined : await awaitCode(source, email);
    if (code === undefined) return false;
    // As the kit writes it into a body: a JSON integer has no zeros in front.
    this.#codes.set(n, String(Number(code)));
    return true;
  }
}

/** Whose limits and time-outs count; a target that is none of the four counts as the search of logs. */
function operationOf({ target }: CapsuleStep): Operation {
  return operations.find((op) => op !== 'logs' && target.startsWith(endpoints[op].path)) ?? 'logs';
}
