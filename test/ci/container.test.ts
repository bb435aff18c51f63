/** The Dockerfile: valid, small in what it is given, not run as root; built if a builder answers, followed elsewhere. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Copy, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, onTestFinished, test } from 'vitest';
import { followDockerfile } from './image-build.ts';
import { root } from './linked-kit.ts';

const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
const instructions = DockerfileParser.parse(text).getInstructions();
const wordsOf = (keyword: string) =>
  instructions
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArguments().map((argument) => argument.getValue()));
const hasBuilder = spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

test('the Dockerfile is valid', () => {
  expect(validate(text).map(({ message }) => message)).toEqual([]);
});

test('the image is slim, has the command as its entry point, and does not run as root', () => {
  for (const [image] of wordsOf('FROM')) expect(image).toMatch(/^node:\d+-slim$/);
  expect(wordsOf('USER').at(-1)).toEqual(['node']);
  expect(wordsOf('ENTRYPOINT')).toEqual([['["cawl"]']]);
  expect(wordsOf('VOLUME')).toEqual([['["/target/reports"]']]);
});

test('the builder gets what is copied, and nothing else', () => {
  const allowed = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  const copied = instructions
    .filter((instruction) => instruction.getKeyword() === 'COPY' && (instruction as Copy).getFromFlag() === null)
    .flatMap((instruction) =>
      instruction
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue()),
    );
  expect(allowed.map((line) => line.slice(1)).sort()).toEqual([...copied].sort());
});

test.skipIf(!hasBuilder)(
  'a builder builds it, and the container judges the embedded server',
  () => {
    execFileSync('docker', ['build', '--tag', 'cawl-test', '.'], { cwd: root, stdio: 'pipe' });
    const run = [
      'run',
      '--rm',
      '--network',
      'none',
      'cawl-test',
      'run',
      '--depth',
      'quick',
      '--only',
      '*/accepts-valid',
    ];
    expect(execFileSync('docker', run, { encoding: 'utf8' })).toContain('INCOMPLETE');
  },
  600_000,
);

test.skipIf(hasBuilder)(
  'its steps work in clean folders, and the command judges the embedded server',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'cawl-image-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { root: image, env, cwd } = followDockerfile(text, root, folder);
    const only = ['--only', '*/accepts-valid'];
    const { stdout, stderr } = spawnSync('cawl', ['run', ...only], { cwd, env, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([expect.stringContaining('CONFORMANT'), expect.any(String)]);
    expect(existsSync(join(image, 'target/reports/index.html'))).toBe(true);
    // Development dependencies stay in the first stage.
    expect(existsSync(join(image, 'cawl/node_modules/typescript'))).toBe(false);
  },
  600_000,
);
