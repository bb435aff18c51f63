import { expect, test } from 'vitest';
import { CheckConcluded } from '../../src/checks/conclusion.ts';
import { createRunContext } from '../../src/checks/run-context.ts';
import { checkOf } from '../../test/accounts-server.ts';
import { settingsOf } from '../../test/settings.ts';
import { closeAfterTest, serving } from '../../test/tiny-server.ts';
import { verifyForms } from './unusual-users.ts';

interface Users {
  /** Whether a user is sent a code. */
  readonly sends: (lastName: string) => boolean;
  /** How the configuration reads codes. */
  readonly pattern?: string;
}

/** Runs `verifyForms` on a target that sends codes to some users only. */
async function verifyFormsOf({ sends, pattern }: Users): Promise<number> {
  const codes = new Map<string, string>();
  const address = await serving(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://users.invalid');
    const answer = (status: number, text = '{}') =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    if (url.pathname === '/codes') {
      const code = codes.get(url.searchParams.get('email') ?? '');
      return code === undefined ? answer(404) : answer(200, `Your code is ${code}.`);
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { email, lastName, code } = JSON.parse(body) as { email: string; lastName: string; code?: number };
    if (code !== undefined) return answer(codes.get(email) === String(code) ? 200 : 422);
    if (sends(lastName)) codes.set(email, String(654_321 + codes.size));
    return answer(201);
  });
  const settings = settingsOf(`${address}/api`);
  const source = { url: `${address}/codes?email={email}`, waitMs: 50 };
  const verificationCode = pattern === undefined ? source : { ...source, pattern };
  const run = createRunContext({ ...settings, fixtures: { ...settings.fixtures, verificationCode } });
  closeAfterTest(() => run.client.close());
  return verifyForms(checkOf({ run }, 'register/then-verify'), async () => undefined);
}

test('users of all forms are verified where each gets a code', async () => {
  expect(await verifyFormsOf({ sends: () => true })).toBe(4);
});

test('a form of name whose users are sent no code is reported', async () => {
  const lost = verifyFormsOf({ sends: (lastName) => !lastName.includes("'") });
  await expect(lost).rejects.toThrow(CheckConcluded);
  await expect(lost).rejects.toMatchObject({
    conclusion: {
      verdict: 'fail',
      message: expect.stringMatching(/apostrophe.* in the names is accepted and sent no code, twice/),
    },
  });
});

test('a missing code proves nothing with a pattern, which may not match the message', async () => {
  const users = verifyFormsOf({ sends: (lastName) => !lastName.includes("'"), pattern: 'Your code is (\\d+)' });
  expect(await users).toBeGreaterThan(4);
});
