import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { accountsOf, checkOf, rightCode } from '../../../test/accounts-server.ts';
import { settingsOf } from '../../../test/settings.ts';
import { bodyOf, closeAfterTest, ok, serving } from '../../../test/tiny-server.ts';
import { createRunContext } from '../run-context.ts';
import { leavingUsers, sharesOfSpareUsers, takeSparePending, takeSpareUser } from './spare-users.ts';

/** Users that a check of registrations has left, and what takes them. */
async function withSpareUsers(count: number) {
  const accounts = await accountsOf();
  const earlier = checkOf(accounts, 'register/ordinary-names');
  const left = await Promise.all(Array.from({ length: count }, () => earlier.users.register()));
  return { earlier, left: left.map(({ body }) => body.email), taker: (id: string) => checkOf(accounts, id) };
}

test('requirements of the catalogue leave users and take them', () => {
  const known = new Set<string>(catalogue.map(({ id }) => id));
  const named = [...leavingUsers, ...Object.keys(sharesOfSpareUsers)];
  expect(named.filter((id) => !known.has(id))).toEqual([]);
});

test('who gets which user depends on the e-mails alone, and not on who asks first', async () => {
  const { left, taker } = await withSpareUsers(3);
  const [first, second, third] = left.sort();
  expect(takeSpareUser(taker('verify/rejects-wrong-types'))?.body.email).toBe(third);
  const types = taker('verify/rejects-non-json');
  expect([takeSpareUser(types)?.body.email, takeSpareUser(types)?.body.email]).toEqual([first, second]);
  expect(takeSpareUser(types)).toBeUndefined();
});

test('a spare user is handed on only if nothing was sent about it since, and the check that registered it is done', async () => {
  const { earlier, left, taker } = await withSpareUsers(1);
  await earlier.send({ operation: 'verify', body: { email: left[0]!, code: 1 } });
  await taker('register/then-verify').users.register();
  expect(takeSpareUser(taker('verify/rejects-non-json'))).toBeUndefined();
});

test('nothing that confirms a finding gets a spare user', async () => {
  const { taker } = await withSpareUsers(1);
  const taken = taker('verify/rejects-non-json').exclusively(async (alone) => takeSpareUser(alone));
  expect(await taken).toBeUndefined();
});

test('users of any check count as untouched, but for those that were sent a code', async () => {
  const { earlier, left, taker } = await withSpareUsers(2);
  await earlier.send({ operation: 'verify', body: { email: left[0]!, code: 1 } });
  const later = await taker('verify/wrong-code').users.register();
  const first = earlier.runContext.spareUsers.untouchedFirst.map(({ body }) => body.email);
  expect(first).toEqual([left[1], later.body.email]);
});

test('a spare user comes with its code', async () => {
  const { taker } = await withSpareUsers(1);
  expect(await takeSparePending(taker('verify/rejects-non-json'))).toMatchObject({ code: String(rightCode) });
});

test('a user whose name adds a number to its message is passed over', async () => {
  const names = new Map<string, string>();
  const address = await serving(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (request.method === 'GET') {
      const name = names.get(url.searchParams.get('email') ?? '');
      return response.end(name === undefined ? '' : `Hi ${name}, your code is 271828.`);
    }
    const body = JSON.parse(await bodyOf(request)) as { email: string; firstName?: string };
    if (body.firstName !== undefined) names.set(body.email, body.firstName);
    return ok(response);
  });
  const settings = settingsOf(`${address}/api`);
  const verificationCode = { url: `${address}/?email={email}`, waitMs: 100 };
  const run = createRunContext({ ...settings, fixtures: { ...settings.fixtures, verificationCode } });
  closeAfterTest(() => run.client.close());
  const earlier = checkOf({ run }, 'register/no-server-error');
  await earlier.users.prepareCodes();
  const users = [await earlier.users.register({ firstName: '7 of 9' }), await earlier.users.register()];
  const taker = checkOf({ run }, 'verify/rejects-non-json');
  expect((await takeSparePending(taker))?.body.email).toBe(users[1]!.body.email);
  expect(await takeSparePending(taker)).toBeUndefined();
});
