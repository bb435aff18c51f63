/** The page as text: bounded, self-contained, and made of our own markup alone, whatever a target sent. */
import { expect, test } from 'vitest';
import { exact, html, shown } from '../../src/report/html/markup.ts';
import { renderHtml } from '../../src/report/html/page.ts';
import { cut, visible } from '../../src/report/visible-text.ts';
import { conformant, exchange, failing, hostile, undecided } from './samples.ts';

test('the page stays under a megabyte, and a standard run far below', () => {
  expect(Buffer.byteLength(renderHtml(hostile))).toBeLessThan(1_000_000);
  for (const report of [conformant, failing, undecided])
    expect(Buffer.byteLength(renderHtml(report))).toBeLessThan(400_000);
});

test('the page stays under a megabyte where every row failed with long answers in a script of three octets a character', () => {
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

test('a command is copied whole or not at all', () => {
  const requirements = failing.requirements.map((row) => ({
    ...row,
    evidence: [exchange('/v2/x', '{}', { curl: `curl '${'x'.repeat(30_000)}'` })],
  }));
  const page = renderHtml({ ...failing, requirements });
  expect(page).toContain('The curl command is too long for this page');
  expect(page).not.toContain('xxxx');
});

test('the page has one script, and nothing of a target’s is markup, escape or direction mark', () => {
  const page = renderHtml(hostile);
  expect(page.split('<script').length - 1).toBe(1);
  expect(page.split('</script').length - 1).toBe(1);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/[^\P{Cc}\n]|[\u200b\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff](?![\udc00-\udfff])/u);
});

test('the page names no address but the target’s', () => {
  const page = renderHtml(conformant);
  const addresses = new Set(page.match(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]+/gi) ?? []);
  expect([...addresses]).toEqual(['https://staging.example.com']);
  expect(page).toMatch(/default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-[A-Za-z0-9+/=]{44}'/);
});

test('values in templates are text in content and in attributes', () => {
  const bad = `"><script>'&\u202e`;
  expect(html`<a title="${bad}">${bad}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;script&gt;&#39;&amp;\\u202e">&quot;&gt;&lt;script&gt;&#39;&amp;\\u202e</a>',
  );
  expect(shown('a\u001b[1mb\n').text).toBe('a<i class="ctl">\\x1b</i>[1mb\n');
  expect(exact('a"\n\u202e\0').text).toBe('a&quot;&#10;&#8238;\ufffd');
});

test('text is spelt out, and cut between characters', () => {
  expect(visible('a\u001bb\u202ec\ud800d\u{e0041}')).toBe('a\\x1bb\\u202ec\\ud800d\\u{e0041}');
  expect(visible('naïve 李 👩‍👧 العربية')).toBe('naïve 李 👩‍👧 العربية');
  expect(cut('ab😀cd', 3)).toBe('ab… (4 more characters)');
});
