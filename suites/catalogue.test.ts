/** The catalogue keeps its promises: ids are unique and never change meaning, every row has a check or a reason. */
import { expect, test } from 'vitest';
import { allChecks } from '../src/selftest/suites.ts';
import { catalogue } from './catalogue.ts';

test('ids are unique, and name their operation', () => {
  const ids = catalogue.map((row) => row.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, operation } of catalogue)
    if (operation !== null)
      expect(id.split('/').includes(operation) || id.startsWith('declares/') || id.startsWith('gaps/')).toBe(true);
});

test('ids, levels and sections are frozen: a change here is a change of the conformance statement', async () => {
  const lines = catalogue.map(({ id, level, section }) => `${id} · ${level} · ${section}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./catalogue.snapshot.txt');
});

test('every row has a check, or says why it has none; never both', async () => {
  const checked = new Set((await allChecks()).map((check) => check.requirement.id));
  for (const { id, excluded } of catalogue) expect([id, checked.has(id)]).toEqual([id, excluded === undefined]);
});

test('what is derived shows its reasoning', () => {
  expect(catalogue.filter((row) => row.level === 'derived' && row.because === undefined).map((row) => row.id)).toEqual(
    [],
  );
});
