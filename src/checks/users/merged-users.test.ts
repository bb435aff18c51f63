import { expect, test } from 'vitest';
import { checkOf, mailedAccountsOf } from '../../../test/accounts-server.ts';
import { defined } from '../../core/defined.ts';
import type { RunContext } from '../run-context.ts';
import { areMerged, differAfterPlus, suspicious, whyMerged } from './merged-users.ts';

interface Target {
  /** What identifies a user: a part of its e-mail. */
  readonly keyOf?: (email: string) => string;
  /** The status of a registration. */
  readonly register?: (isTaken: boolean, n: number) => number;
  /** Whether a user is sent another code when it is registered again. */
  readonly renews?: boolean;
  /** Whether a code verifies every user that is not verified yet. */
  readonly anyCode?: boolean;
}

const withoutTag = (email: string) => email.replace(/\+.*@/, '@');

/** A run against the target. */
function runOn(
  { keyOf = (email) => email, register = () => 201, renews = false, anyCode = false }: Target,
  email?: string,
): Promise<RunContext> {
  /** By what identifies a user. */
  const codes = new Map<string, string>();
  const mails = new Map<string, string>();
  const verified = new Set<string>();
  let registrations = 0;
  return mailedAccountsOf({
    ...defined({ email }),
    answer: ({ email, code }) => {
      const key = keyOf(email);
      if (code !== undefined) {
        if (anyCode && verified.has(key)) return 422;
        const isRight = (anyCode ? [...codes.values()] : [codes.get(key)]).includes(String(code));
        if (isRight) verified.add(key);
        return isRight ? 200 : 422;
      }
      registrations += 1;
      const status = register(codes.has(key), registrations);
      if (status < 300 && (renews || !codes.has(key))) {
        codes.set(key, String(654_321 + registrations));
        mails.set(email, codes.get(key)!);
      }
      return status;
    },
    mailedCode: (email) => mails.get(email),
  });
}

async function areMergedOn(target: Target): Promise<boolean> {
  const { client, users } = checkOf({ run: await runOn(target) }, 'register/accepts-valid');
  return areMerged(client, users);
}

const targets: readonly (Target & { readonly does: string; readonly expected: boolean })[] = [
  { does: 'tells all e-mails apart', expected: false },
  {
    does: 'drops tags and refuses a taken e-mail',
    keyOf: withoutTag,
    register: (taken) => (taken ? 409 : 201),
    expected: true,
  },
  { does: 'drops tags and keeps the code of a taken e-mail', keyOf: withoutTag, expected: true },
  { does: 'drops tags and renews the code of a taken e-mail', keyOf: withoutTag, renews: true, expected: true },
  { does: 'verifies every user with the code of another, and each once', anyCode: true, expected: false },
  { does: 'refuses every third registration', register: (_, n) => (n % 3 === 0 ? 409 : 201), expected: false },
  { does: 'refuses every registration but the first', register: (_, n) => (n > 1 ? 409 : 201), expected: false },
];

test.for(targets)('areMerged() is $expected on a target that $does', async ({ expected, ...target }) => {
  expect(await areMergedOn(target)).toBe(expected);
});

const tagged = 'cawl+{unique}@example.com';

test('once all users turn out to be one, no check gets any more of them, even in work that runs alone', async () => {
  const t = checkOf({ run: await runOn({ keyOf: withoutTag, renews: true }, tagged) }, 'verify/accepts-valid');
  expect(await t.users.pending()).toMatchObject({ ok: true });
  t.users.memory.refused = suspicious;
  const [alone, beside] = await Promise.all([
    t.exclusively((quiet) => quiet.users.pending()),
    Promise.all([t.users.pending(), t.users.pending()]),
  ]);
  for (const pending of [alone, ...beside]) expect(pending).toEqual({ ok: false, why: 'merged', message: whyMerged });
});

test('users whose e-mails differ only after a plus are used until several were rejected, and still if they are different users', async () => {
  const t = checkOf({ run: await runOn({}, tagged) }, 'verify/accepts-valid');
  expect(await t.users.pending()).toMatchObject({ ok: true });
  t.users.memory.refused = suspicious;
  expect(await t.users.pending()).toMatchObject({ ok: true });
  expect(await t.users.memory.merged.known()).toBe(false);
});

test('rejections of a code that was used already raise no suspicion', async () => {
  const { users } = checkOf({ run: await runOn({ anyCode: true }, tagged) }, 'verify/accepts-valid');
  const pending = await users.pending();
  if (!pending.ok) throw new Error(pending.message);
  for (let time = 0; time <= suspicious; time += 1) await users.verify(pending.user, { throttle: 'accept' });
  expect(users.memory.verified.size).toBe(1);
  expect(await users.seemMerged()).toBe(false);
  expect(await users.memory.merged.known()).toBeUndefined();
});

test.each([
  ['cawl+{unique}@example.com', true],
  ['me+cawl-{unique}@example.com', true],
  ['cawl{unique}@example.com', false],
  ['cawl{unique}+tag@example.com', false],
  ['me+cawl@{unique}.example.com', false],
])('the users of %s differ only after a plus: %s', (template, expected) => {
  expect(differAfterPlus(template)).toBe(expected);
});
