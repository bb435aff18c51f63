/** The workflow of a release: GitHub's parser is in action.test.ts; here its steps run, and publishing only as a dry run. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scratch } from '../cli/scratch.ts';
import { root } from './linked-kit.ts';

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly name?: string; readonly run?: string }[];
}

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as { jobs: { publish: Job } };
const { permissions, steps } = workflow.jobs.publish;
const commandOf = (name: string) => steps.find((step) => step.name === name)!.run!;

test('the workflow may sign the provenance, and tests and audits before it publishes', () => {
  expect(permissions['id-token']).toBe('write');
  const names = steps.flatMap(({ name }) => (name === undefined ? [] : [name]));
  expect(names).toEqual([
    'Check the version and the changelog',
    'Test',
    'Audit what users install',
    'Publish',
    'Create the release',
  ]);
});

test.each([
  ['a version with its section in the changelog', 'v1.2.0', 0, '- New.\n', ''],
  [
    'another tag',
    'v1.3.0',
    1,
    '',
    'cannot release: the tag is v1.3.0; package.json has version 1.2.0, so expected v1.2.0\n',
  ],
])('the check of %s', (_, tag, status, notes, problems) => {
  const manifest = JSON.stringify({ version: '1.2.0' });
  const changelog = '## 1.2.0 (2026-12-01)\n\n- New.\n';
  const cwd = scratch({ 'package.json': manifest, 'package-lock.json': manifest, 'CHANGELOG.md': changelog });
  const temp = scratch();
  const command = commandOf('Check the version and the changelog').replace('scripts/', `${root}/scripts/`);
  const env = { PATH: process.env['PATH'] ?? '', TAG: tag, RUNNER_TEMP: temp };
  const ended = spawnSync('bash', ['--norc', '-e', '-c', command], { cwd, env, encoding: 'utf8' });
  expect([ended.status, ended.stderr]).toEqual([status, problems]);
  expect(readFileSync(join(temp, 'notes.md'), 'utf8')).toBe(notes);
});

test('npm would publish the package, publicly and with provenance', () => {
  const command = commandOf('Publish');
  expect(command).toContain('--provenance --access public');
  // Without scripts: `prepare` would build again while other tests use `dist/`.
  const dryRun = `${command} --dry-run --ignore-scripts`;
  const { status, stdout, stderr } = spawnSync('bash', ['--norc', '-e', '-c', dryRun], { cwd: root, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^\+ cawl-conformance@/m)]);
  expect(stderr).toContain('public access (dry-run)');
}, 300_000);
