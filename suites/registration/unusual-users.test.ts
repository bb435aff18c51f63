import { expect, test } from 'vitest';
import { CheckConcluded } from '../../src/checks/conclusion.ts';
import { checkOf, mailedAccountsOf } from '../../test/accounts-server.ts';
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
  const run = await mailedAccountsOf({
    answer: ({ email, lastName, code }) => {
      if (code !== undefined) return codes.get(email) === String(code) ? 200 : 422;
      if (sends(lastName)) codes.set(email, String(654_321 + codes.size));
      return 201;
    },
    mailedCode: (email) => codes.get(email),
    ...(pattern === undefined ? {} : { pattern }),
  });
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
