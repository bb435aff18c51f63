/** `cawl learn`: observes what a live target chose where the specification is silent, and writes it into the configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declare } from '../config/declare.ts';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { learnRequirements } from '../core/gaps.ts';
import { judge } from '../session/judge.ts';
import { catalogue } from './catalogue.ts';
import type { ExitCode, Io } from './io.ts';
import { learned, table, told } from './learned.ts';

export async function learn(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = probing(loadConfiguration({ cwd: io.cwd, env: io.env, flags }), flags['read-only'] === true);
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
    const { report, problems } = await judge(configuration, { catalogue, signal: stop.signal });
    if (stop.signal.aborted) return 130;
    const found = learned(report, configuration.run.only);
    io.out(table(report.observations));
    const declared = declare(readFileSync(path, 'utf8'), found.choices, file.endsWith('.json'));
    const dry = flags['dry-run'] === true;
    if (!dry && declared.added.length > 0) write(path, declared.text, file);
    io.out(told(declared, found, file, dry));
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

/** Rows that observe by searches of logs alone. */
const searches: readonly string[] = learnRequirements.filter((id) =>
  catalogue.some((row) => row.id === id && (row.operation === 'logs' || row.operation === null)),
);

/** Only what observes; a budget of its own unless the user gave a smaller one. */
function probing(configuration: Configuration, readOnly: boolean): Configuration {
  // A probe that `quick` has no requests for would declare nothing.
  const depth = configuration.run.depth === 'quick' ? 'standard' : configuration.run.depth;
  const run = { ...configuration.run, depth, skip: [], maxRequests: Math.min(configuration.run.maxRequests, most) };
  return {
    ...configuration,
    run: readOnly ? { ...run, only: searches, readOnly } : { ...run, only: learnRequirements },
  };
}

function budget({ run }: Configuration): string {
  const rate = run.rate > 0 ? `, ${run.rate} a second` : '';
  const kinds =
    run.readOnly === true
      ? 'searches alone (--read-only)'
      : 'most of them searches; some 20 users are registered and some 40 creations sent';
  return `at most ${run.maxRequests} requests${rate}, ${kinds}\n`;
}

function write(path: string, text: string, file: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`, '--dry-run writes nothing');
  }
}
