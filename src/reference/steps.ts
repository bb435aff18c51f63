/**
 * The server as a record of small steps. Each step finds the others through this record at the moment of the call, so
 * that a fault replaces or wraps one step and everything else stays right.
 */
import type { Answer, Call } from './answer.ts';
import type { Log, LogEntry } from './log.ts';
import type { AskedQuery, Query } from './query.ts';
import type { View } from './view.ts';

export interface Tenant {
  readonly name: string;
}

export interface User {
  readonly tenant: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  password: Buffer | undefined;
  readonly salt: Buffer;
  code: { readonly digest: string; readonly expiresAt: number } | undefined;
  verified: boolean;
  /** Wrong codes since registration. */
  failures: number;
}

export interface RegisterBody {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}
export interface VerifyBody {
  email: string;
  code: number;
}
export interface CreateBody {
  limit: number;
  profileIds: readonly string[];
  calendarIds: readonly string[];
}

/** Where a page ends and which way the next request goes on from there. */
export interface Cursor {
  readonly direction: 'next' | 'prev';
  readonly webhookId: string;
  readonly tenant: string;
  readonly query: Query;
  /** The entry at the border: excluded from the page that the cursor leads to. */
  readonly index: number;
}

/** One search, understood. */
export interface Search {
  readonly call: Call;
  readonly tenant: Tenant;
  readonly log: Log;
  readonly query: Query;
  readonly asked: AskedQuery;
  readonly cursor: Cursor | undefined;
}

/** Ranks of a view: start included, end not. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Page {
  data: unknown[];
  cursor: { next?: unknown; prev?: unknown; totalItems: unknown };
}

export interface Steps {
  // Transport
  /** Reads the body; throws 413. */
  receive(call: Call): Promise<Buffer> | Buffer;
  /** Everything between a request and its answer. */
  handle(call: Call): Promise<Answer>;
  encode(answer: Answer, call: Call): string | Buffer;
  headers(answer: Answer, payload: string | Buffer, call: Call): Record<string, string | number>;
  send(call: Call, answer: Answer, payload: string | Buffer): void;
  // Before the operation
  /** Names the operation; throws 400, 404, 405. */
  route(call: Call): void;
  /** The tenant of the token; throws 401. */
  authenticate(call: Call): Tenant;
  parseBody(call: Call): unknown;
  // Calendars
  create(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkCreate(body: unknown): CreateBody;
  createPage(body: CreateBody, tenant: Tenant): Page;
  // System
  register(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkRegister(body: unknown): RegisterBody;
  /** What makes an e-mail the same e-mail. */
  userKey(email: string, tenant: Tenant): string;
  newCode(email: string): string;
  deliver(user: User, code: string): void;
  verify(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkVerify(body: unknown): VerifyBody;
  findUser(email: string, tenant: Tenant): User | undefined;
  codeMatches(user: User, code: number): boolean;
  /** What happens after a wrong code. */
  countFailure(user: User): void;
  /** What happens after the right one. */
  settle(user: User): void;
  // Webhooks
  logs(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  findLog(webhookId: string, tenant: Tenant): Log;
  readQuery(call: Call): AskedQuery;
  readCursor(asked: AskedQuery, log: Log, tenant: Tenant): Cursor | undefined;
  /** The query that is answered: what the cursor carries, what was asked, what is default. */
  settleQuery(asked: AskedQuery, cursor: Cursor | undefined): Query;
  /** Filter and range, oldest first. */
  select(search: Search): View;
  arrange(view: View, search: Search): View;
  place(view: View, search: Search): Span;
  total(view: View, search: Search): unknown;
  renderPage(view: View, span: Span, search: Search): Page;
  renderItem(entry: LogEntry, search: Search): unknown;
  writeCursor(cursor: Cursor): string;
}
