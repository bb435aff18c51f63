import { expect, test } from 'vitest';
import { conformant, failing } from '../../../test/report/samples.ts';
import { renderDiffHtml } from './diff-page.ts';

test('the page shows each changed requirement with both verdicts, and says whether it got worse', () => {
  const page = renderDiffHtml(conformant, failing);
  expect(page).toContain('<h1 class="h-nonConformant">Worse</h1>');
  const row = /<b class="id">register\/no-server-error<\/b>.*?<\/li>/s.exec(page)?.[0] ?? '';
  expect(row).toMatch(/before: <span class="v v-pass">passed<.*after: <span class="v v-fail">failed</s);
});

test('two equal reports are not worse', () => {
  expect(renderDiffHtml(failing, failing)).toContain('<h1 class="h-conformant">Not worse</h1>');
});
