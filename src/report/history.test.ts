import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { conformant, failing } from '../../test/report/samples.ts';
import { appendHistory, readHistory, withHistory } from './history.ts';
import { renderHtml } from './html/page.ts';

const folder = mkdtempSync(join(tmpdir(), 'cawl-history-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a run is appended, and the next report of the target carries both', () => {
  const file = join(folder, 'runs.jsonl');
  const first = withHistory(conformant, readHistory(file));
  appendHistory(file, first);
  const target = conformant.target;
  const second = withHistory({ ...failing, target }, readHistory(file));
  appendHistory(file, second);
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(second.history?.map(({ verdict }) => verdict)).toEqual(['conformant', 'nonConformant']);
  expect(second.history?.at(-1)).toMatchObject({ failed: 5, advice: 2 });
  expect(renderHtml(second)).toContain('The last 2 runs');
});

test('runs of another target are left out', () => {
  const [entry] = withHistory(conformant, []).history!;
  expect(withHistory(conformant, [{ ...entry!, target: 'http://elsewhere.example' }]).history).toHaveLength(1);
});

test('a file that is not a history is refused with the place', () => {
  const file = join(folder, 'notes.txt');
  writeFileSync(file, '\nnotes of a user\n');
  expect(() => readHistory(file)).toThrow('notes.txt:2 is not an entry of a history');
});

test('a folder or a device is not a history', () => {
  for (const path of [folder, '/dev/null']) expect(() => readHistory(path)).toThrow('is not a file');
});
