import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { LookForCodes, Outside } from '../outside.ts';
import { CodeWaits } from './code-waits.ts';
import { MixedCodesError } from './verification-code.ts';

const source = { url: 'http://codes.invalid', waitMs: 20 };

/** Waits that count how long they slept, ms. */
function waiting(lookForCodes: LookForCodes) {
  const slept = { ms: 0 };
  let now = 0;
  const clock = {
    ...systemClock,
    elapsed: () => now,
    sleep: async (ms: number) => {
      now += ms;
      slept.ms += ms;
    },
  };
  const waits = new CodeWaits();
  const outside = { clock, lookForCodes } as unknown as Outside;
  return { slept, wait: (email = 'a@example.com') => waits.await(source, email, undefined, outside) };
}

test('where no code ever arrives, later waits only look once', async () => {
  const { slept, wait } = waiting(async () => []);
  for (let at = 0; at < 3; at += 1) await wait();
  const before = slept.ms;
  expect(await wait()).toEqual([]);
  expect(before).toBeGreaterThan(0);
  expect(slept.ms).toBe(before);
});

test('once a code has arrived, every wait is a whole one', async () => {
  let asked = 0;
  const { slept, wait } = waiting(async () => (asked++ === 0 ? ['1234'] : []));
  for (let at = 0; at < 5; at += 1) await wait();
  const before = slept.ms;
  await wait();
  expect(slept.ms).toBeGreaterThan(before);
});

test('a source that fails again and again is asked no more', async () => {
  let asked = 0;
  const { wait } = waiting(async () => {
    asked += 1;
    throw new Error('no such host');
  });
  for (let at = 0; at < 9; at += 1) await expect(wait()).rejects.toThrow('no such host');
  expect(asked).toBe(5);
});

test.each([
  { does: 'answers with the newest message', codeOf: () => '654321', mixes: true },
  {
    does: 'has one code for all that are registered',
    codeOf: (email: string) => (/^no/.test(email) ? undefined : '654321'),
    mixes: false,
  },
  {
    does: 'computes a code that two e-mails share',
    codeOf: (email: string) => (/^no/.test(email) ? email : '654321'),
    mixes: false,
  },
])('a source that $does mixes up codes: $mixes', async ({ codeOf, mixes }) => {
  const { wait } = waiting(async (_, email) => [codeOf(email) ?? []].flat());
  await wait('a@example.com');
  const other = wait('b@example.com');
  if (mixes) await expect(other).rejects.toThrow(MixedCodesError);
  else expect(await other).toHaveLength(1);
});

test('once a source is known to mix up codes, none of its codes is taken', async () => {
  let newest = '654321';
  const { wait } = waiting(async () => [newest]);
  await wait('a@example.com');
  await expect(wait('b@example.com')).rejects.toThrow(MixedCodesError);
  newest = '271828';
  await expect(wait('c@example.com')).rejects.toThrow(MixedCodesError);
});

test('a message that arrives between two questions does not hide that a source mixes up codes', async () => {
  const answers = ['5', '5', '5', '6', '6', '6'];
  const { wait } = waiting(async () => [answers.shift()!]);
  await wait('a@example.com');
  await expect(wait('b@example.com')).rejects.toThrow(MixedCodesError);
});
