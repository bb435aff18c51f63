import { expect, test } from 'vitest';
import { checkOf, mailedAccountsOf } from '../../../test/accounts-server.ts';
import { verifyRepeated } from './repeated-users.ts';

/**
 * Verifies users that registered twice on a target if a second registration draws a new code.
 * @param usersLater how many others register twice until its mail comes
 */
async function verifyAfterNewCode(usersLater: number): Promise<number> {
  const codes = new Map<string, number>();
  const again: string[] = [];
  const run = await mailedAccountsOf({
    answer: ({ email, code }) => {
      if (code !== undefined) return codes.get(email) === code ? 200 : 422;
      if (codes.has(email)) again.push(email);
      codes.set(email, (codes.get(email) ?? 123_456 + 10 * codes.size) + 1);
      return 201;
    },
    mailedCode: (email) => {
      const at = again.indexOf(email);
      const code = codes.get(email);
      const isLate = at >= 0 && again.length <= at + usersLater;
      return code === undefined ? undefined : String(isLate ? code - 1 : code);
    },
  });
  return verifyRepeated(checkOf({ run }, 'register/then-verify'));
}

test('users are verified with the new code of their second registration', async () => {
  expect(await verifyAfterNewCode(0)).toBe(4);
});

test('a new code that is not sent is reported, though its mail may be late', { timeout: 30_000 }, async () => {
  await expect(verifyAfterNewCode(Number.POSITIVE_INFINITY)).rejects.toMatchObject({
    conclusion: { verdict: 'fail', mayBeLate: true },
  });
});

test('a new code whose mail comes late is not taken for lost', { timeout: 30_000 }, async () => {
  await expect(verifyAfterNewCode(2)).rejects.toMatchObject({
    conclusion: { verdict: 'inconclusive', message: expect.stringContaining('comes later') },
  });
});
