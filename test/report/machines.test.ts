import type { Har } from 'har-format';
import { expect, test } from 'vitest';
import { badgeText, renderBadgeJson, renderBadgeSvg } from '../../src/report/badge.ts';
import { githubAnnotations } from '../../src/report/github.ts';
import { renderHar } from '../../src/report/har.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { renderMarkdown } from '../../src/report/summary.ts';
import { conformant, exchange, failing, hostile, interrupted, undecided } from './samples.ts';

const count = (text: string, part: string) => text.split(part).length - 1;
const obeyed = /[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2066-\u2069]/u;

test('conformance.json holds the report, in the order of the contract', () => {
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

test('junit.xml is red where the gate is, and every other verdict has its element', () => {
  const text = renderJunit(failing);
  expect(count(text, '<failure ')).toBe(6); // five rows that count, and a spent waiver
  expect(count(text, '<error ')).toBe(1);
  expect(count(text, '<skipped ')).toBe(2 + 1 + 7 + 2); // open, waived, not applicable, advisory
  expect(text).toContain('<testsuites name="cawl" time="41.250">');
  expect(text).toContain('classname="cawl.logs" name="logs/walk-complete (derived, §2)"');
  expect(renderJunit(conformant)).not.toContain('<failure');
  expect(count(renderJunit({ ...failing, run: { ...failing.run, failOn: 'advisory' } }), '<failure ')).toBe(8);
});

test('junit.xml holds no character that XML forbids', () => {
  const text = renderJunit(hostile);
  expect(text).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(text).not.toContain('<script');
  expect(text).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#10;|#9;)/);
});

test('the badge says the verdict and how many', () => {
  expect(badgeText(conformant)).toBe('conformant, 118 passed');
  expect(badgeText({ ...undecided, verdict: 'conformant' })).toBe('conformant, 106 passed, 11 open');
  expect(badgeText(failing)).toBe('5 failed');
  expect(badgeText(undecided)).toBe('undecided, 12 open');
  expect(JSON.parse(renderBadgeJson(failing))).toEqual({
    schemaVersion: 1,
    label: 'cawl',
    message: '5 failed',
    color: 'b3261e',
    isError: true,
  });
  expect(renderBadgeSvg(conformant)).toContain('aria-label="cawl: conformant, 118 passed"');
});

test('summary.md reads as it did, and target text is code that cannot end itself', async () => {
  await expect(renderMarkdown(failing)).toMatchFileSnapshot('golden/summary.md.txt');
  expect(renderMarkdown(interrupted)).toContain('interrupted');
  const text = renderMarkdown(hostile);
  expect(text).not.toMatch(obeyed);
  // What is outside code spans is our own markup alone.
  const outside = text.replace(/(`+)[^`][\s\S]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toMatch(/<(?!br>|\/?details>|\/?summary>)/);
});

test('the HAR holds the evidence, or what was recorded', () => {
  const har = JSON.parse(renderHar(failing)) as Har;
  expect(har.log.version).toBe('1.2');
  expect(har.log.entries).toHaveLength(9);
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

test('a URL in the HAR is a URI, and what was sent otherwise stands beside it', () => {
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

test('SARIF has a rule a requirement and a result a failure', () => {
  const run = JSON.parse(renderSarif(failing)).runs[0];
  expect(run.tool.driver.rules).toHaveLength(failing.requirements.length);
  expect(run.results).toHaveLength(8);
  for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
  expect(run.results.filter((result: { level: string }) => result.level === 'error')).toHaveLength(6);
  expect(run.results.filter((result: { suppressions?: unknown }) => result.suppressions !== undefined)).toHaveLength(1);
});

test('annotations: a line each, ten of a kind at most, and none that a target could start', async () => {
  await expect(githubAnnotations(failing)).toMatchFileSnapshot('golden/github.txt');
  const lines = githubAnnotations(hostile).trimEnd().split('\n');
  expect(lines).toHaveLength(10);
  for (const line of lines) expect(line).toMatch(/^::(error|notice|warning) title=[^:,]*::/);
  expect(githubAnnotations(hostile)).not.toMatch(obeyed);
  expect(githubAnnotations(conformant)).toBe('');
});
