/** `cawl doctor`: examines a target before the first run, and says what would stay undecided. */
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { painter } from '../report/index.ts';
import { plural, visible } from '../report/visible-text.ts';
import { examine } from '../session/doctor.ts';
import { openTarget } from '../session/open.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

/** 0 where a run could decide something, 3 where it could not. */
export async function doctor(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
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
    return found[0]?.what === 'target' && found[0].state === 'bad' ? 3 : 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
    await embedded?.close();
  }
}
