import { expect, test } from 'vitest';
import { notesOf, releaseProblems } from './problems.mjs';

const version = '1.2.0';
const changelog = '# Changelog\n\n## 1.2.0 (2026-12-01)\n\n- New.\n\n## 1.1.0 (2026-11-01)\n\n- Old.\n';
const ready = { tag: 'v1.2.0', manifest: { version }, lock: { version }, changelog };

test('a version whose tag, manifest, lock file and changelog agree can be published', () => {
  expect(releaseProblems(ready)).toEqual([]);
  expect(notesOf(changelog, version)).toBe('- New.');
});

test.each([
  ['another tag', { tag: 'v1.2.1' }, 'expected v1.2.0'],
  ['a tag without v', { tag: '1.2.0' }, 'expected v1.2.0'],
  ['an old lock file', { lock: { version: '1.1.0' } }, 'package-lock.json has version 1.1.0'],
  ['no section', { changelog: changelog.replace('1.2.0', '1x2.0') }, 'has no section'],
  ['a section without a date', { changelog: changelog.replace(' (2026-12-01)', '') }, 'has no section'],
  ['an empty section', { changelog: changelog.replace('- New.', '') }, 'is empty'],
  ['lines under Unreleased', { changelog: `${changelog}\n## Unreleased\n\n- Next.\n` }, '"## Unreleased"'],
])('%s cannot be published', (_, change, problem) => {
  expect(releaseProblems({ ...ready, ...change })).toEqual([expect.stringContaining(problem)]);
});
