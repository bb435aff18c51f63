import { expect, test } from 'vitest';
import { checkOf, mailedAccountsOf } from '../../../test/accounts-server.ts';
import { AcceptedAges } from './accepted-ages.ts';

test('a user who was younger than all that were accepted is tried again when it is as old', () => {
  const ages = new AcceptedAges();
  expect(ages.pausesAt(10)).toEqual([]);
  ages.note(400);
  ages.note(500);
  expect(ages.pausesAt(300)).toEqual([100]);
  expect(ages.pausesAt(380)).toEqual([]);
  expect(ages.pausesAt(450)).toEqual([]);
});

test('that users become verifiable late is learned even if the first user was old enough by chance', async () => {
  const since = new Map<string, number>();
  const sent = { early: 0 };
  const run = await mailedAccountsOf({
    answer: ({ email, code }) => {
      if (code === undefined) since.set(email, performance.now());
      const isEarly = code !== undefined && performance.now() - since.get(email)! < 150;
      if (isEarly) sent.early += 1;
      return isEarly ? 404 : 200;
    },
    waitMs: 1000,
    // The code of the first user comes late.
    mailedCode: (email) => {
      const n = [...since.keys()].indexOf(email);
      return n > 0 || (n === 0 && performance.now() - since.get(email)! > 200) ? String(654_321 + n) : undefined;
    },
  });
  const { users } = checkOf({ run }, 'register/then-verify');
  for (let n = 0; n < 4; n += 1) {
    const pending = await users.pending();
    if (!pending.ok) throw new Error(pending.message);
    expect((await users.verify(pending.user)).response?.status).toBe(200);
  }
  expect(sent.early).toBe(1);
});
