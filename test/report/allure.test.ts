import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportedRequirement } from '../../src/core/report.ts';
import { attachmentLimit } from '../../src/report/allure/messages.ts';
import { offline } from '../../src/report/allure/page.ts';
import { writeReports } from '../../src/report/index.ts';
import { verdictWords } from '../../src/report/words.ts';
import { launchChromium, noChromium } from '../chromium.ts';
import { hostile } from './hostile-report.ts';
import { failing } from './samples.ts';

let dir: string;
const results = async (from: string) => {
  const names = (await readdir(join(from, 'allure-results'))).filter((name) => name.endsWith('-result.json'));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(from, 'allure-results', name), 'utf8'))));
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cawl-allure-test-'));
  await writeReports(failing, { dir: join(dir, 'failing'), reporters: ['allure'] });
  await writeReports(hostile, { dir: join(dir, 'hostile'), reporters: ['allure'] });
}, 60_000);
afterAll(() => rm(dir, { recursive: true, force: true }));

test('Allure gets one test per requirement, with area, level, section and a stable history id', async () => {
  const all = await results(join(dir, 'failing'));
  expect(all).toHaveLength(failing.requirements.length);
  const row = all.find((result) => result.name === 'logs/walk-complete');
  expect(row).toMatchObject({
    status: 'failed',
    fullName: 'logs/walk-complete',
    links: [{ url: '../index.html#logs/walk-complete' }],
  });
  expect(row.labels).toEqual(
    expect.arrayContaining([
      { name: 'epic', value: 'Search the logs of a webhook' },
      { name: 'severity', value: 'critical' },
      { name: 'tag', value: 'derived' },
    ]),
  );
  const other = (await results(join(dir, 'hostile'))).find((result) => result.name === 'logs/walk-complete');
  expect(other.historyId).toBe(row.historyId);
  const statuses = Object.fromEntries(all.map((result) => [result.name, result.status]));
  expect(statuses).toMatchObject({
    'logs/parallel': 'broken',
    'verify/lockout': 'skipped',
    'logs/sort-direction': 'skipped',
    'create/json': 'passed',
  });
});

test("Allure's counts and times are those of the report, and its categories tell apart what it calls skipped", async () => {
  for (const [name, report] of Object.entries({ failing, hostile })) {
    const all = await results(join(dir, name));
    const categories: { name: string; messageRegex: string; matchedStatuses: string[] }[] = JSON.parse(
      await readFile(join(dir, name, 'allure-results/categories.json'), 'utf8'),
    );
    const categoryOf = (row: ReportedRequirement) => {
      const { status, statusDetails, start, stop } = all.find((result) => result.fullName === row.id);
      expect(stop - start).toBe(report.run.times?.[row.id] ?? 0);
      if (status === 'passed') return ['passed'];
      return categories
        .filter(
          (one) => one.matchedStatuses.includes(status) && new RegExp(one.messageRegex).test(statusDetails.message),
        )
        .map((one) => one.name);
    };
    for (const row of report.requirements) expect(categoryOf(row), row.id).toEqual([verdictWords[row.verdict]]);
  }
});

test('the steps of an Allure test are the pages of its walk and the exchanges of its evidence, not all samples', async () => {
  const all = await results(join(dir, 'failing'));
  for (const row of failing.requirements) {
    const { steps } = all.find((result) => result.name === row.id);
    const walks = (row.illustrations ?? []).filter(({ kind }) => kind === 'walk');
    expect(steps, row.id).toHaveLength(walks.length + (row.evidence?.length ?? 0));
  }
  const failed = all.find((result) => result.name === 'logs/walk-complete');
  expect(failed.steps.at(-1).status).toBe('failed');
});

test('an Allure test has at most one attachment, of limited size', async () => {
  for (const result of await results(join(dir, 'hostile'))) {
    expect(result.attachments.length).toBeLessThanOrEqual(1);
    for (const { source } of result.attachments) {
      const { size } = await stat(join(dir, 'hostile/allure-results', source));
      expect(size).toBeLessThanOrEqual(attachmentLimit);
    }
  }
});

test('the analytics tag of the Allure page is removed in every form', async () => {
  const page = await readFile(join(dir, 'failing/allure/index.html'), 'utf8');
  expect(page).not.toMatch(/googletagmanager|dataLayer|gtag\(/);
  expect(page).not.toMatch(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)=["']?(?:https?:)?\/\//i);
  const tagged =
    '<html><HEAD><link rel=x href="//cdn.example/x.css"></head><script async src=https://a.example/b.js></script><script>\n window.dataLayer = []; gtag()</script><p>';
  expect(offline(tagged)).not.toMatch(/example|dataLayer/);
  expect(offline(tagged)).toContain('Content-Security-Policy');
});

test.skipIf(noChromium !== undefined)(
  'the Allure page opens from disk without network requests (skipped without Chromium)',
  async () => {
    const browser = await launchChromium();
    try {
      for (const name of ['failing', 'hostile']) {
        const page = await browser.newPage();
        page.setDefaultTimeout(0);
        const asked: string[] = [];
        const troubles: string[] = [];
        page.on('request', (request) => asked.push(request.url()));
        page.on('pageerror', (error) => troubles.push(error.message));
        page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()));
        const url = pathToFileURL(join(dir, name, 'allure/index.html')).href;
        await page.goto(url);
        await page.getByText('create/accepts-valid').first().click();
        await page.getByText('in the conformance report').first().waitFor();
        expect(asked.filter((address) => !/^(data|blob):/.test(address))).toEqual([url]);
        expect(troubles).toEqual([]);
        expect(await page.title()).not.toBe('pwned');
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
);
