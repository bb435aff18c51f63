/** The catalogue: ids, levels and sources are frozen, statements have one form, and each requirement has a check or a reason. */
import { expect, test } from 'vitest';
import { loadSuites } from '../src/checks/load-suites.ts';
import { checks } from '../src/checks/registry.ts';
import { sectionText } from '../src/core/source.ts';
import { catalogue } from './catalogue.ts';

test('ids are unique and name their operation', () => {
  const ids = catalogue.map((row) => row.id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, area, operation } of catalogue)
    if (operation !== null && area !== 'gaps') expect(id.split('/')).toContain(operation);
});

test('ids, levels and sections are frozen: a change here is a change of the conformance statement', async () => {
  const lines = catalogue.map(({ id, level, source }) => `${id} · ${level} · ${sectionText(source)}`);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./catalogue.snapshot.txt');
});

test('every requirement has either a check or the reason why it has none', async () => {
  await loadSuites();
  const checked = new Set(checks().map((check) => check.requirement.id));
  for (const { id, excluded } of catalogue) expect([id, checked.has(id)]).toEqual([id, excluded === undefined]);
});

test('every derived requirement shows its reasoning, with a section', () => {
  for (const { id, because } of catalogue.filter((row) => row.level === 'derived'))
    expect([id, because]).toEqual([id, expect.stringMatching(/(§\d|introduction).*\.$/)]);
});

test('every statement is one sentence with must, or an observation', () => {
  for (const { id, statement, observes } of catalogue)
    expect([id, statement]).toEqual([
      id,
      expect.stringMatching(observes === true ? /^Observed: .*\.$/ : /^\S.* must .*\.$/),
    ]);
});

test('common causes are noun phrases, given for every requirement that can fail', () => {
  for (const { id, commonCauses, excluded, observes } of catalogue) {
    expect([id, commonCauses.length > 0]).toEqual([id, excluded === undefined && observes !== true]);
    for (const cause of commonCauses) expect(cause).not.toMatch(/\.$/);
  }
});
