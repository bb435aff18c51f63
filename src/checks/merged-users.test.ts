import { expect, test } from 'vitest';
import { checkOf } from '../../test/accounts-server.ts';
import { settingsOf } from '../../test/settings.ts';
import { closeAfterTest, serving } from '../../test/tiny-server.ts';
import { areMerged, differAfterPlus } from './merged-users.ts';
import { createRunContext } from './run-context.ts';

interface Target {
  /** What identifies a user: a part of its e-mail. */
  readonly keyOf?: (email: string) => string;
  /** The status of a registration. */
  readonly register?: (isTaken: boolean, n: number) => number;
  /** Whether a user is sent another code when it is registered again. */
  readonly renews?: boolean;
  /** Whether a code verifies every user. */
  readonly anyCode?: boolean;
}

const withoutTag = (email: string) => email.replace(/\+.*@/, '@');

async function areMergedOn({
  keyOf = (email) => email,
  register = () => 201,
  renews = false,
  anyCode = false,
}: Target): Promise<boolean> {
  const codes = new Map<string, string>();
  const mails = new Map<string, string>();
  let registrations = 0;
  const address = await serving(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://users.invalid');
    const answer = (status: number, text = '{}') =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
    if (url.pathname === '/codes') {
      const code = mails.get(url.searchParams.get('email') ?? '');
      return code === undefined ? answer(404) : answer(200, `Your code is ${code}.`);
    }
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { email, code } = JSON.parse(body) as { email: string; code?: number };
    const key = keyOf(email);
    if (code !== undefined) {
      const rights = anyCode ? [...codes.values()] : [codes.get(key)];
      return answer(rights.includes(String(code)) ? 200 : 422);
    }
    registrations += 1;
    const status = register(codes.has(key), registrations);
    if (status < 300 && (renews || !codes.has(key))) {
      codes.set(key, String(654_321 + registrations));
      mails.set(email, codes.get(key)!);
    }
    return answer(status);
  });
  const settings = settingsOf(`${address}/api`);
  const verificationCode = { url: `${address}/codes?email={email}`, waitMs: 50 };
  const run = createRunContext({ ...settings, fixtures: { ...settings.fixtures, verificationCode } });
  closeAfterTest(() => run.client.close());
  return areMerged(checkOf({ run }, 'register/accepts-valid'));
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
  { does: 'verifies every user with the code of another', anyCode: true, expected: false },
  { does: 'refuses every third registration', register: (_, n) => (n % 3 === 0 ? 409 : 201), expected: false },
  { does: 'refuses every registration but the first', register: (_, n) => (n > 1 ? 409 : 201), expected: false },
];

test.for(targets)('users are merged: $expected, on a target that $does', async ({ expected, ...target }) => {
  expect(await areMergedOn(target)).toBe(expected);
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
