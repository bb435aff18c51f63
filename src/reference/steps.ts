/**
 * The server as a record of small steps. Each step looks the others up in this record when it calls them, so that a
 * fault can replace or wrap one step and everything else stays correct.
 */
import type { Answer, Call } from './answer.ts';
import type { Log, LogEntry } from './log.ts';
import type { Query, SentQuery } from './query.ts';
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
  /** Number of wrong codes since registration. */
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

/** The border of a page and the direction in which the next request continues. */
export interface Cursor {
  readonly direction: 'next' | 'prev';
  readonly webhookId: string;
  readonly tenant: string;
  readonly query: Query;
  /** Index of the entry at the border. It is not on the page that the cursor leads to. */
  readonly index: number;
}

/** One parsed search. */
export interface Search {
  readonly call: Call;
  readonly tenant: Tenant;
  readonly log: Log;
  readonly query: Query;
  readonly cursor: Cursor | undefined;
}

/** Ranks of a view: from `start` up to but excluding `end`. */
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
  /** Reads the body. Throws 413. */
  receive(call: Call): Promise<Buffer> | Buffer;
  /** Turns a request into its answer; never rejects. */
  handle(call: Call): Promise<Answer>;
  encode(answer: Answer, call: Call): string | Buffer;
  headers(answer: Answer, payload: string | Buffer, call: Call): Record<string, string | number>;
  send(call: Call, answer: Answer, payload: string | Buffer): void;
  // Before the operation
  /** Determines the operation. Throws 400, 404 or 405. */
  route(call: Call): void;
  /** Returns the tenant of the token. Throws 401. */
  authenticate(call: Call): Tenant;
  parseBody(call: Call): unknown;
  // Calendars
  create(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkCreate(body: unknown): CreateBody;
  createPage(body: CreateBody, tenant: Tenant): Page;
  // System
  register(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkRegister(body: unknown): RegisterBody;
  /** Key under which a user is stored. */
  userKey(email: string, tenant: Tenant): string;
  newCode(email: string): string;
  deliver(user: User, code: string): void;
  verify(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  checkVerify(body: unknown): VerifyBody;
  findUser(email: string, tenant: Tenant): User | undefined;
  codeMatches(user: User, code: number): boolean;
  /** Called after a wrong code. */
  countFailure(user: User): void;
  /** Called after the right code. */
  markVerified(user: User): void;
  // Webhooks
  logs(call: Call, tenant: Tenant): Answer | Promise<Answer>;
  findLog(webhookId: string, tenant: Tenant): Log;
  readQuery(call: Call): SentQuery;
  readCursor(sent: SentQuery, log: Log, tenant: Tenant): Cursor | undefined;
  /** Combines the query that was sent with that of the cursor and the defaults. Throws 400. */
  resolveQuery(sent: SentQuery, cursor: Cursor | undefined): Query;
  /** Applies status and range; returns oldest first. */
  select(search: Search): View;
  arrange(view: View, search: Search): View;
  place(view: View, search: Search): Span;
  total(view: View, search: Search): unknown;
  renderPage(view: View, span: Span, search: Search): Page;
  renderItem(entry: LogEntry, search: Search): unknown;
  writeCursor(cursor: Cursor): string;
}
