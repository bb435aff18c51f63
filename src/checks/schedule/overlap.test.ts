import { expect, test } from 'vitest';
import type { Area, Requirement } from '../../core/requirement.ts';
import type { Operation } from '../../interface/operations.ts';
import { overlap } from './overlap.ts';
import type { CheckTask } from './task.ts';

const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that end when they are told to, and those that have begun. */
function taskMaker() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const taskOf = (title: string, area: Area, operation: Operation | null): CheckTask => ({
    title,
    requirement: { id: title, area, operation } as Requirement,
    run: async () => {
      begun.push(title);
      await new Promise<void>((resolve) => ends.set(title, resolve));
      return [];
    },
  });
  return { begun, taskOf, end: (title: string) => ends.get(title)!() };
}

test('a task of the main phase begins when those right codes have ended that it might disturb', async () => {
  const { begun, taskOf, end } = taskMaker();
  const rightCodes = [taskOf('right code', 'registration', 'verify'), taskOf('first reading', 'logs', 'logs')];
  const main = [
    taskOf('registration', 'registration', 'register'),
    taskOf('creation', 'create', 'create'),
    taskOf('hostile search', 'operations', 'logs'),
    taskOf('no operation', 'gaps', null),
    taskOf('search', 'logs', 'logs'),
    taskOf('search without token', 'auth', 'logs'),
  ];
  const all = overlap(rightCodes, main).map((task) => task.run());
  await soon();
  expect(begun.splice(0)).toEqual(['right code', 'first reading', 'search without token']);
  end('first reading');
  await soon();
  expect(begun.splice(0)).toEqual(['search']);
  end('right code');
  await soon();
  expect(begun).toEqual(['registration', 'creation', 'hostile search', 'no operation']);
  for (const { title } of main) end(title);
  await Promise.all(all);
});

test('a task waits only for earlier tasks, so that a few at once never wait for each other', () => {
  const { taskOf } = taskMaker();
  const titles = overlap(
    [taskOf('right code', 'registration', 'verify')],
    [taskOf('registration', 'registration', 'register'), taskOf('search', 'logs', 'logs')],
  ).map(({ title }) => title);
  expect(titles).toEqual(['right code', 'search', 'registration']);
});

test('what is wrong with one task does not hold up the others', async () => {
  const { begun, taskOf } = taskMaker();
  const broken: CheckTask = {
    ...taskOf('right code', 'registration', 'verify'),
    run: () => Promise.reject(new Error('broken')),
  };
  const [first] = overlap([broken], [taskOf('creation', 'create', 'create')]).map((task) => task.run());
  await expect(first).rejects.toThrow('broken');
  await soon();
  expect(begun).toEqual(['creation']);
});
