/** action.yml: valid, pinned, safe against inputs that contain commands, and every step run as the runner would. */
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runOptions } from '../../src/config/options.ts';
import { program } from '../cli/program.ts';
import { scratch } from '../cli/scratch.ts';
import { type ActionRun, type Job, readAction, runAction } from './composite-action.ts';
import { linkKit, root } from './linked-kit.ts';

const text = readFileSync(join(root, 'action.yml'), 'utf8');
const action = readAction(root);
const workflows = [
  'examples/ci/github-actions.yml',
  'examples/ci/github-actions-shards.yml',
  '.github/workflows/release.yml',
];

/** A job in a project that has the kit among its dependencies. */
function job(given: Pick<Job, 'inputs' | 'env'> = {}): { readonly run: () => ActionRun; readonly workspace: string } {
  const workspace = scratch();
  const bin = join(workspace, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(program, join(bin, 'cawl'));
  return { workspace, run: () => runAction(root, { workspace, temp: scratch(), ...given }) };
}

const trace = new NoOperationTraceWriter();
const errorsIn = (parsed: ReturnType<typeof parseAction>) =>
  parsed.context.errors.getErrors().map(({ message }) => message);

test('GitHub’s parser finds no error in the action, and would', () => {
  expect(errorsIn(parseAction({ name: 'action.yml', content: text }, trace))).toEqual([]);
  const wrong = text.replace('      shell: bash\n', '      shel: bash\n');
  expect(errorsIn(parseAction({ name: 'action.yml', content: wrong }, trace)).join()).toContain('shel');
});

test.each(workflows)('GitHub’s parser finds no error in %s', (path) => {
  expect(errorsIn(parseWorkflow({ name: path, content: readFileSync(join(root, path), 'utf8') }, trace))).toEqual([]);
});

test.each(['action.yml', ...workflows])('%s pins other actions by commit, with their version beside it', (path) => {
  const uses = readFileSync(join(root, path), 'utf8').match(/\buses: .*/g) ?? [];
  expect(uses.length).toBeGreaterThan(0);
  const others = uses.filter((use) => !use.startsWith('uses: cawl-conformance/cawl@'));
  for (const use of others) expect(use).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.each(['action.yml', ...workflows])('no script of %s contains an expression', (path) => {
  const scripts = scriptsIn(parse(readFileSync(join(root, path), 'utf8')));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
});

test('every input is used, and every variable is one that the kit reads', () => {
  for (const name of Object.keys(action.inputs)) expect(text).toContain(`inputs.${name}`);
  const known = new Set([...runOptions.map(({ env }) => env), 'CAWL_TOKEN']);
  const set = action.runs.steps.flatMap(({ env = {} }) => Object.keys(env)).filter((name) => name.startsWith('CAWL_'));
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

test('a server that conforms: the outputs count, the summary is appended, the reports are uploaded', () => {
  const { run, workspace } = job({ inputs: { only: '*/accepts-valid', seed: '7', reporter: 'sarif' } });
  const { succeeded, outputs, log, stepSummary, used } = run();
  expect([succeeded, log]).toEqual([true, expect.stringContaining('CONFORMANT')]);
  expect(outputs).toMatchObject({ verdict: 'conformant', 'exit-status': '0', passed: '4', failed: '0', advice: '0' });
  expect(stepSummary).toContain('## Conformant');
  const { path, name } = used['actions/upload-artifact']!;
  expect(name).toBe('cawl-report');
  for (const file of ['index.html', 'junit.xml', 'sarif.json'])
    expect(existsSync(join(workspace, path!, file))).toBe(true);
  expect(existsSync(join(workspace, outputs['report']!))).toBe(true);
  expect(used['actions/setup-node']).toMatchObject({ 'node-version': '24' });
});

test('a fault: the step fails with annotations, and the reports are still uploaded', () => {
  const { run } = job({ inputs: { only: 'create/*', depth: 'quick' }, env: { CAWL_FAULT: 'create-needs-title' } });
  const { succeeded, outputs, log, stepSummary, used } = run();
  expect([succeeded, outputs['verdict'], outputs['exit-status']]).toEqual([false, 'nonConformant', '1']);
  expect(Number(outputs['failed'])).toBeGreaterThan(0);
  expect(log).toMatch(/^::error title=create\/accepts-valid::/m);
  expect(stepSummary).toContain('create/accepts-valid');
  expect(used['actions/upload-artifact']).toBeDefined();
});

test('a target that cannot be reached: the step fails with status 3, and the verdict is undecided', () => {
  const { run } = job({ inputs: { 'base-url': 'http://127.0.0.1:9', token: 'a-valid-token' } });
  expect(run()).toMatchObject({ succeeded: false, outputs: { verdict: 'undecided', 'exit-status': '3', passed: '0' } });
});

test('commands inside inputs are not executed', () => {
  const attack = '"; touch injected; echo "$(touch injected)`touch injected`\n::error::x';
  const inputs = Object.fromEntries(['base-url', 'token', 'only', 'seed', 'package'].map((name) => [name, attack]));
  const { run, workspace } = job({ inputs: { ...inputs, package: '' } });
  const { succeeded, outputs } = run();
  expect([succeeded, outputs['exit-status']]).toEqual([false, '2']);
  expect(existsSync(join(workspace, 'injected'))).toBe(false);
});

test('without the kit among the dependencies, what `package` names is installed', () => {
  const workspace = scratch();
  const inputs = { package: linkKit(scratch()), only: 'create/accepts-valid', 'artifact-name': '', 'node-version': '' };
  const { succeeded, outputs, used } = runAction(root, { workspace, temp: scratch(), inputs });
  expect([succeeded, outputs['verdict']]).toEqual([true, 'conformant']);
  expect(used).toEqual({});
});

/** Every value of a key `run` that is a text, however deep. */
function scriptsIn(value: unknown): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, below]) =>
    key === 'run' && typeof below === 'string' ? [below] : scriptsIn(below),
  );
}
