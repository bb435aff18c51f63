/** The files for GitLab CI and Jenkins: their commands, run in a project that has the kit among its dependencies. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { startReference } from '../../src/reference/index.ts';
import { faultNamed } from '../../src/session/faults.ts';
import { linkKit, root } from './linked-kit.ts';

const read = (name: string) => readFileSync(join(root, 'examples/ci', name), 'utf8');

interface Pipeline {
  readonly name: string;
  /** The command of the runner, which reads the script from standard input. */
  readonly shell: readonly string[];
  readonly commands: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  /** Files and folders that are kept after the job. */
  readonly kept: readonly string[];
}

const pipelines: readonly Pipeline[] = [gitlab(), jenkins()];
const folder = mkdtempSync(join(tmpdir(), 'cawl-pipelines-'));
const project = join(folder, 'project');
const kit = join(folder, 'kit');

beforeAll(async () => {
  for (const each of [project, kit]) mkdirSync(each);
  writeFileSync(join(project, 'package.json'), '{"name": "a-server", "private": true}');
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', linkKit(kit)], { cwd: project });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(
  pipelines,
)('$name: a server that conforms passes, and the reports are where the job looks', async (pipeline) => {
  expect(await runAgainst(pipeline)).toMatchObject({ status: 0, log: expect.stringContaining('CONFORMANT') });
  for (const path of pipeline.kept) expect([path, existsSync(join(project, path))]).toEqual([path, true]);
});

test.each(pipelines)('$name: a fault fails the job, and the reports are kept', async (pipeline) => {
  expect(await runAgainst(pipeline, 'logs-open')).toMatchObject({ status: 1 });
  for (const path of pipeline.kept) expect([path, existsSync(join(project, path))]).toEqual([path, true]);
});

async function runAgainst({ shell, commands, variables }: Pipeline, fault?: string) {
  rmSync(join(project, 'reports'), { recursive: true, force: true });
  const server = await startReference({ faults: fault === undefined ? [] : [await faultNamed(fault)] });
  const { fixtures, tokens } = server.settings;
  writeFileSync(join(project, 'cawl.config.yaml'), stringify({ fixtures }));
  const env = {
    ...variables,
    CAWL_BASE_URL: server.baseUrl,
    CAWL_TOKEN: tokens.valid,
    CAWL_ONLY: 'auth/logs/no-header',
  };
  try {
    return await runShell(shell, commands, {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      ...env,
    });
  } finally {
    await server.close();
  }
}

function runShell(
  [command, ...words]: readonly string[],
  commands: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ readonly status: number | null; readonly log: string }> {
  const child = spawn(command!, words, { cwd: project, env, stdio: ['pipe', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  child.stdin.end(commands.join('\n'));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, log })));
}

function gitlab(): Pipeline {
  const { conformance } = parse(read('gitlab-ci.yml')) as {
    conformance: {
      variables: Record<string, string>;
      script: string[];
      artifacts: { paths: string[]; reports: { junit: string } };
    };
  };
  const { variables, script, artifacts } = conformance;
  const kept = [...artifacts.paths, artifacts.reports.junit];
  return { name: 'GitLab CI', shell: ['bash', '-eo', 'pipefail'], commands: script, variables, kept };
}

function jenkins(): Pipeline {
  const text = read('Jenkinsfile');
  const quoted = (word: string) =>
    [...text.matchAll(new RegExp(`^ *${word} '([^']+)'$`, 'gm'))].map(([, value]) => value!);
  const variables = Object.fromEntries(
    [...text.matchAll(/^ *(\w+) = '([^']*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  const kept = [...quoted('junit'), ...quoted('archiveArtifacts').map((glob) => glob.replace('**', ''))];
  return { name: 'Jenkins', shell: ['sh', '-xe'], commands: quoted('sh'), variables, kept };
}
