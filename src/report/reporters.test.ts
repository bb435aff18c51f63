import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkReporters, defaultReporters, filesOf, reporterHelp, reporterNames } from './reporters.ts';

const configSchema = fileURLToPath(new URL('../../schemas/kit/config.schema.json', import.meta.url));

test('the configuration schema accepts exactly these reporters (rewrite it with: vitest run src/report -u)', async () => {
  const names = /("description": "the name of a report format",\s+"enum": )\[[^\]]*\]/;
  const text = readFileSync(configSchema, 'utf8');
  expect(text).toMatch(names);
  const listed = reporterNames.map((name) => `"${name}"`).join(', ');
  await expect(text.replace(names, `$1[${listed}]`)).toMatchFileSnapshot(configSchema);
});

test('the help names every reporter', () => {
  for (const name of reporterNames) expect(reporterHelp).toMatch(new RegExp(`\\b${name}\\b`));
});

test('the defaults write the page, the data and the JUnit file', () => {
  expect(filesOf(defaultReporters)).toEqual(expect.arrayContaining(['index.html', 'conformance.json', 'junit.xml']));
});

test('a file that two reporters write is listed once', () => {
  expect(filesOf(['json', 'github']).filter((file) => file === 'summary.md')).toHaveLength(1);
});

test('a reporter whose packages are missing names them before the run', () => {
  const withoutCore = (module: string) => module !== '@allurereport/core' && module !== 'allure-vitest/reporter';
  expect(() => checkReporters(['html', 'allure'], withoutCore)).toThrow(
    'the reporter allure needs allure-vitest, @allurereport/core, not installed here',
  );
  expect(() => checkReporters(reporterNames)).not.toThrow();
});
