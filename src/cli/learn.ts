/** `cawl learn`: observes what a live target chose where the specification is silent, and writes it into the configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { probes } from '../../suites/gaps/probes.ts';
import { type Choice, choiceOf, type Declared, declare } from '../config/declare.ts';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { Observation } from '../core/report.ts';
import { visible } from '../report/visible-text.ts';
import { judge } from '../target/judge.ts';
import type { ExitCode, Io } from './io.ts';

export async function learn(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = probing(loadConfiguration({ cwd: io.cwd, env: io.env, flags }));
  const { target, file } = configuration;
  if (target === undefined || file === undefined)
    throw new UsageError(
      'learn observes a live target, and there is no configuration of one here',
      'cawl init writes one to fill in; --config names another',
    );
  const path = resolve(io.cwd, file);
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  io.err(
    `cawl: observing ${target.baseUrl}, depth ${configuration.run.depth}, seed ${configuration.run.seed}\n${budget(configuration)}`,
  );
  try {
    const { report, problems } = await judge(configuration, { signal: stop.signal });
    if (stop.signal.aborted) return 130;
    const { choices, unsure } = sorted(report.observations);
    io.out(table(report.observations));
    const declared = declare(readFileSync(path, 'utf8'), choices, file.endsWith('.json'));
    const dry = flags['dry-run'] === true;
    if (!dry && declared.added.length > 0) writeFileSync(path, declared.text);
    io.out(told(declared, unsure, file, dry));
    for (const problem of problems) io.err(`cawl: the kit itself failed: ${problem}\n`);
    return problems.length > 0 ? 3 : 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
  }
}

/** Requests at most: what is open is found out with a few hundred. */
const most = 1500;

/** Only what observes; a budget of its own unless the user gave a smaller one. */
function probing(configuration: Configuration): Configuration {
  const { run } = configuration;
  return {
    ...configuration,
    run: { ...run, only: probes, skip: [], maxRequests: Math.min(run.maxRequests, most) },
  };
}

function budget({ run }: Configuration): string {
  const rate = run.rate > 0 ? `, ${run.rate} a second` : '';
  return `at most ${run.maxRequests} requests${rate}, most of them searches; some 20 users are registered and some 40 creations sent\n`;
}

/** Everything that was seen, declarable or not: gap, value, how often, and what it is. */
function table(observations: readonly Observation[]): string {
  const rows = observations.map(({ gap, value, seen, otherwise = [], about = '' }) => {
    const others = otherwise.length === 0 ? '' : ` (also ${otherwise.map((other) => shown(other.value)).join(', ')})`;
    return [visible(gap), `${shown(value)}${others}`, `${seen}×`, visible(about)] as const;
  });
  const wide = [0, 1, 2].map((column) => Math.min(Math.max(...rows.map((row) => row[column]!.length), 0), 44));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(wide[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return rows.length === 0 ? '' : `Observed:\n${lines.join('\n')}\n\n`;
}

/** What was seen the same each time can be declared; what varied is for its owner to judge. */
function sorted(observations: readonly Observation[]): { choices: Choice[]; unsure: Observation[] } {
  const choices: Choice[] = [];
  const unsure: Observation[] = [];
  for (const seen of observations) {
    if (seen.declare === undefined) continue;
    const because = `seen ${seen.seen} ${seen.seen === 1 ? 'time' : 'times'}`;
    const choice = choiceOf(seen.declare, because);
    if (choice === undefined) continue;
    if ((seen.otherwise ?? []).length > 0) unsure.push(seen);
    else choices.push(choice);
  }
  return { choices, unsure };
}

function told({ added, contradicted }: Declared, unsure: readonly Observation[], file: string, dry: boolean): string {
  const line = ({ path, value, because }: Choice) => `  declares.${path.join('.')}: ${shown(value)}   # ${because}\n`;
  let text = '';
  if (added.length === 0) text += `Nothing new to declare in ${file}.\n`;
  else
    text += `${dry ? 'To be declared' : 'Declared'} in ${file}; each is tested from now on, so take out what is no promise:\n${added.map(line).join('')}`;
  if (contradicted.length > 0)
    text += `Declared otherwise than seen, and left as it is:\n${contradicted
      .map(
        ({ path, value, declared }) => `  declares.${path.join('.')} is ${shown(declared)}, seen was ${shown(value)}\n`,
      )
      .join('')}`;
  if (unsure.length > 0)
    text += `Not the same each time, so not declared:\n${unsure
      .map(
        ({ gap, value, otherwise = [] }) =>
          `  ${visible(gap)}: ${[value, ...otherwise.map((other) => other.value)].map(shown).join(', ')}\n`,
      )
      .join('')}`;
  return text;
}

const shown = (value: unknown): string => visible(JSON.stringify(value) ?? String(value));
