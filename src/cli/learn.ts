/** `cawl learn`: observes what a live target chose where the specification is silent, and writes it into the configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Choice, choiceOf, type Declared, declare } from '../config/declare.ts';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { Observation } from '../core/report.ts';
import { visible } from '../report/visible-text.ts';
import { judge } from '../target/judge.ts';
import type { ExitCode, Io } from './io.ts';

export async function learn(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags: { depth: 'quick', ...flags } });
  const { target, file } = configuration;
  if (target === undefined || file === undefined)
    throw new UsageError(
      'learn observes a live target, and there is no configuration of one here',
      'cawl init writes one to fill in; --config names another',
    );
  const path = resolve(io.cwd, file);
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  io.err(`cawl: observing ${target.baseUrl}, depth ${configuration.run.depth}, seed ${configuration.run.seed}\n`);
  try {
    const { report, problems } = await judge(configuration, { signal: stop.signal });
    if (stop.signal.aborted) return 130;
    const { choices, unsure } = sorted(report.observations);
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
