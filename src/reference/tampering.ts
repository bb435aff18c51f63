/**
 * Building blocks of faults. Each replaces or wraps one step of a reference server; all other steps stay correct, so
 * that a fault shows one defect only.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Operation } from '../core/operation.ts';
import { type Answer, type Call, problem, Refusal } from './answer.ts';
import { bearerToken, paths } from './request.ts';
import { assembleSteps } from './server.ts';
import { type Server, tenants } from './state.ts';
import type { Page, Steps, Tenant } from './steps.ts';

export const ownTenant: Tenant = { name: tenants.own };

/** Replaces one step by `outer(inner)`, if `inner` is the step so far. */
export function wrapStep<K extends keyof Steps>(server: Server, step: K, outer: (inner: Steps[K]) => Steps[K]): void {
  server.steps[step] = outer(server.steps[step]);
}

/** Breaks the server for some calls only: a copy that is broken handles them, on the same state. */
export function breakOnly(server: Server, concerns: (call: Call) => boolean, breakAll: (copy: Server) => void): void {
  const copy: Server = Object.assign(Object.create(server) as Server, { steps: {} as Steps });
  assembleSteps(copy);
  breakAll(copy);
  wrapStep(server, 'handle', (inner) => (call) => (concerns(call) ? copy.steps.handle(call) : inner(call)));
}

/** Accepts, as the server's own tenant, requests to `operation` that failed authentication but satisfy `accept`. */
export function acceptIf(
  server: Server,
  operation: Operation,
  accept: (token: string, header: string | undefined, call: Call) => boolean,
): void {
  wrapStep(server, 'authenticate', (inner) => (call) => {
    try {
      return inner(call);
    } catch (refusal) {
      const header = call.request.headers.authorization;
      if (call.operation === operation && accept(bearerToken(call) ?? '', header, call)) return ownTenant;
      throw refusal;
    }
  });
}

/** Routes paths that `respell` turns into the operation's own path, without authentication. */
export function openPath(server: Server, operation: Operation, respell: (path: string) => string): void {
  const opened = new WeakSet<Call>();
  wrapStep(server, 'route', (inner) => (call) => {
    try {
      inner(call);
    } catch (refusal) {
      const path = call.path;
      call.path = respell(path);
      if (call.path === path) throw refusal;
      inner(call);
      if (call.operation !== operation) throw refusal;
      opened.add(call);
    }
  });
  acceptIf(server, operation, (_token, _header, call) => opened.has(call));
}

/** Treats another method as the operation's own, without authentication. */
export function openMethod(server: Server, operation: Operation, method: string): void {
  const opened = new WeakSet<Call>();
  const path = operation === 'logs' ? /\/logs\/search$/ : new RegExp(`^${paths[operation]}$`);
  wrapStep(server, 'handle', (inner) => (call) => {
    if (call.method !== method || !path.test(call.path)) return inner(call);
    const taken: Call = { ...call, method: operation === 'logs' ? 'GET' : 'POST' };
    opened.add(taken);
    return inner(taken);
  });
  acceptIf(server, operation, (_token, _header, call) => opened.has(call));
}

/** A call takes the answer of one in progress that has the same key; each takes a few milliseconds, so that they meet. */
export function shareInProgress(server: Server, operation: Operation, keyOf: (call: Call) => string): void {
  const inProgress = new Map<string, Promise<Answer>>();
  wrapStep(server, operation, (inner) => (call, tenant) => {
    const key = keyOf(call);
    const known = inProgress.get(key);
    if (known !== undefined) return known;
    const own = delay(4)
      .then(() => inner(call, tenant))
      .finally(() => inProgress.delete(key));
    inProgress.set(key, own);
    return own;
  });
}

/** Sends what `answer` returns instead of carrying out an authenticated call of `operation`; undefined carries it out. */
export function answerInstead(
  server: Server,
  operation: Operation,
  answer: (call: Call) => Answer | Promise<Answer> | undefined,
): void {
  wrapStep(server, operation, (inner) => (call, tenant) => answer(call) ?? inner(call, tenant));
}

/** Answers 500 to authenticated calls of `operation` that satisfy `when`. */
export function failIf(server: Server, operation: Operation, when: (call: Call) => boolean): void {
  answerInstead(server, operation, (call) => (when(call) ? serverError() : undefined));
}

/** Refuses authenticated calls of `operation` that satisfy `when`. */
export function refuseIf(server: Server, operation: Operation, when: (call: Call) => boolean, status = 400): void {
  answerInstead(server, operation, (call) => (when(call) ? problem(status, 'The value is not allowed.') : undefined));
}

/** Refuses every nth authenticated call of `operation`. */
export function refuseEvery(server: Server, operation: Operation, nth: number, status = 400): void {
  let calls = 0;
  refuseIf(server, operation, () => ++calls % nth === 0, status);
}

type ChangeOfAnswer = (answer: Answer, call: Call) => Answer | Promise<Answer> | undefined;

/** Replaces answers of `operation` that satisfy `when` by what `change` returns, if anything. */
function onAnswer(server: Server, operation: Operation, when: (answer: Answer) => boolean, change: ChangeOfAnswer) {
  wrapStep(server, 'handle', (inner) => async (call) => {
    const answer = await inner(call);
    if (call.operation !== operation || !when(answer)) return answer;
    return (await change(answer, call)) ?? answer;
  });
}

/** Changes successful answers of `operation`, or replaces them by what `change` returns. */
export function onSuccess(server: Server, operation: Operation, change: ChangeOfAnswer): void {
  onAnswer(server, operation, ({ status }) => status < 300, change);
}

/** Replaces refusals of `operation` by what `change` returns, if anything. */
export function onRefusal(server: Server, operation: Operation, change: ChangeOfAnswer): void {
  onAnswer(server, operation, ({ status }) => status >= 300, change);
}

/** Replaces each 401 of `operation` by what `change` returns, if anything, once the body of a POST is received. */
export function onUnauthorized(server: Server, operation: Operation, change: ChangeOfAnswer): void {
  onAnswer(
    server,
    operation,
    ({ status }) => status === 401,
    async (answer, call) => {
      if (call.method === 'POST') call.payload = await server.steps.receive(call);
      return (await change(answer, call)) ?? answer;
    },
  );
}

/** Changes successful pages before they are encoded. Any field may get a value of any type. */
export function onPage(
  server: Server,
  operation: 'create' | 'logs',
  change: (page: LoosePage, call: Call) => void,
): void {
  onSuccess(server, operation, (answer, call) => {
    change(loosePageOf(answer), call);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a fault may put any value into any field
export type LoosePage = { [field in keyof Page]: any };

export const loosePageOf = (answer: Answer): LoosePage => answer.body as LoosePage;
export const hasNext = (answer: Answer): boolean => 'next' in loosePageOf(answer).cursor;

/** Changes the encoded bodies of successful answers. */
export function onText(
  server: Server,
  operation: Operation,
  change: (text: string, call: Call, answer: Answer) => string | Buffer,
): void {
  wrapStep(server, 'encode', (inner) => (answer, call) => {
    const text = inner(answer, call);
    return call.operation === operation && answer.status < 300 ? change(text.toString(), call, answer) : text;
  });
}

/** Carries out an operation without authentication. Resolves to undefined if the operation refuses the call. */
export async function carryOut(server: Server, operation: Operation, call: Call): Promise<Answer | undefined> {
  try {
    return await server.steps[operation](call, ownTenant);
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}

/** The members of a JSON object body; empty for every other body. */
// biome-ignore lint/suspicious/noExplicitAny: clients send any JSON value
export function bodyOf(call: Call): Record<string, any> {
  try {
    const value: unknown = JSON.parse(call.payload.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const queryOf = (call: Call): URLSearchParams => new URLSearchParams(call.search);
export const serverError = (): Answer => problem(500, 'Something went wrong.');
export const noAnswer = (): Promise<Answer> => new Promise(() => {});

/** Closes the connection without an answer. */
export function cutConnection(call: Call): Answer {
  call.response.destroy();
  return { status: 400 };
}

/** Runs a step; undefined if it refuses. */
export function unlessRefused<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}

/** Answers a verification as a right one, without verifying anybody. */
export function succeedIf(server: Server, when: (body: ReturnType<typeof bodyOf>) => boolean): void {
  answerInstead(server, 'verify', (call) => (when(bodyOf(call)) ? verified() : undefined));
}

export const verified = (): Answer => ({ status: 200, body: {} });
