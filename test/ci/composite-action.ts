/**
 * Runs a composite action as GitHub's runner would: expressions are evaluated by GitHub's parser, each `run` is a script file
 * for bash, and outputs go through the file that GITHUB_OUTPUT names. Steps with `uses` are recorded and not run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';
import { parse } from 'yaml';

type Texts = Readonly<Record<string, string>>;

interface Step {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Texts;
  readonly run?: string;
  readonly env?: Texts;
  readonly 'working-directory'?: string;
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface ActionRun {
  readonly succeeded: boolean;
  readonly outputs: Texts;
  /** What the steps printed. */
  readonly log: string;
  readonly stepSummary: string;
  /** Values for `with` of the actions that were used, by their names without a version. */
  readonly used: Readonly<Record<string, Texts>>;
}

export interface Job {
  /** The folder of the repository that is tested. */
  readonly workspace: string;
  /** For files of the runner. */
  readonly temp: string;
  readonly inputs?: Texts;
  readonly env?: Texts;
}

export function readAction(folder: string): Action {
  return parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action;
}

export function runAction(folder: string, { workspace, temp, inputs = {}, env = {} }: Job): ActionRun {
  const action = readAction(folder);
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default ?? ''] as const);
  const contexts = { inputs: { ...Object.fromEntries(defaults), ...inputs }, env };
  const steps: Record<string, { outputs: Texts }> = {};
  const used: Record<string, Texts> = {};
  const summary = join(temp, 'summary.md');
  let log = '';
  let succeeded = true;
  for (const [index, step] of action.runs.steps.entries()) {
    const fill = (text: string) => filled(text, { ...contexts, steps }, succeeded);
    if (!isTrue(step.if ?? 'success()', { ...contexts, steps }, succeeded)) continue;
    if (step.uses !== undefined) used[step.uses.split('@')[0]!] = filledAll(step.with, fill);
    if (step.run === undefined) continue;
    const ended = runScript(step.run, join(temp, `step-${index}`), {
      cwd: resolve(workspace, fill(step['working-directory'] ?? '.')),
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        RUNNER_TEMP: temp,
        GITHUB_ACTION_PATH: folder,
        GITHUB_STEP_SUMMARY: summary,
        ...env,
        ...filledAll(step.env, fill),
      },
    });
    log += ended.printed;
    succeeded &&= ended.status === 0;
    if (step.id !== undefined) steps[step.id] = { outputs: ended.outputs };
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [
    name,
    filled(value, { ...contexts, steps }, succeeded),
  ]);
  const stepSummary = existsSync(summary) ? readFileSync(summary, 'utf8') : '';
  return { succeeded, outputs: Object.fromEntries(outputs), log, stepSummary, used };
}

function runScript(script: string, folder: string, { cwd, env }: { readonly cwd: string; readonly env: Texts }) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'script.sh');
  const output = join(folder, 'output');
  writeFileSync(file, script);
  writeFileSync(output, '');
  // https://docs.github.com/actions/reference/workflow-syntax-for-github-actions: the command of `shell: bash`.
  const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
    cwd,
    env: { ...env, GITHUB_OUTPUT: output },
    encoding: 'utf8',
  });
  const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
  const outputs = Object.fromEntries(lines.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
  return { status, printed: stdout + stderr, outputs };
}

type Contexts = Readonly<Record<string, object>>;

function filledAll(texts: Texts = {}, fill: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(String(text))]));
}

function filled(text: string, contexts: Contexts, succeeded: boolean): string {
  return text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    evaluate(expression, contexts, succeeded).coerceString(),
  );
}

function isTrue(condition: string, contexts: Contexts, succeeded: boolean): boolean {
  const value = evaluate(condition, contexts, succeeded).coerceString() === 'true';
  // A condition without a function of the status applies only while every step has succeeded.
  return value && (succeeded || /\b(?:always|failure|cancelled)\(\)/.test(condition));
}

function evaluate(expression: string, contexts: Contexts, succeeded: boolean): data.ExpressionData {
  const functions = [
    { name: 'always', value: true },
    { name: 'success', value: succeeded },
    { name: 'failure', value: !succeeded },
  ].map(({ name, value }) => ({ name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }));
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary;
  return new Evaluator(parsed, context, new Map(functions.map((one) => [one.name, one]))).evaluate();
}
