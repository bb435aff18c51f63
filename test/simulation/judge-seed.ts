/** One run of any weather by its number, and what it showed, as data that fits on a line. */
import { drawRun } from './draw-run.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { describeAxes, shrinkAlarm } from './shrink.ts';
import { decided } from './tally.ts';

export interface RunRecord {
  readonly seed: number;
  readonly requests: number;
  /** Requirements that were to be decided, and how many of them were not. */
  readonly judged: number;
  readonly undecided: number;
  /** Requirements that were reported wrongly; `text` says on which axes, and how the message begins. */
  readonly alarms: readonly { readonly id: string; readonly text: string }[];
}

const shownCharacters = 400;

/** The suites must be loaded. */
export async function judgeSeed(seed: number): Promise<RunRecord> {
  const run = drawRun(seed);
  const result = await judge(run);
  const alarms: RunRecord['alarms'][number][] = [];
  for (const { id, verdict } of falseAlarmsOf(result)) {
    const shrunk = await shrinkAlarm(run, id, verdict.message ?? '');
    const stack = verdict.verdict === 'error' ? `\n    ${verdict.stack ?? ''}` : '';
    const text = `${run.depth}: ${id} on { ${describeAxes(shrunk)} }\n    ${shrunk.message.slice(0, shownCharacters)}${stack}`;
    alarms.push({ id, text });
  }
  return { seed, requests: result.requests, ...decided(result), alarms };
}
