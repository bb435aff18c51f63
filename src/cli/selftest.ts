/** `cawl selftest`: the kit against every fault of the reference server, as a table; exit 1 if one is not caught. */
import picomatch from 'picomatch';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { painter } from '../report/index.ts';
import { visible } from '../report/visible-text.ts';
import { falseAlarms, type Proven, prove } from '../target/self-proof.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

export async function selftest(flags: Flags, io: Io): Promise<ExitCode> {
  const { faults } = await import('../reference/faults/index.ts');
  const globs = (flags['fault'] as string[] | undefined) ?? [];
  const chosen = faults.filter(({ name }) => globs.length === 0 || globs.some((glob) => picomatch.isMatch(name, glob)));
  if (chosen.length === 0)
    throw new UsageError(`--fault "${globs.join('", "')}" matches no fault`, 'all of them: cawl serve --list-faults');
  // Nothing of the surroundings counts: the same trial everywhere.
  const given = { depth: flags['depth'], seed: flags['seed'] };
  const flagsOfRun = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const configuration = loadConfiguration({ cwd: io.cwd, env: {}, flags: flagsOfRun, value: {} });

  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  const json = flags['json'] === true;
  const paint = painter(wantsColor(io, io.outIsTTY, flags['no-color']));
  const proven: Proven[] = [];
  try {
    io.err(`${chosen.length} ${chosen.length === 1 ? 'fault' : 'faults'}, seed ${configuration.run.seed}\n`);
    const wide = Math.max(...chosen.map(({ name }) => name.length));
    for (const fault of chosen) {
      const result = await prove(fault, configuration, stop.signal);
      if (stop.signal.aborted) return 130;
      proven.push(result);
      const { caught, owner, requests, ms } = result.row;
      const mark = caught
        ? paint.good('caught')
        : result.unseen === undefined
          ? paint.bad('MISSED')
          : paint.dim('unseen');
      if (!json)
        io.out(`${mark}  ${fault.name.padEnd(wide)}  ${owner}  ${paint.dim(`${requests} requests, ${ms} ms`)}\n`);
    }
    const owners = [...new Set(chosen.map(({ owner }) => owner))];
    const alarms = await falseAlarms(owners, configuration, stop.signal);
    if (stop.signal.aborted) return 130;
    const missed = proven.filter(({ row, unseen }) => !row.caught && unseen === undefined);
    if (json)
      io.out(
        `${JSON.stringify({ seed: configuration.run.seed, rows: proven.map(({ row }) => row), alarms }, null, 2)}\n`,
      );
    else {
      for (const { row, said } of missed)
        io.out(`\n${paint.bad('MISSED')} ${row.fault}: ${row.breaks}\n  ${row.owner} said ${visible(said ?? '')}\n`);
      for (const alarm of alarms) io.out(`\n${paint.bad('FALSE ALARM')} without any fault: ${visible(alarm)}\n`);
      const seen = proven.filter(({ row }) => row.caught).length;
      io.out(
        `\n${seen} of ${chosen.length} faults caught, ${missed.length} missed, ` +
          `${proven.length - seen - missed.length} unseen by design; ${alarms.length} false alarms on ${owners.length} requirements\n`,
      );
    }
    return missed.length + alarms.length > 0 ? 1 : 0;
  } finally {
    release();
  }
}
