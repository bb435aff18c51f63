/**
 * One real run with every reporter, against a server with many faults that echoes its requests: no file may contain a
 * secret, each format must be valid, and `cawl report` must rebuild each from conformance.json.
 */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { commands } from '../../src/cli/commands.ts';
import { failsGate } from '../../src/core/gate.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import type { Fault } from '../../src/reference/fault.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { filesOf, type ReporterName, reporterNames } from '../../src/report/index.ts';
import { schema } from '../../src/schema/library.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { launchChromium, noChromium } from '../chromium.ts';
import { harProblems, junitProblems, readJunit, reportProblems, sarifProblems } from '../report/judges.ts';
import { cawl as runProgram } from './program.ts';

/** A configured header with a secret, as for a gateway. */
const key = 'gw-9f3kq83mzt61';

/** Text that no file may contain; the server adds each code it issues and each address it receives. */
const codes = new Set<string>();
const uniques = new Set<string>();

/** Echoes each request in its response, and records codes and addresses. */
const echo: Fault = {
  name: 'echo',
  owner: 'logs/page-shape',
  defect: 'repeats every request in its answer',
  apply({ steps }) {
    const { handle, deliver } = steps;
    // Long enough to differ from every other number in a file.
    steps.newCode = () => `7${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
    steps.deliver = (user, code) => {
      codes.add(code);
      const unique = /^cawl([a-z0-9]{12})@example\.com$/.exec(user.email)?.[1];
      if (unique !== undefined) uniques.add(unique);
      deliver(user, code);
    };
    steps.handle = async (call) => {
      const answer = await handle(call);
      const { authorization = 'none', 'x-api-key': gateway } = call.request.headers;
      const sent = `${call.request.method} ${call.request.url}\n${authorization}\n${gateway}\n${call.payload.toString('utf8')}`;
      return {
        ...answer,
        headers: { ...answer.headers, 'X-Authorization': authorization.replace(/[^ -~]/g, '?') },
        body: { ...(answer.body as object), echo: sent, encoded: encodeURIComponent(sent.replace(/\p{Cs}/gu, '')) },
      };
    };
  },
};

let server: ReferenceServer;
let dir: string;
let reports: string;
let said: string;
let report: ConformanceReport;

/** Runs `cawl` in the folder of this test and waits for its end. */
async function cawl(line: string, env: Readonly<Record<string, string>> = {}) {
  const { status, out, err } = await runProgram(line.split(' '), dir, { env });
  return { status, text: out + err };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cawl-reporters-'));
  reports = join(dir, 'reports');
  server = await startReference({
    faults: [
      echo,
      'register-500-quote',
      'verify-500-wrong-code',
      'create-open',
      'register-token-extended-in-front',
      'verify-token-middle',
      'logs-ties-dropped',
    ],
  });
  const { baseUrl, tokens, fixtures } = server.settings;
  const run = { reporters: [...reporterNames], seed: 7, headers: { 'X-Api-Key': key } };
  await writeFile(join(dir, 'cawl.config.yaml'), stringify({ baseUrl, tokens, fixtures, run }));
  const { status, text } = await cawl('run', { GITHUB_STEP_SUMMARY: join(dir, 'step-summary.md') });
  said = text;
  expect(status, text).toBe(1);
  report = JSON.parse(await readFile(join(reports, 'conformance.json'), 'utf8'));
}, 180_000);

afterAll(async () => {
  await server?.close();
  await rm(dir, { recursive: true, force: true });
});

async function written(folder = reports): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** A text followed by its base64 parts decoded, such as binary bodies and the data of Allure. */
function plain(text: string): string {
  const coded = [...text.matchAll(/[A-Za-z0-9+/]{24,}={0,2}/g)].map(([part]) => part);
  return [text, ...coded.map((part) => Buffer.from(part, 'base64').toString('latin1'))].join('\n');
}

test('`run`, `report` and the configuration accept the same reporters, and the help lists them', () => {
  expect(schema('kit/config')).toHaveProperty('properties.run.properties.reporters.items.enum', [...reporterNames]);
  for (const usage of ['run', 'report <dir>']) {
    const help = commands.find((command) => command.usage === usage)?.options.find(({ flag }) => flag === 'reporter');
    for (const name of reporterNames) expect(help?.describe).toContain(name);
  }
});

test('a run with every reporter writes every file', async () => {
  const names = (await written()).map((path) => path.slice(reports.length + 1));
  expect(names).toEqual(expect.arrayContaining([...filesOf(reporterNames), '.cawl-files.json']));
  const results = names.filter((name) => /^allure-results\/.*-result\.json$/.test(name));
  expect(results).toHaveLength(catalogue.length);
  const sarif = JSON.parse(await readFile(join(reports, 'sarif.json'), 'utf8'));
  const failed = report.requirements.filter((row) => row.verdict === 'fail').map((row) => row.id);
  expect(sarif.runs[0].results.map((result: { ruleId: string }) => result.ruleId).sort()).toEqual(failed.sort());
  expect(failed).toEqual(expect.arrayContaining(['auth/create/no-header', 'register/no-server-error']));
});

test('no file and no output of a run contains a secret', async () => {
  const { tokens, fixtures } = server.settings;
  // An altered token reveals most of the valid one.
  const pieces = Object.values(tokens).flatMap((token) =>
    Array.from({ length: token.length - 13 }, (_, at) => token.slice(at, at + 14)),
  );
  const backwards = Object.values(tokens).map((token) => [...token].reverse().join(''));
  const secrets = [...Object.values(tokens), ...pieces, ...backwards, fixtures.register.password, key];
  expect([codes.size, uniques.size].every((size) => size > 50)).toBe(true);
  const texts = new Map([['what was said', said]]);
  for (const path of [...(await written()), join(dir, 'step-summary.md')])
    texts.set(path.slice(dir.length + 1), plain(await readFile(path, 'utf8')));
  const evidence = JSON.stringify(report.requirements);
  // The reports show the echoed requests; otherwise this test would prove nothing.
  for (const mask of ['{token', '{password}', '{unique:', '{code:']) expect(evidence).toContain(mask);
  const leaks: string[] = [];
  for (const [name, text] of texts) {
    for (const secret of secrets) if (text.includes(secret)) leaks.push(`${name}: ${secret}`);
    // What the run left behind can be found by its e-mails alone.
    for (const [part] of name.endsWith('left-behind.json') ? [] : text.matchAll(/[a-z0-9]{12,}/g))
      for (let at = 0; at + 12 <= Math.min(part.length, 40); at += 1)
        if (uniques.has(part.slice(at, at + 12))) leaks.push(`${name}: ${part}`);
    for (const [digits] of text.matchAll(/7\d{8}/g)) if (codes.has(digits)) leaks.push(`${name}: ${digits}`);
  }
  expect([...new Set(leaks)].slice(0, 20)).toEqual([]);
});

test('the files of a real run are valid, and a public parser reads them', async () => {
  const text = (name: string) => readFile(join(reports, name), 'utf8');
  expect(reportProblems(await text('conformance.json'))).toEqual([]);
  expect(await junitProblems(await text('junit.xml'))).toEqual([]);
  expect(harProblems(await text('conformance.har'))).toEqual([]);
  expect(sarifProblems(await text('sarif.json'))).toEqual([]);
  const gated = report.requirements.filter((row) => row.verdict === 'fail' && failsGate(row.level));
  expect(readJunit(join(reports, 'junit.xml')).failed).toBe(gated.length);
});

test('allure/index.html loads nothing from elsewhere', async () => {
  const page = await readFile(join(reports, 'allure/index.html'), 'utf8');
  expect(page).not.toMatch(/googletagmanager|dataLayer/);
  expect(page).not.toMatch(/<(?:script|link|img|iframe|source|video|audio)\b[^>]*(?:src|href)=["']?(?:https?:)?\/\//i);
  expect(page).toContain("default-src 'none'");
});

const remade = reporterNames.filter((name) => name !== 'console');
test.for(remade)('`cawl report` rebuilds %s from conformance.json', async (name) => {
  const folder = join(dir, `again-${name}`);
  await mkdir(folder);
  await copyFile(join(reports, 'conformance.json'), join(folder, 'conformance.json'));
  const { status, text } = await cawl(`report again-${name} --reporter ${name}`);
  expect(status, text).toBe(0);
  const own: ReporterName[] = name === 'allure' ? ['json'] : ['json', name];
  for (const file of filesOf(own))
    expect(await readFile(join(folder, file), 'utf8'), file).toBe(await readFile(join(reports, file), 'utf8'));
  if (name !== 'allure') {
    expect((await readdir(folder)).sort()).toEqual([...new Set(['.cawl-files.json', ...filesOf(own)])].sort());
    return;
  }
  // Allure's data contains times, so only tests and verdicts are compared.
  const verdicts = async (from: string) => {
    const results = (await readdir(join(from, 'allure-results'))).filter((file) => file.endsWith('-result.json'));
    const parsed = await Promise.all(
      results.map(async (file) => JSON.parse(await readFile(join(from, 'allure-results', file), 'utf8'))),
    );
    return parsed.map(({ fullName, status, historyId }) => `${fullName} ${status} ${historyId}`).sort();
  };
  expect(await verdicts(folder)).toEqual(await verdicts(reports));
  expect(await readFile(join(folder, 'allure/index.html'), 'utf8')).toContain('<!-- written by cawl -->');
});

test.skipIf(noChromium !== undefined)(
  `in Chromium: the curl line of a failure, copied from the page, shows it again; the HAR is played back ${noChromium === undefined ? '' : ` (skipped: ${noChromium})`}`,
  async () => {
    const browser = await launchChromium();
    try {
      const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(reports, 'index.html')).href);
      await page.getByLabel('Text').fill('auth/create/no-header');
      const row = page.locator('details.row[id="auth/create/no-header"]');
      if ((await row.getAttribute('open')) === null) await row.locator('> summary').click();
      await row.getByRole('button', { name: 'Copy as curl' }).last().click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const line = String(await page.evaluate('navigator.clipboard.readText()'));
      const shown = report.requirements.find(({ id }) => id === 'auth/create/no-header')?.evidence?.at(-1);
      expect(line).toBe(shown?.curl);
      const env = { PATH: process.env['PATH'], CAWL_TOKEN: server.settings.tokens.valid };
      const { stdout } = await promisify(execFile)('bash', ['-c', line], { env });
      expect(stdout).toMatch(new RegExp(`^HTTP/1\\.1 ${shown?.response?.status} `));

      const har = JSON.parse(await readFile(join(reports, 'conformance.har'), 'utf8'));
      const entry = har.log.entries.find(
        ({ request, response }: { request: { method: string; url: string }; response: { status: number } }) =>
          request.method === 'GET' && response.status === 200 && !/%7B/i.test(request.url),
      );
      const offline = await browser.newContext({ offline: true });
      await offline.routeFromHAR(join(reports, 'conformance.har'), { notFound: 'abort' });
      const answer = await (await offline.newPage()).goto(entry.request.url);
      expect([answer?.status(), await answer?.text()]).toEqual([200, entry.response.content.text]);
    } finally {
      await browser.close();
    }
  },
);
