/** Reduces a run that shows something to the few axes, and the fewest requirements, that it takes. */
import { falseAlarmsOf, judge, type SimulatedRun } from './judge.ts';
import { type AxisName, liberties, neutral } from './server/axes.ts';

export interface Shrunk {
  readonly run: SimulatedRun;
  readonly axes: readonly AxisName[];
  readonly message: string;
}

/** Makes one axis after another neutral as long as the same requirement is still reported. */
export async function shrinkAlarm(run: SimulatedRun, id: string, message: string): Promise<Shrunk> {
  const messageOf = async (tried: SimulatedRun): Promise<string | undefined> => {
    const alarm = falseAlarmsOf(await judge(tried)).find((one) => one.id === id);
    return alarm === undefined ? undefined : (alarm.verdict.message ?? '');
  };
  let best: { readonly run: SimulatedRun; readonly message: string } = { run, message };
  const attempt = async (tried: SimulatedRun): Promise<void> => {
    const found = await messageOf(tried);
    if (found !== undefined) best = { run: tried, message: found };
  };
  await attempt({ ...run, ids: new Set([id]) });
  for (const axis of liberties(run.server))
    await attempt({ ...best.run, server: { ...best.run.server, [axis]: neutral[axis] } });
  return { ...best, axes: liberties(best.run.server) };
}

/** The axes with their values, as an object that can be pasted. */
export function describeAxes({ run, axes }: Shrunk): string {
  return axes.map((axis) => `${axis}: ${JSON.stringify(run.server[axis])}`).join(', ') || 'neutral';
}
