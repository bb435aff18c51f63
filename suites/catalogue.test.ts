/** The catalogue: ids, levels and sources are frozen, statements have one form, and each requirement has a check or a reason. */
import { expect, test } from 'vitest';
import { loadSuites } from '../src/checks/load-suites.ts';
import { checks } from '../src/checks/registry.ts';
import { areas } from '../src/core/requirement.ts';
import { sectionOrder, sections } from '../src/core/sections.ts';
import { printSource, sectionText } from '../src/core/source.ts';
import { areaTitles } from '../src/report/words.ts';
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

test('every section that a requirement comes from has a title', () => {
  for (const { id, source } of catalogue)
    for (const one of [source].flat())
      if ('spec' in one) expect([id, sections[one.spec]]).toEqual([id, expect.any(String)]);
});

test('docs/requirements.md lists every requirement', async () => {
  await expect(requirementsPage()).toMatchFileSnapshot('../docs/requirements.md');
});

function requirementsPage(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
  const titles = sectionOrder.map((section) => `| ${printSource({ spec: section })} | ${sections[section]} |`);
  const tables = areas.map((area) => {
    const rows = catalogue
      .filter((row) => row.area === area)
      .map(
        ({ id, level, source, statement }) => `| \`${id}\` | ${level} | ${printSource(source)} | ${cell(statement)} |`,
      );
    return [
      `## ${areaTitles[area]}`,
      '',
      '| id | level | section | requirement |',
      '| --- | --- | --- | --- |',
      ...rows,
    ];
  });
  return `${[
    '# Requirements',
    '',
    'Every requirement that the kit knows, in the order of the reports. `cawl explain ID` says how one is decided and what usually',
    'violates it. The [README](../README.md#what-a-pass-means) explains the levels.',
    '',
    'This page is written from the catalogue (`npx vitest run suites/catalogue.test.ts -u`).',
    ...tables.flatMap((lines) => ['', ...lines]),
    '',
    '## Sections of the specification',
    '',
    '| section | title |',
    '| --- | --- |',
    ...titles,
  ].join('\n')}\n`;
}
