/**
 * Starts the main phase beside the right codes. Their longest chains send one request after another, so the target would idle
 * meanwhile. A task of the main phase waits only for those tasks that it might disturb.
 *
 * - Searches without the valid token leave no trace, so that they wait for nothing.
 * - Other searches wait for the first readings: a log that loses an item with each search must have some left for these.
 * - All else waits for all right codes. Registrations leave pending users, of which a target may keep few; creations may put
 *   entries into the log that is read; what breaks a server would reject right codes, too.
 */
import type { Requirement } from '../../core/requirement.ts';
import type { CheckTask } from './task.ts';

/**
 * The tasks of both phases, to be started in this order: a task waits only for tasks before it.
 * @param rightCodes tasks of the phase `right-codes`
 * @param main tasks of the phase `main`
 */
export function overlap(rightCodes: readonly CheckTask[], main: readonly CheckTask[]): readonly CheckTask[] {
  const first = rightCodes.map((task) => ({ task, ...deferred() }));
  const later = main.map((task) => ({
    task,
    before: first.filter((one) => mayDisturb(task.requirement, one.task.requirement)),
  }));
  // Tasks that wait for fewer others come first, since the number under way at once is limited.
  later.sort((a, b) => a.before.length - b.before.length);
  return [
    ...first.map(({ task, end }) => ({ ...task, run: () => task.run().finally(end) })),
    ...later.map(({ task, before }) => ({ ...task, run: () => runAfter(before, task) })),
  ];
}

async function runAfter(before: readonly { readonly ended: Promise<void> }[], task: CheckTask) {
  await Promise.all(before.map(({ ended }) => ended));
  return task.run();
}

/** Whether a requirement of the main phase sends what might disturb one of the right codes. */
function mayDisturb({ area, operation }: Requirement, other: Requirement): boolean {
  if (operation !== 'logs' || area === 'operations') return true;
  return area !== 'auth' && other.operation === 'logs';
}

function deferred(): { readonly ended: Promise<void>; readonly end: () => void } {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}
