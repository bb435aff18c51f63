import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import { badgeText, renderBadgeJson, renderBadgeSvg } from '../../src/report/badge.ts';
import { githubAnnotations, githubOutputs } from '../../src/report/github.ts';
import { renderHar } from '../../src/report/har.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { renderMarkdown } from '../../src/report/summary.ts';
import { hostile } from './hostile-report.ts';
import { conformant, exchange, failing, incomplete, undecided } from './samples.ts';

const count = (text: string, part: string) => text.split(part).length - 1;
const withVerdict = (verdict: string) => failing.requirements.filter((row) => row.verdict === verdict).length;
const obeyed = /[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069]/u;

test('conformance.json is the report, with its keys in the documented order', () => {
  const text = renderJson(failing);
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(failing)));
  expect(Object.keys(JSON.parse(text))).toEqual([
    'schemaVersion',
    'kit',
    'target',
    'run',
    'verdict',
    'summary',
    'requirements',
    'observations',
    'waiverProblems',
    'selfProof',
    'correctServers',
  ]);
  const shuffled = Object.fromEntries(Object.entries(failing).reverse()) as unknown as typeof failing;
  expect(renderJson(shuffled)).toBe(text);
  const row = JSON.parse(text).requirements.find((entry: { id: string }) => entry.id === 'logs/walk-complete');
  expect(Object.keys(row).slice(0, 6)).toEqual(['id', 'level', 'area', 'section', 'operation', 'statement']);
});

test('junit.xml has a failure per gating failure, and an element for every other verdict', () => {
  const text = renderJunit(failing);
  expect(count(text, '<failure ')).toBe(5 + 1); // gating failures, and an unneeded waiver
  expect(count(text, '<error ')).toBe(1);
  const advisoryFailures = 2;
  const skipped = withVerdict('inconclusive') + withVerdict('waived') + withVerdict('notApplicable') + advisoryFailures;
  expect(count(text, '<skipped ')).toBe(skipped);
  expect(text).toContain('<testsuites name="cawl" time="41.250">');
  expect(text).toContain('classname="cawl.logs" name="logs/walk-complete (derived, §2)"');
  expect(renderJunit(conformant)).not.toContain('<failure');
  expect(count(renderJunit({ ...failing, run: { ...failing.run, failOn: 'advisory' } }), '<failure ')).toBe(8);
});

test('junit.xml contains no character that XML forbids', () => {
  const text = renderJunit(hostile);
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(text).not.toContain('<script');
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#10;|#9;)/);
});

test('the badge shows the verdict and a count', () => {
  const passed = conformant.requirements.filter(({ verdict }) => verdict === 'pass').length;
  expect(badgeText(conformant)).toBe(`conformant, ${passed} passed`);
  expect(badgeText(failing)).toBe('5 failed');
  expect(badgeText(undecided)).toMatch(/^undecided, \d+ open$/);
  expect(badgeText(incomplete)).toMatch(/^incomplete, \d+ passed, 2 open$/);
  expect(JSON.parse(renderBadgeJson(failing))).toEqual({
    schemaVersion: 1,
    label: 'cawl',
    message: '5 failed',
    color: 'b3261e',
    isError: true,
  });
  expect(renderBadgeSvg(conformant)).toContain(`aria-label="cawl: conformant, ${passed} passed"`);
});

test('summary.md puts text from the target into code spans that it cannot end', () => {
  const text = renderMarkdown(hostile);
  expect(text).not.toMatch(obeyed);
  // Outside code spans there is only our own markup.
  const outside = text.replace(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toMatch(/<(?!br>|\/?details>|\/?summary>)/);
});

test('the HAR contains the evidence, or the recorded exchanges if there are any', () => {
  const har = JSON.parse(renderHar(failing)) as Har;
  expect(har.log.version).toBe('1.2');
  const evidence = failing.requirements.flatMap((row) => row.evidence ?? []);
  expect(har.log.entries).toHaveLength(evidence.length);
  expect(har.log.entries[0]?.request).toMatchObject({ method: 'POST', httpVersion: 'HTTP/1.1' });
  const cutOff = har.log.entries.find((entry) => entry.response.status === 0);
  expect(cutOff?.comment).toContain('ECONNRESET');
  const recorded = renderHar(failing, [
    { ...exchange('/v2/x?a=1&b=%20', '{}'), startedAt: '2027-01-05T10:22:33.123Z' },
  ]);
  expect((JSON.parse(recorded) as Har).log.entries).toMatchObject([
    {
      startedDateTime: '2027-01-05T10:22:33.123Z',
      request: {
        queryString: [
          { name: 'a', value: '1' },
          { name: 'b', value: ' ' },
        ],
      },
    },
  ]);
});

test('a URL in the HAR is a valid URI, with the sent text beside it if it differs', () => {
  const sent = 'https://[::1]:8080/v2/x%zz{unique:1}[0]?a=%20é\ud800#b';
  const [entry] = (
    JSON.parse(
      renderHar(failing, [
        { ...exchange('/v2/x', '{}'), request: { ...exchange('/v2/x', '{}').request, url: sent }, startedAt: '' },
      ]),
    ) as Har
  ).log.entries;
  expect(entry?.request.url).toBe('https://[::1]:8080/v2/x%25zz%7Bunique:1%7D%5B0%5D?a=%20%C3%A9%EF%BF%BD%23b');
  expect(entry?.request).toHaveProperty('_sent', sent);
  expect(JSON.parse(renderHar(failing)).log.entries[0].request).not.toHaveProperty('_sent');
});

test('SARIF has one rule per requirement and one result per failure', () => {
  const run = JSON.parse(renderSarif(failing)).runs[0];
  expect(run.tool.driver.rules).toHaveLength(failing.requirements.length);
  expect(run.results).toHaveLength(8);
  for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
  expect(run.results.filter((result: { level: string }) => result.level === 'error')).toHaveLength(6);
  expect(run.results.filter((result: { suppressions?: unknown }) => result.suppressions !== undefined)).toHaveLength(1);
});

test('GitHub annotations are single lines, at most ten per kind, and a target cannot start one', () => {
  const lines = githubAnnotations(hostile).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(line).toMatch(/^::(error|notice|warning) title=[^:,]*::/);
  expect(githubAnnotations(hostile)).not.toMatch(obeyed);
  expect(githubAnnotations(conformant)).toBe('');
});

test('a GitHub annotation says why a run without a failure is not conformant', () => {
  expect(githubAnnotations(incomplete)).toMatch(
    /^::warning title=Incomplete::No violation found, 2 of \d+ not decided\.\n/,
  );
  expect(githubAnnotations(undecided)).toMatch(/^::error title=Undecided::No verdict on verify\/accepts-valid\.\n/);
});

test('the outputs of a step on GitHub are the verdict and the counts of the summary', () => {
  const outputs = Object.fromEntries(
    githubOutputs(failing)
      .split('\n')
      .map((line) => line.split('=')),
  );
  const { stated, derived, declared, advisory } = failing.summary;
  expect(outputs).toEqual({
    verdict: 'nonConformant',
    passed: String(withVerdict('pass')),
    failed: String(stated.fail + derived.fail + declared.fail),
    advice: String(advisory.fail),
    'not-decided': String(withVerdict('inconclusive')),
    waived: String(withVerdict('waived')),
    'kit-errors': String(withVerdict('error')),
  });
});
