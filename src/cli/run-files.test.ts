import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mentionUnfinished } from './run-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cawl-run-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What is said of a folder with this text in conformance.json. */
function saidOf(text: string): string {
  writeFileSync(join(folder, 'conformance.json'), text);
  const err = vi.fn<(text: string) => void>();
  mentionUnfinished(folder, 'reports', { err } as unknown as Parameters<typeof mentionUnfinished>[2]);
  return err.mock.calls.flat().join('');
}

test('a run that was stopped is mentioned by the next one', () => {
  expect(saidOf('{"run":{"interrupted":true}}')).toBe(
    'cawl: the last run here was stopped before its end (cawl run --again reports decides the rest)\n',
  );
});

test.each(['{"run":{"interrupted":false}}', '{"run":7}', '[]', 'null', '{"run":'])('nothing is said of %s', (text) => {
  expect(saidOf(text)).toBe('');
});
