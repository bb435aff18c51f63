/**
 * The files for runs that are divided among machines: GitHub, GitLab and Kubernetes run the same commands, so that each is run
 * here from its file, in the order and with the variables that its system gives.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Job } from 'kubernetes-models/batch/v1';
import { ConfigMap, PersistentVolumeClaim, Secret } from 'kubernetes-models/v1';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import type { ConformanceReport } from '../../src/core/report.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { program } from '../cli/program.ts';
import { scratch } from '../cli/scratch.ts';
import { root } from './linked-kit.ts';

const read = (name: string) => readFileSync(join(root, 'examples', name), 'utf8');
let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server?.close());

/** Fewer and cheaper jobs than in the file. */
const small = (line: string) =>
  line.replace('--depth deep', "--only '*/accepts-valid' --only '*/json'").replace('--shards 8', '--shards 2');

interface Step {
  readonly run?: string;
  readonly uses?: string;
}
interface Workflow {
  readonly jobs: Readonly<Record<'plan' | 'shard' | 'merge', { readonly steps: readonly Step[] }>>;
}

test('GitHub: one job per index of the plan, and their merged report', async () => {
  const { jobs } = parse(read('ci/github-actions-shards.yml')) as Workflow;
  const shell = project();
  const outputs = join(shell.cwd, 'outputs');
  writeFileSync(outputs, '');
  await shell.run(scriptsOf(jobs.plan), { GITHUB_OUTPUT: outputs });
  const indexes = JSON.parse(/^jobs=(.*)$/m.exec(readFileSync(outputs, 'utf8'))![1]!) as number[];
  expect(indexes).toEqual([0, 1]);
  for (const index of indexes) await shell.run(scriptsOf(jobs.shard), { INDEX: String(index) });
  await shell.run(scriptsOf(jobs.merge), {});
  expectWhole(shell.cwd, 'reports');
});

test('GitLab: one job per runner, counted from 1, and their merged report', async () => {
  const { plan, shard, merge } = parse(read('ci/gitlab-ci-shards.yml')) as Record<
    string,
    { script: string[]; parallel?: number }
  >;
  const shards = /--shards (\d+)/.exec(plan!.script.join('\n'))![1];
  expect(shard!.parallel).toBe(Number(shards));
  const shell = project();
  await shell.run(plan!.script, {});
  for (const index of ['1', '2']) await shell.run(shard!.script, { CI_NODE_INDEX: index });
  await shell.run(merge!.script, {});
  expect(existsSync(join(shell.cwd, 'reports/junit.xml'))).toBe(true);
  expectWhole(shell.cwd, 'reports');
});

test('Kubernetes: the manifests are valid, and their commands make the merged report', async () => {
  const [claim, shards] = documents('kubernetes/shards.yaml');
  const [merge] = documents('kubernetes/merge.yaml');
  new PersistentVolumeClaim(claim as never).validate();
  for (const job of [shards, merge]) new Job(job as never).validate();
  const plan = { metadata: { name: 'cawl-plan' }, data: { 'plan.json': '{}' } };
  new ConfigMap(plan).validate();
  new Secret({ metadata: { name: 'cawl' }, stringData: { CAWL_TOKEN: 'token' } }).validate();

  const shell = project();
  const { completions } = (shards as JobManifest).spec;
  await shell.run([`cawl plan --shards ${completions} --base-url "$STAGING_URL" --depth deep --out plan.json`], {});
  const places = { '/plan/': `${shell.cwd}/`, '/reports/': `${shell.cwd}/` };
  const here = (job: unknown) => {
    const [{ command, args }] = (job as JobManifest).spec.template.spec.containers as [Container];
    expect(command).toEqual(['sh', '-c']);
    return Object.entries(places).reduce((text, [from, to]) => text.replaceAll(from, to), args[0]!);
  };
  for (let index = 0; index < completions!; index += 1)
    await shell.run([here(shards)], { JOB_COMPLETION_INDEX: String(index) });
  await shell.run([here(merge)], {});
  expectWhole(shell.cwd, 'merged', completions);
});

test('the schemas reject a manifest that is wrong', () => {
  const [, shards] = documents('kubernetes/shards.yaml') as [unknown, JobManifest];
  const wrong = { ...shards, spec: { ...shards.spec, completions: 'four' } };
  expect(() => new Job(wrong as never).validate()).toThrow('completions');
});

interface Container {
  readonly command: readonly string[];
  readonly args: readonly string[];
}
interface JobManifest {
  readonly spec: {
    readonly completions?: number;
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

function documents(name: string): unknown[] {
  return parseAllDocuments(read(name)).map((document) => document.toJS() as unknown);
}

const scriptsOf = ({ steps }: { readonly steps: readonly Step[] }) => steps.flatMap(({ run }) => run ?? []);

/** A folder with a configuration of the server, in which cawl is installed. */
function project() {
  const { fixtures, tokens } = server.settings;
  const { password: _, ...register } = fixtures.register;
  const cwd = scratch({
    'cawl.config.yaml': stringify({
      baseUrl: server.baseUrl,
      tokens: { valid: `\${CAWL_TOKEN}` },
      fixtures: { ...fixtures, register },
    }),
  });
  const bin = join(cwd, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(program, join(bin, 'cawl'));
  const env = {
    PATH: [bin, process.env['PATH']].join(delimiter),
    HOME: process.env['HOME'] ?? '',
    STAGING_URL: server.baseUrl,
    CAWL_TOKEN: tokens.valid,
    // It may hold a key, so that a plan names it as it does a token.
    CAWL_CODE_URL: fixtures.verificationCode!.url!,
  };
  return {
    cwd,
    async run(lines: readonly string[], variables: Readonly<Record<string, string>>) {
      const script = lines
        .filter((line) => !line.startsWith('npm ci'))
        .map(small)
        .join('\n');
      await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', script], { cwd, env: { ...env, ...variables } });
    },
  };
}

function expectWhole(cwd: string, folder: string, shards = 2): void {
  const report = JSON.parse(readFileSync(join(cwd, folder, 'conformance.json'), 'utf8')) as ConformanceReport;
  expect(report.run.merged).toEqual({ shards, of: shards, problems: [] });
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(Array.from({ length: 8 }, () => 'pass'));
  rmSync(join(cwd, folder), { recursive: true });
}
