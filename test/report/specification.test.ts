import { expect, test } from 'vitest';
import { renderHtml } from '../../src/report/html/page.ts';
import { conformant, failing } from './samples.ts';

const titled = failing.requirements.map((row) => ({ ...row, source: [{ spec: '4.4' }, { rfc: 9110, section: '15' }] }));

test.each([
  ['conformant', conformant],
  ['failing', { ...failing, requirements: titled }],
])('every link within the page of a %s report leads somewhere', (_, report) => {
  const page = renderHtml(report);
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const targets = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, target]) => target);
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter((target) => !ids.has(target))).toEqual([]);
});

test('a requirement shows the title of its section, which leads to the requirements of that section', () => {
  const page = renderHtml({ ...failing, requirements: titled });
  expect(page).toContain('<a href="#section-4.4">§4.4 Search the logs of a webhook</a>; RFC 9110 §15');
  const section = page.slice(page.indexOf('id="section-4.4"'));
  for (const { id } of titled) expect(section).toContain(`<a href="#${id}">`);
});

test('a report without sources as data shows the text of its sections', () => {
  const requirements = failing.requirements.map(({ source: _, ...row }) => ({ ...row, section: '4.4' }));
  const page = renderHtml({ ...failing, requirements });
  expect(page).toContain('<dt>Source</dt><dd>4.4</dd>');
  expect(page).not.toContain('id="specification"');
});
