/** A tiny server of users: all are sent the same code, which the configuration knows, and some wrong codes lock a user. */
import { CheckContext } from '../src/checks/check-context.ts';
import { createRunContext, type RunContext } from '../src/checks/run-context.ts';
import { ExchangeTally } from '../src/client/index.ts';
import type { Requirement } from '../src/core/requirement.ts';
import { settingsOf } from './settings.ts';
import { closeAfterTest, serving } from './tiny-server.ts';

/** The right code. */
export const rightCode = 123_456;

interface Account {
  tries: number;
  isVerified: boolean;
}

export interface Accounts {
  readonly run: RunContext;
  readonly users: ReadonlyMap<string, Account>;
}

/** @param locksAfter wrong codes after which a user is verified no more */
export async function accountsOf(locksAfter = Number.POSITIVE_INFINITY): Promise<Accounts> {
  const users = new Map<string, Account>();
  const answer = (path: string, { email, code }: { email: string; code?: number }): number => {
    if (path.endsWith('/register')) {
      users.set(email, { tries: 0, isVerified: false });
      return 201;
    }
    const user = users.get(email);
    if (user === undefined || user.isVerified || user.tries >= locksAfter) return 422;
    if (code === rightCode) user.isVerified = true;
    else user.tries += 1;
    return user.isVerified ? 200 : 422;
  };
  const address = await serving(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const status = answer(request.url ?? '', JSON.parse(text) as { email: string });
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  const settings = settingsOf(`${address}/api`);
  const verificationCode = { value: String(rightCode), waitMs: 100 };
  const run = createRunContext({ ...settings, fixtures: { ...settings.fixtures, verificationCode } });
  closeAfterTest(() => run.client.close());
  return { run, users };
}

/** A registration, or a verification if there is a code. */
export interface AccountBody {
  readonly email: string;
  readonly lastName: string;
  readonly code?: number;
}

/** A server that mails codes. */
export interface MailedAccounts {
  /** The status of a request. */
  readonly answer: (body: AccountBody) => number;
  /** The code in the mailbox of an address; undefined if there is no mail. */
  readonly mailedCode: (email: string) => string | undefined;
  /** How the configuration finds the code in a message. */
  readonly pattern?: string;
  /** How long a code is waited for, ms. Default 50. */
  readonly waitMs?: number;
  /** The configured e-mail; that of the settings unless given. */
  readonly email?: string;
}

/** A run against such a server. */
export async function mailedAccountsOf({
  answer,
  mailedCode,
  pattern,
  waitMs = 50,
  email,
}: MailedAccounts): Promise<RunContext> {
  const address = await serving(async (request, response) => {
    const respond = (status: number, text = '{}') =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    const url = new URL(request.url ?? '', 'http://users.invalid');
    if (url.pathname === '/codes') {
      const code = mailedCode(url.searchParams.get('email') ?? '');
      return code === undefined ? respond(404) : respond(200, `Your code is ${code}.`);
    }
    let text = '';
    for await (const chunk of request) text += String(chunk);
    return respond(answer(JSON.parse(text) as AccountBody));
  });
  const settings = settingsOf(`${address}/api`);
  const source = { url: `${address}/codes?email={email}`, waitMs };
  const verificationCode = pattern === undefined ? source : { ...source, pattern };
  const { fixtures } = settings;
  const register = { ...fixtures.register, email: email ?? fixtures.register.email };
  const run = createRunContext({ ...settings, fixtures: { ...fixtures, register, verificationCode } });
  closeAfterTest(() => run.client.close());
  return run;
}

/** What the check of a requirement works with. */
export function checkOf({ run }: Pick<Accounts, 'run'>, id: string): CheckContext {
  const client = run.client.counting(new ExchangeTally(), id);
  return new CheckContext(run, { id } as Requirement, new AbortController().signal, client);
}
