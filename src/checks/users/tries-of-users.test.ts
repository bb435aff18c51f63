import { expect, test } from 'vitest';
import { accountsOf, checkOf } from '../../../test/accounts-server.ts';
import { isAccepted } from '../../core/exchange.ts';
import { fail, inconclusive } from '../conclusion.ts';
import { dealt, inGroups, tryOnUsers } from './tries-of-users.ts';

/** Tries wrong codes on users of one target; gives how often each was tried and how many users there are. */
async function tryCodes(locksAfter?: number, spare = 0) {
  const accounts = await accountsOf(locksAfter);
  const earlier = checkOf(accounts, 'register/ordinary-names');
  for (let count = 0; count < spare; count += 1) await earlier.users.register();
  const t = checkOf(accounts, 'verify/rejects-non-json');
  const tries = new Map<number, number>();
  await tryOnUsers(t, inGroups([1, 2, 3, 4, 5, 6]), async (code, user) => {
    tries.set(code, (tries.get(code) ?? 0) + 1);
    return !isAccepted(await t.send({ operation: 'verify', body: { email: user.body.email, code } }));
  });
  return { tries: [...tries.values()].join(''), users: accounts.users.size };
}

test('several cases are tried on one user, whose right code shows that it was pending', async () => {
  expect(await tryCodes()).toEqual({ tries: '111111', users: 1 });
});

test('where the user is locked in the end, all but the first four cases are tried again', async () => {
  expect(await tryCodes(5)).toEqual({ tries: '111122', users: 2 });
});

test('a user that another check has left is tried first; where it is locked, all cases are tried again', async () => {
  expect(await tryCodes(undefined, 1)).toEqual({ tries: '111111', users: 1 });
  expect(await tryCodes(5, 1)).toEqual({ tries: '222222', users: 3 });
});

test('a case after one that was accepted gets another user', async () => {
  const accounts = await accountsOf();
  const t = checkOf(accounts, 'verify/wrong-code');
  const before: number[] = [];
  await tryOnUsers(t, [['accepted', 'rejected', 'rejected']], async (one, _user, count) => {
    before.push(count);
    return one !== 'accepted';
  });
  expect([before, accounts.users.size]).toEqual([[0, 0, 1], 2]);
});

test('cases that were rejected beside an accepted one are tried again with another user', async () => {
  const accounts = await accountsOf();
  const t = checkOf(accounts, 'verify/unknown-email');
  const tried: (readonly [one: string, user: string])[] = [];
  const emails = new Map<string, number>();
  const tryCase = async (one: string, { body: { email } }: { readonly body: { readonly email: string } }) => {
    if (!emails.has(email)) emails.set(email, emails.size + 1);
    tried.push([one, `user ${emails.get(email)}`]);
    return one !== 'accepted';
  };
  await tryOnUsers(t, [['rejected', 'accepted', 'rejected, too', 'later']], tryCase, [], 3);
  expect(tried).toEqual([
    ['rejected', 'user 1'],
    ['accepted', 'user 1'],
    ['rejected, too', 'user 1'],
    ['rejected', 'user 2'],
    ['rejected, too', 'user 2'],
    ['later', 'user 2'],
  ]);
});

test('cases are dealt so that neighbours are apart, or kept together', () => {
  expect(dealt([1, 2, 3, 4, 5], 3)).toEqual([
    [1, 3, 5],
    [2, 4],
  ]);
  expect(inGroups([1, 2, 3, 4, 5], 3)).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
});

test('an undecided case does not end the others: a finding comes first', async () => {
  const accounts = await accountsOf();
  const t = checkOf(accounts, 'verify/missing-code');
  const tried: string[] = [];
  const tryAll = (cases: readonly string[]) =>
    tryOnUsers(t, [cases], async (one) => {
      tried.push(one);
      if (one === 'open') return async () => inconclusive('undecided', 'another target');
      return one === 'wrong' ? async () => fail('found', []) : true;
    });
  await expect(tryAll(['open', 'rejected', 'wrong'])).rejects.toThrow('fail: found');
  await expect(tryAll(['open', 'rejected'])).rejects.toThrow('inconclusive: undecided');
  expect(tried).toEqual(['open', 'rejected', 'wrong', 'open', 'rejected']);
});
