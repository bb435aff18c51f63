/** The page as text: of limited size, self-contained, and free of markup from the target. */
import { expect, test } from 'vitest';
import { exact, html, shown } from '../../src/report/html/markup.ts';
import { renderHtml } from '../../src/report/html/page.ts';
import { cut, visible } from '../../src/report/visible-text.ts';
import { hostile } from './hostile-report.ts';
import { conformant, exchange, failing, undecided } from './samples.ts';

test('the page of a hostile run is under a megabyte, that of a usual run under 400 kB', () => {
  expect(Buffer.byteLength(renderHtml(hostile))).toBeLessThan(1_000_000);
  for (const report of [conformant, failing, undecided])
    expect(Buffer.byteLength(renderHtml(report))).toBeLessThan(400_000);
});

test('the page is under a megabyte if every requirement failed with long answers in three-byte characters', () => {
  const requirements = hostile.requirements.map((row) => ({
    ...row,
    verdict: 'fail' as const,
    message: '龍'.repeat(5000),
    evidence: Array.from({ length: 12 }, () =>
      exchange('/v2/x', '龍'.repeat(20_000), { curl: `curl '${'龍'.repeat(9000)}'` }),
    ),
  }));
  expect(Buffer.byteLength(renderHtml({ ...hostile, requirements }))).toBeLessThan(1_000_000);
});

test('a curl command is shown in full or not at all', () => {
  const requirements = failing.requirements.map((row) => ({
    ...row,
    evidence: [exchange('/v2/x', '{}', { curl: `curl '${'x'.repeat(30_000)}'` })],
  }));
  const page = renderHtml({ ...failing, requirements });
  expect(page).toContain('The curl command is too long for this page');
  expect(page).not.toContain('xxxx');
});

test('the page has one script, and text from the target contains no markup, escapes or direction marks', () => {
  const page = renderHtml(hostile);
  expect(page.split('<script').length - 1).toBe(1);
  expect(page.split('</script').length - 1).toBe(1);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff](?![\udc00-\udfff])/u);
});

test('the page contains no address except the target’s', () => {
  const page = renderHtml(conformant);
  const addresses = new Set(page.match(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]+/gi) ?? []);
  expect([...addresses]).toEqual(['https://staging.example.com']);
  expect(page).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/=]{44}'/);
});

test('values in templates are escaped in content and in attributes', () => {
  const bad = `"><script>'&\u202e`;
  expect(html`<a title="${bad}">${bad}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;\\u202e">&quot;&gt;&lt;script&gt;&#39;&amp;\\u202e</a>',
  );
  expect(shown('a\u001b[1mb\n').text).toBe('a<i class="ctl">\\x1b</i>[1mb\n');
  expect(exact('a"\n\u202e\0').text).toBe('a&quot;&#10;&#8238;\ufffd');
});

test('control characters are spelt out, and text is cut between characters', () => {
  expect(visible('a\u001bb\u202ec\ud800d\u{e0041}')).toBe('a\\x1bb\\u202ec\\ud800d\\u{e0041}');
  expect(visible('naïve 李 👩‍👧 العربية')).toBe('naïve 李 👩‍👧 العربية');
  expect(cut('ab😀cd', 3)).toBe('ab… (4 more characters)');
});
