import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { Suspicions } from './suspicions.ts';

const newSuspicions = () => new Suspicions(setImmediate);

test('a suspicion is looked into after those before, and not where one of them is confirmed', async () => {
  const suspicions = newSuspicions();
  const late = vi.fn(async () => 'found too');
  // Their responses come in another order.
  const all = [
    suspicions.lookInto(3, late),
    suspicions.lookInto(2, async () => 'found'),
    suspicions.lookInto(1, async () => undefined),
  ];
  expect(await suspicions.isOneConfirmed()).toBe(true);
  expect(await Promise.all(all)).toEqual([undefined, 'found', undefined]);
  expect(late).not.toHaveBeenCalled();
});

test('who found a violation learns of it before those that were under way', async () => {
  const suspicions = newSuspicions();
  const ended: string[] = [];
  const confirm = async () => {
    await setImmediate();
    await setImmediate();
    return 'found';
  };
  const found = suspicions.lookInto(1, confirm).then(async (finding) => {
    // As through some functions that pass it on.
    for (let turns = 0; turns < 10; turns += 1) await undefined;
    ended.push(finding!);
  });
  const other = suspicions.isOneConfirmed().then(() => ended.push('another'));
  await Promise.all([found, other]);
  expect(ended).toEqual(['found', 'another']);
});

test('what is suspected after the others were looked into is a case of its own', async () => {
  const suspicions = newSuspicions();
  expect(await suspicions.isOneConfirmed()).toBe(false);
  expect(await suspicions.lookInto(1, async () => 'found')).toBe('found');
  expect(await suspicions.isOneConfirmed()).toBe(false);
  expect(await suspicions.lookInto(2, async () => 'smaller')).toBe('smaller');
});

test('an error ends the looking into the others', async () => {
  const suspicions = newSuspicions();
  const failing = suspicions.lookInto(1, () => Promise.reject(new Error('no response')));
  const next = suspicions.lookInto(2, async () => 'found');
  await expect(failing).rejects.toThrow('no response');
  expect(await next).toBeUndefined();
});
