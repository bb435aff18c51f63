/**
 * Sends one failing case of a report again, step by step, and judges it by its symptom. A case that needs a user is given
 * one. It says "no longer fails" only where the requests alone show that; where they lean on what a report cannot keep
 * (an old cursor, an e-mail near another one), it says `cannot tell`, and the row's own check decides instead.
 */
import { awaitCode, type Client, NotSent } from '../client/index.ts';
import { describeResponse, type Exchange, type OperationRequest } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { Reproducer, ReproducerStep } from '../core/verdict.ts';
import { parsePage } from '../oracles/response.ts';
import { codesIn, Filling, Unsendable } from './fill.ts';
import { type Seen, seen } from './symptom.ts';

export interface SentStep {
  /** From 1, as in the capsule; 0 for a user that was registered so that the case can be sent. */
  readonly place: number;
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
  /** "answered 500". */
  readonly said: string;
}

export interface Sent {
  readonly steps: readonly SentStep[];
  readonly seen: Seen;
}

/** Whether a case is judged by sending its own requests; else only the row's check can say. */
export function isDirect(id: string, { steps, symptom }: Reproducer): boolean {
  if (symptom.kind === 'check' || steps.length === 0) return false;
  // Rows that watch pages for something else than their shape carry its symptom too.
  return symptom.kind !== 'shape' || /\/(content-type|json|page-shape|empty-object)$/.test(id);
}

export async function sendAgain(client: Client, capsule: Reproducer, signal?: AbortSignal): Promise<Sent> {
  const steps: SentStep[] = [];
  try {
    return { steps, seen: await new Case(client, capsule, steps, signal).run() };
  } catch (error) {
    if (error instanceof Unsendable) return { steps, seen: { verdict: 'cannot tell', why: error.message } };
    if (error instanceof NotSent) return { steps, seen: { verdict: 'cannot tell', why: error.message, outage: true } };
    throw error;
  }
}

class Case {
  readonly #client: Client;
  readonly #capsule: Reproducer;
  readonly #steps: SentStep[];
  readonly #signal: AbortSignal | undefined;
  readonly #filling: Filling;
  /** E-mails by the user's n, of those that are registered. */
  readonly #registered = new Map<string, string>();
  #leans: string | undefined;

  constructor(client: Client, capsule: Reproducer, steps: SentStep[], signal: AbortSignal | undefined) {
    this.#client = client;
    this.#capsule = capsule;
    this.#steps = steps;
    this.#signal = signal;
    this.#filling = new Filling(client);
  }

  async run(): Promise<Seen> {
    const { steps, symptom } = this.#capsule;
    if (symptom.kind === 'check') throw new Unsendable("only the row's own check shows it");
    // For these any step of a proof may show it: a proof of what was watched holds several examples.
    const any = symptom.kind === 'server-error' || symptom.kind === 'shape';
    let last: Seen = { verdict: 'cannot tell', why: 'there is nothing to send' };
    for (const [index, step] of steps.entries()) {
      const exchange = await this.#step(index + 1, step);
      if (!any && index < steps.length - 1) continue;
      const now = seen(symptom, exchange);
      if (now.outage === true) return now;
      // What was valid then may be refused for another reason today: it is there already, or no longer.
      if (symptom.kind === 'refused' && [404, 409, 410].includes(exchange.response?.status ?? 0))
        return { verdict: 'cannot tell', why: `${now.why}, which may have a reason of its own today` };
      if (now.verdict === 'still fails') return now;
      last = now;
    }
    if (last.verdict === 'no longer fails' && this.#leans !== undefined)
      return { verdict: 'cannot tell', why: `${last.why}, but ${this.#leans}` };
    return last;
  }

  async #step(place: number, step: ReproducerStep): Promise<Exchange> {
    const operation = operationOf(step);
    if (operation === 'verify') await this.#users(step);
    if (/[?&](next|prev)=(?!\{\d+\.cursor)[^&]/.test(step.target) && this.#capsule.symptom.kind !== 'accepted')
      this.#leans = 'its cursor is an old one';
    const exchange = await this.#send(place, step, this.#request(step, operation));
    this.#filling.received(place, parsePage(exchange.response));
    if (operation === 'register') this.#noteUser(step, exchange);
    return exchange;
  }

  #request(step: ReproducerStep, operation: Operation): OperationRequest {
    const own = new Set(this.#client.settings.run.headers.map(([name]) => name.toLowerCase()));
    let authorization: string | null = null;
    let contentType: string | null = null;
    const headers: [string, string][] = [];
    for (const [name, value] of step.headers) {
      const lower = name.toLowerCase();
      if (lower === 'authorization') authorization = this.#filling.header(value);
      else if (lower === 'content-type') contentType = value;
      else if (!own.has(lower)) headers.push([name, this.#filling.header(value)]);
    }
    return {
      operation,
      method: step.method,
      target: this.#filling.target(step.target),
      authorization,
      ...(step.body === null ? {} : { raw: this.#filling.body(step.body), contentType }),
      ...(step.body === null && contentType !== null
        ? { headers: [['Content-Type', contentType], ...headers] }
        : { headers }),
      typed: false,
      ...(this.#signal === undefined ? {} : { signal: this.#signal }),
    };
  }

  /** A lost connection counts if it is lost again on a fresh one. */
  async #send(place: number, step: ReproducerStep, request: OperationRequest): Promise<Exchange> {
    const first = await this.#client.send(request);
    const exchange = first.response === null ? await this.#client.send({ ...request, connection: 'fresh' }) : first;
    this.#steps.push({
      place,
      method: step.method,
      target: step.target,
      body: step.body,
      said: describeResponse(exchange),
    });
    return exchange;
  }

  #noteUser(step: ReproducerStep, { response }: Exchange): void {
    const email = emailIn(step);
    const n = /\{unique:(\d+)\}/.exec(email ?? '')?.[1];
    if (email === undefined || n === undefined || response === null || response.status >= 300) return;
    this.#registered.set(n, this.#filling.header(email));
  }

  /** Whoever's code a verification wants is registered first, if no step did it, and the code is waited for. */
  async #users(step: ReproducerStep): Promise<void> {
    const email = emailIn(step) ?? '';
    const own = /\{unique:(\d+)\}/.exec(email)?.[1];
    if (own === undefined && /@/.test(email)) this.#leans = 'it names an e-mail of the earlier run';
    const { symptom } = this.#capsule;
    for (const n of codesIn(step.body ?? '')) {
      // What else was done with a user is not in the report, and codes differ each time.
      if (!this.#registered.has(n) && symptom.kind !== 'accepted')
        this.#leans = 'its user had a history of which it says nothing';
      if (symptom.kind === 'refused') this.#leans = 'each code and e-mail is another one';
      if (!this.#registered.has(n)) await this.#register(n, own === n ? email : undefined);
      await this.#code(n);
    }
    // A made-up e-mail is meant to be unknown; one whose code another step reads is not.
    const wanted = this.#capsule.steps.flatMap(({ body }) => codesIn(body ?? ''));
    if (own !== undefined && !this.#registered.has(own)) {
      this.#leans = 'whether its e-mail was registered is not known';
      if (wanted.includes(own)) await this.#register(own, email);
    }
  }

  async #register(n: string, email: string | undefined): Promise<void> {
    const { firstName, lastName, email: pattern } = this.#client.settings.fixtures.register;
    const { method, path } = { method: 'POST', path: '/v2/auth/register' };
    const template = email ?? pattern.replaceAll('{unique}', `{unique:${n}}`);
    const body = JSON.stringify({ firstName, lastName, email: template, password: '{password}' });
    const step: ReproducerStep = {
      method,
      target: path,
      headers: [
        ['Authorization', 'Bearer {token}'],
        ['Content-Type', 'application/json'],
      ],
      body,
    };
    const exchange = await this.#send(0, step, this.#request(step, 'register'));
    this.#noteUser(step, exchange);
    if (!this.#registered.has(n))
      throw new Unsendable(`a user that it needs could not be registered: ${describeResponse(exchange)}`);
  }

  async #code(n: string): Promise<void> {
    const source = this.#client.settings.fixtures.verificationCode;
    if (source === undefined)
      throw new Unsendable('the configuration does not say how to read codes (fixtures.verificationCode)');
    let code: string | undefined;
    try {
      code = await awaitCode(source, this.#registered.get(n)!);
    } catch (error) {
      throw new Unsendable((error as Error).message);
    }
    if (code === undefined) throw new Unsendable(`no code came within ${source.waitMs} ms`);
    this.#filling.codeCame(n, code);
  }
}

function emailIn({ body }: ReproducerStep): string | undefined {
  return /"email"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1];
}

function operationOf({ target }: ReproducerStep): Operation {
  if (/calendars|common/i.test(target)) return 'create';
  if (/register/i.test(target)) return 'register';
  return /verify/i.test(target) ? 'verify' : 'logs';
}
