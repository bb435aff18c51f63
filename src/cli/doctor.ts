/** `cawl doctor`: examines a target before the first run, and says what would stay undecided. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { painter } from '../report/index.ts';
import { moment, plural, visible } from '../report/visible-text.ts';
import { countDecidable, supplies } from '../session/decidable.ts';
import { type Examined, examine } from '../session/doctor.ts';
import { openTarget } from '../session/open.ts';
import { requireAllowedWrites } from '../session/writes.ts';
import { catalogue } from './catalogue.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { readReport } from './read-report.ts';

/** 0 if a run could decide something, 3 if it could not. */
export async function doctor(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  requireAllowedWrites(configuration);
  const paint = painter(wantsColor(io, io.outIsTTY, flags['no-color']));
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  const embedded = configuration.target === undefined ? await openTarget(configuration, stop.signal) : undefined;
  try {
    const settings = embedded?.settings ?? { ...configuration.target!, run: configuration.run };
    const found = await examine(settings, stop.signal);
    const marks = { good: paint.good('✓'), bad: paint.bad('✗'), open: paint.warn('?') };
    for (const { what, state, found: text, remedy } of found)
      io.out(
        `${marks[state]} ${paint.strong(visible(what))}: ${visible(text)}\n${remedy === undefined ? '' : `  → ${visible(remedy)}\n`}`,
      );
    const [bad, open] = (['bad', 'open'] as const).map((state) => found.filter((one) => one.state === state).length);
    io.out(
      bad === 0 && open === 0
        ? '\nA run can decide everything: cawl run\n'
        : `\n${plural(bad!, 'problem')}; ${plural(open!, 'part')} that would stay undecided.\n`,
    );
    // Of a target that cannot be judged nothing is known.
    if (found[0]?.what === 'target' && found[0].state === 'bad') return 3;
    io.out(numbers(found, configuration, io));
    return 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
    await embedded?.close();
  }
}

/** How much can be decided, how much the last run here decided and passed, and what would let a run decide the rest. */
function numbers(found: readonly Examined[], { output }: Configuration, io: Io): string {
  const missing = new Set(found.flatMap(({ lacks = [] }) => lacks));
  const { decidable, all } = countDecidable(catalogue, missing);
  const path = join(output.reportDir, 'conformance.json');
  const last = existsSync(resolve(io.cwd, path)) ? lastRun(path, io.cwd) : 'no run yet';
  const lines = [...missing].map((resource) => `  - ${supplies[resource].data}: ${supplies[resource].who}`);
  return [
    `${decidable} of ${all} requirements can be decided with this configuration; ${last}.`,
    ...(lines.length === 0 ? [] : ['The smallest set of data that decides the rest, and who can create it:', ...lines]),
    '',
  ].join('\n');
}

function lastRun(path: string, cwd: string): string {
  const { requirements, run } = readReport(path, cwd);
  const decided = requirements.filter(({ verdict }) => ['pass', 'fail', 'waived'].includes(verdict));
  const passed = decided.filter(({ verdict }) => verdict === 'pass');
  return `the run of ${moment(run.startedAt)} decided ${decided.length} and passed ${passed.length}`;
}
