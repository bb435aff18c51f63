/** `cawl learn`: observes what a live target chose where the specification is silent, and writes it into the configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { declare } from '../config/declare.ts';
import { learnChoices } from '../config/learn.ts';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { learnRequirements } from '../core/gaps.ts';
import { operationTable } from '../interface/operations.ts';
import { renderLearned, renderObservations } from '../report/learned-text.ts';
import { judge } from '../session/judge.ts';
import { catalogue } from './catalogue.ts';
import type { ExitCode, Io } from './io.ts';

export async function learn(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = onlyObserving(loadConfiguration({ cwd: io.cwd, env: io.env, flags }));
  const { target, file, run } = configuration;
  if (target === undefined || file === undefined)
    throw new UsageError(
      'learn observes a live target, and no configuration here describes one',
      'cawl init writes one to fill in; --config names another',
    );
  const path = resolve(io.cwd, file);
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  io.err(`cawl: observing ${target.baseUrl}, depth ${run.depth}, seed ${run.seed}\n${budgetInWords(configuration)}`);
  try {
    const { report, problems } = await judge(configuration, { catalogue, signal: stop.signal });
    if (stop.signal.aborted) return 130;
    const learned = learnChoices(report, run.only);
    io.out(renderObservations(report.observations));
    const declared = declare(readFileSync(path, 'utf8'), learned.choices, file.endsWith('.json'));
    const isDryRun = flags['dry-run'] === true;
    if (!isDryRun && declared.added.length > 0) write(path, declared.text, file);
    io.out(renderLearned(declared, learned, file, isDryRun));
    for (const problem of problems) io.err(`cawl: internal error: ${problem}\n`);
    return problems.length > 0 ? 3 : 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
  }
}

/** Maximum requests: a few hundred show every choice. */
const maxRequests = 1500;

/** Requirements that observe with searches of logs alone. */
const searches: readonly string[] = learnRequirements.filter((id) =>
  catalogue.some((row) => row.id === id && (row.operation === null || operationTable[row.operation].method === 'GET')),
);

/** Selects only requirements that observe, with a budget that the user can lower. */
function onlyObserving(configuration: Configuration): Configuration {
  // `quick` has no requests for some of them, so it would declare nothing.
  const depth = configuration.run.depth === 'quick' ? 'standard' : configuration.run.depth;
  const limit = Math.min(configuration.run.maxRequests, maxRequests);
  const run = { ...configuration.run, depth, skip: [], maxRequests: limit, learns: true as const };
  return {
    ...configuration,
    run: { ...run, only: run.readOnly === true ? searches : learnRequirements },
  };
}

function budgetInWords({ run }: Configuration): string {
  const rate = run.rate > 0 ? `, ${run.rate} per second` : '';
  const kinds =
    run.readOnly === true
      ? 'searches only (--read-only)'
      : 'most of them searches; about 20 users are registered and 40 creations sent';
  return `at most ${run.maxRequests} requests${rate}, ${kinds}\n`;
}

function write(path: string, text: string, file: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(`${file} cannot be written: ${why}`, '--dry-run writes nothing', 'FILE_ERROR');
  }
}
