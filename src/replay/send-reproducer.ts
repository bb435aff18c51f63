/**
 * Sends a reproducer step by step and judges the responses by its symptom. "No longer fails" needs proof by the requests
 * alone. If they depend on something that a report cannot keep, such as an old cursor or the history of a user, the verdict
 * is `cannot tell`, and the requirement's own check decides instead.
 */
import { type Client, NotSent } from '../client/index.ts';
import { describeResponse, type Exchange, type Session } from '../core/exchange.ts';
import { attemptsOf, codeUsersIn, emailIn, mostDraws, userOf } from '../core/reproducer.ts';
import type { Reproducer, ReproducerStep } from '../core/verdict.ts';
import { needsCode, operationTable } from '../interface/operations.ts';
import { parsePage } from '../schema/page.ts';
import { CannotSend, PlaceholderValues, RightByChance } from './placeholder-values.ts';
import { ReproducerUsers } from './reproducer-users.ts';
import { hasOldCursor, operationOf, requestOf } from './steps.ts';
import { judgeSymptom, type SymptomVerdict } from './symptom.ts';

export interface SentStep {
  /** From 1, as in the reproducer; 0 for a user that was registered so that a step can be sent. */
  readonly place: number;
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
  /** "answered 500". */
  readonly response: string;
}

export interface SentReproducer {
  readonly steps: readonly SentStep[];
  readonly outcome: SymptomVerdict;
}

/** The requirement whose sentence a shape symptom repeats. */
const requirementOfShape = {
  page: 'page-shape',
  'empty-object': 'empty-object',
  json: 'json',
  'content-type': 'content-type',
} as const;

/** Whether the requests alone can decide. If not, only the requirement's own check can. */
export function isDecidedByRequests(id: string, { steps, symptom }: Reproducer): boolean {
  if (symptom.kind === 'check' || steps.length === 0) return false;
  // Reports of version 0.1.0 give shape symptoms also to requirements about other properties of a page.
  return symptom.kind !== 'shape' || id.endsWith(`/${requirementOfShape[symptom.schema]}`);
}

/**
 * Sends the steps, with other users and codes again if they show no failure; returns the last attempt. Where requests with and
 * without the valid token show none, they are sent once more on one connection: a target may remember a token with it.
 * @param reproducer one of which {@link isDecidedByRequests} is true
 */
export async function sendReproducer(
  client: Client,
  reproducer: Reproducer,
  signal?: AbortSignal,
): Promise<SentReproducer> {
  const result = await sendInAttempts(client, reproducer, signal);
  if (result.outcome.verdict !== 'no longer fails' || !hasBothTokens(reproducer)) return result;
  const onOne = await sendOnce(client, { ...reproducer, connection: 'same' }, signal);
  if (onOne.outcome.verdict !== 'still fails') return result;
  return { ...onOne, outcome: { ...onOne.outcome, why: `${onOne.outcome.why}; all sent on one connection` } };
}

/** Whether some steps have the valid token and others do not. */
const hasBothTokens = ({ steps }: Reproducer): boolean => new Set(steps.map(hasGoodToken)).size > 1;

const hasGoodToken = ({ headers }: ReproducerStep): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'authorization' && value === 'Bearer {token}');

async function sendInAttempts(
  client: Client,
  reproducer: Reproducer,
  signal: AbortSignal | undefined,
): Promise<SentReproducer> {
  const attempts = attemptsOf(reproducer);
  for (let attempt = 1; ; attempt++) {
    const result = await sendOnce(client, reproducer, signal);
    if (result.outcome.verdict !== 'no longer fails' || attempts === 1) return result;
    if (attempt < attempts && signal?.aborted !== true) continue;
    const why = `${result.outcome.why} in each of ${attempt} attempts with other users`;
    return { ...result, outcome: { ...result.outcome, why } };
  }
}

/** @param draws how many users are drawn at most until a wrong code is not the right one */
async function sendOnce(
  client: Client,
  reproducer: Reproducer,
  signal: AbortSignal | undefined,
  draws = mostDraws,
): Promise<SentReproducer> {
  const run = new ReproducerRun(client, reproducer, signal);
  try {
    return { outcome: await run.outcome(), steps: run.sent };
  } catch (error) {
    if (error instanceof RightByChance && draws > 1) return sendOnce(client, reproducer, signal, draws - 1);
    const outage = error instanceof NotSent;
    if (!outage && !(error instanceof CannotSend)) throw error;
    return { outcome: { verdict: 'cannot tell', why: error.message, outage }, steps: run.sent };
  } finally {
    await run.close();
  }
}

/** What was valid in the earlier run may be refused for another reason now: it exists already, or no longer. */
const ambiguousRefusals: readonly (number | undefined)[] = [404, 409, 410];

class ReproducerRun {
  readonly sent: SentStep[] = [];
  readonly #client: Client;
  readonly #reproducer: Reproducer;
  readonly #signal: AbortSignal | undefined;
  readonly #values: PlaceholderValues;
  readonly #users: ReproducerUsers;
  /** The one connection of all steps, if the finding shows only on one. */
  #connection: Session | undefined;
  /** Why a clean result would prove nothing. */
  #doubt: string | undefined;

  constructor(client: Client, reproducer: Reproducer, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#reproducer = reproducer;
    this.#signal = signal;
    this.#values = new PlaceholderValues(client);
    this.#users = new ReproducerUsers(client, this.#values);
  }

  async close(): Promise<void> {
    await this.#connection?.close();
  }

  async outcome(): Promise<SymptomVerdict> {
    const { steps, symptom } = this.#reproducer;
    if (this.#reproducer.connection === 'same') this.#connection = this.#client.session();
    if (symptom.kind === 'check') throw new CannotSend("only the requirement's own check shows it");
    // The evidence for these may hold several examples, so any step may show the symptom.
    const anyStep = symptom.kind === 'server-error' || symptom.kind === 'shape';
    let last: SymptomVerdict = { verdict: 'cannot tell', why: 'there is nothing to send' };
    for (const [index, step] of steps.entries()) {
      const exchange = await this.#step(index + 1, step);
      if (!anyStep && index < steps.length - 1) continue;
      last = judgeSymptom(symptom, exchange);
      if (last.outage === true) return last;
      if (symptom.kind === 'refused' && ambiguousRefusals.includes(exchange.response?.status))
        return { verdict: 'cannot tell', why: `${last.why}, which may have another reason now` };
      if (last.verdict === 'still fails') return last;
    }
    if (last.verdict === 'no longer fails' && this.#doubt !== undefined)
      return { verdict: 'cannot tell', why: `${last.why}, but ${this.#doubt}` };
    return last;
  }

  async #step(place: number, step: ReproducerStep): Promise<Exchange> {
    if (needsCode(operationOf(step))) await this.#prepareUsers(step);
    if (hasOldCursor(step) && this.#reproducer.symptom.kind !== 'accepted')
      this.#doubt = 'its cursor is from the earlier run';
    const exchange = await this.#send(place, step);
    this.#values.addPage(place, parsePage(exchange.response));
    return exchange;
  }

  /** Registers the users whose codes a verification contains, unless a step did, and reads the codes. */
  async #prepareUsers(step: ReproducerStep): Promise<void> {
    const { steps, symptom } = this.#reproducer;
    const register = (user: number, pattern: string | undefined) =>
      this.#users.register(user, pattern, (registration) => this.#send(0, registration));
    const email = emailIn(step);
    const own = userOf(email);
    if (own === undefined && email?.includes('@') === true) this.#doubt = 'it names an e-mail of the earlier run';
    for (const user of codeUsersIn(step)) {
      const registered = this.#users.isRegistered(user);
      if (!registered && symptom.kind !== 'accepted') this.#doubt = 'the report does not show what its user did before';
      if (symptom.kind === 'refused') this.#doubt = 'each run has other codes and e-mails';
      if (!registered) await register(user, own === user ? email : undefined);
      await this.#users.readCode(user);
    }
    if (own === undefined || this.#users.isRegistered(own)) return;
    this.#doubt = 'the report does not show whether its e-mail was registered';
    // An e-mail that no step reads a code of is meant to be unknown.
    if (steps.some((other) => codeUsersIn(other).includes(own))) await register(own, email);
  }

  /** Sends a step. A lost connection counts only if it is lost again on a fresh one. */
  async #send(place: number, step: ReproducerStep): Promise<Exchange> {
    const signal = this.#signal === undefined ? {} : { signal: this.#signal };
    const request = { ...requestOf(step, this.#values, this.#client.settings.run.headers), ...signal };
    const connection = this.#connection === undefined ? {} : { connection: this.#connection };
    const first = await this.#client.send({ ...request, ...connection });
    const isLost = first.response === null && this.#connection === undefined;
    const exchange = isLost ? await this.#client.send({ ...request, connection: 'fresh' }) : first;
    const { method, target, body } = step;
    this.sent.push({ place, method, target, body, response: describeResponse(exchange) });
    if (operationTable[request.operation].consumes === 'email') this.#users.noteRegistration(step, exchange);
    return exchange;
  }
}
