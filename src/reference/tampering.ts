/** The few ways in which faults reach into a server. Each touches one step and leaves the rest as it is. */
import type { Operation } from '../core/operation.ts';
import { type Answer, type Call, problem, Refusal } from './answer.ts';
import type { LogEntry } from './log.ts';
import type { Query } from './query.ts';
import { bearerToken } from './request.ts';
import { type Server, tenants } from './server.ts';
import type { Cursor, Page, Search, Span, Steps, Tenant, User } from './steps.ts';
import { entriesOf, type View, viewOfEntries } from './view.ts';

export const ownTenant: Tenant = { name: tenants.own };

/** Puts `outer(inner)` in the place of one step. */
export function wrap<K extends keyof Steps>(server: Server, step: K, outer: (inner: Steps[K]) => Steps[K]): void {
  server.steps[step] = outer(server.steps[step]);
}

/** Lets a call of `operation` in, as the own tenant, where `accept` says so although its token was refused. */
export function letIn(
  server: Server,
  operation: Operation,
  accept: (token: string, header: string | undefined, call: Call) => boolean,
): void {
  wrap(server, 'authenticate', (inner) => (call) => {
    try {
      return inner(call);
    } catch (refusal) {
      const header = call.request.headers.authorization;
      if (call.operation === operation && accept(bearerToken(call) ?? '', header, call)) return ownTenant;
      throw refusal;
    }
  });
}

/** Serves the paths of which `respell` makes the operation's own, and asks no token there. */
export function openPath(server: Server, operation: Operation, respell: (path: string) => string): void {
  const opened = new WeakSet<Call>();
  wrap(server, 'route', (inner) => (call) => {
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
  letIn(server, operation, (_token, _header, call) => opened.has(call));
}

/** Answers a call of `operation` that has a good token, where `answer` has something to say, in place of the operation. */
export function instead(
  server: Server,
  operation: Operation,
  answer: (call: Call) => Answer | Promise<Answer> | undefined,
): void {
  wrap(server, operation, (inner) => (call, tenant) => answer(call) ?? inner(call, tenant));
}

/** Changes or replaces the answers of `operation` that succeed. */
export function onSuccess(
  server: Server,
  operation: Operation,
  change: (answer: Answer, call: Call) => Answer | Promise<Answer> | undefined,
): void {
  wrap(server, 'handle', (inner) => async (call) => {
    const answer = await inner(call);
    if (call.operation !== operation || answer.status >= 300) return answer;
    return (await change(answer, call)) ?? answer;
  });
}

/** Changes or replaces the answers of `operation` that refuse. */
export function onRefusal(
  server: Server,
  operation: Operation,
  change: (answer: Answer, call: Call) => Answer | undefined,
): void {
  wrap(server, 'handle', (inner) => async (call) => {
    const answer = await inner(call);
    if (call.operation !== operation || answer.status < 300) return answer;
    return change(answer, call) ?? answer;
  });
}

/** Changes the pages that go out, before they are JSON. Fields may get values of any type. */
export function onPage(
  server: Server,
  operation: 'create' | 'logs',
  change: (page: LoosePage, call: Call) => void,
): void {
  onSuccess(server, operation, (answer, call) => {
    change(answer.body as LoosePage, call);
  });
}

// biome-ignore lint/suspicious/noExplicitAny: a fault puts anything anywhere
export type LoosePage = { [field in keyof Page]: any };

/** Changes the text of successful bodies. */
export function onText(
  server: Server,
  operation: Operation,
  change: (text: string, call: Call, answer: Answer) => string | Buffer,
): void {
  wrap(server, 'encode', (inner) => (answer, call) => {
    const text = inner(answer, call);
    return call.operation === operation && answer.status < 300 ? change(text.toString(), call, answer) : text;
  });
}

/** Verifies, with the right code, a user whose e-mail is taken for the unknown one that was sent. */
export function mistake(server: Server, same: (email: string, user: User) => boolean): void {
  instead(server, 'verify', (call) => {
    const { email, code } = sent(call);
    if (typeof email !== 'string' || !Number.isInteger(code) || server.steps.findUser(email, ownTenant))
      return undefined;
    for (const user of server.users.values()) {
      if (!same(email, user) || !server.steps.codeMatches(user, code)) continue;
      server.steps.settle(user);
      return { status: 200, body: {} };
    }
    return undefined;
  });
}

/** Carries an operation out whoever asks; undefined where it refuses. */
export async function carryOut(server: Server, operation: Operation, call: Call): Promise<Answer | undefined> {
  try {
    return await server.steps[operation](call, ownTenant);
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}

/** Keeps some of what a search found. */
export function keepOnly(server: Server, keep: (entry: LogEntry, search: Search) => boolean): void {
  rearrange(server, (entries, search) => entries.filter((entry) => keep(entry, search)));
}

/** Puts what a search found into another order. */
export function rearrange(server: Server, order: (entries: LogEntry[], search: Search) => LogEntry[]): void {
  wrap(server, 'arrange', (inner) => (view, search) => viewOfEntries(order(entriesOf(inner(view, search)), search)));
}

/** Answers another query than the one asked. Cursors still carry the one asked, so that repeating it is no conflict. */
export function misread(server: Server, change: (query: Query, cursor: Cursor | undefined) => Partial<Query>): void {
  const asked = new WeakMap<Query, Query>();
  wrap(server, 'settleQuery', (inner) => (given, cursor) => {
    const query = inner(given, cursor);
    const other = { ...query, ...change(query, cursor) };
    asked.set(other, query);
    return other;
  });
  wrap(
    server,
    'writeCursor',
    (inner) => (cursor) => inner({ ...cursor, query: asked.get(cursor.query) ?? cursor.query }),
  );
}

/** Judges the range entry by entry, in place of the server. */
export function judgeRange(
  server: Server,
  keep: (at: number, from: number | undefined, to: number | undefined) => boolean,
): void {
  const ranges = new WeakMap<Query, Query>();
  wrap(server, 'settleQuery', (inner) => (given, cursor) => {
    const query = inner(given, cursor);
    const unbounded = { ...query, from: undefined, to: undefined };
    ranges.set(unbounded, query);
    return unbounded;
  });
  wrap(
    server,
    'writeCursor',
    (inner) => (cursor) => inner({ ...cursor, query: ranges.get(cursor.query) ?? cursor.query }),
  );
  keepOnly(server, ({ at }, { query }) => keep(at, ranges.get(query)?.from, ranges.get(query)?.to));
}

/** Cuts pages elsewhere. `page` is the number of the page from 1, as far as its first item tells. */
export function recut(
  server: Server,
  change: (span: Span, view: View, search: Search, page: number) => Partial<Span>,
): void {
  wrap(server, 'place', (inner) => (view, search) => {
    const span = inner(view, search);
    const page = Math.floor(span.start / server.pageSize) + 1;
    const { start, end } = { ...span, ...change(span, view, search, page) };
    const first = Math.min(Math.max(0, start), view.length);
    return { start: first, end: Math.min(Math.max(first, end), view.length) };
  });
}

/** The fields of a JSON body, or none if it has no such form. */
// biome-ignore lint/suspicious/noExplicitAny: it is whatever was sent
export function sent(call: Call): Record<string, any> {
  try {
    const value: unknown = JSON.parse(call.payload.toString());
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const asked = (call: Call): URLSearchParams => new URLSearchParams(call.search);
export const failed = (): Answer => problem(500, 'Something went wrong.');
export const never = (): Promise<Answer> => new Promise(() => {});

/** Ends the connection without an answer. */
export function cut(call: Call): Answer {
  call.response.destroy();
  return { status: 400 };
}

/** Runs a step that may refuse. */
export function attempt<T>(step: () => T): T | undefined {
  try {
    return step();
  } catch (refusal) {
    if (refusal instanceof Refusal) return undefined;
    throw refusal;
  }
}
