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

/** What the check of a requirement works with. */
export function checkOf({ run }: Pick<Accounts, 'run'>, id: string): CheckContext {
  const client = run.client.counting(new ExchangeTally(), id);
  return new CheckContext(run, { id } as Requirement, new AbortController().signal, client);
}
