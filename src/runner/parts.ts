/**
 * Divides a run over several threads: each decides the requirements of its operations with its share of every limit, so that
 * all threads together send no more, no faster and no more at once than one would.
 */
import type { Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { anyNumber, type CreationLimits } from '../core/left-behind.ts';
import type { Requirement } from '../core/requirement.ts';
import { type Assignment, assign } from './assign.ts';
import { shareOut } from './share.ts';
import { unitsOf } from './units.ts';

/** What one thread decides. */
export interface Part {
  readonly settings: Settings;
  /** Ids of the requirements. */
  readonly rows: readonly string[];
}

/** Whether a run has one thread whatever its settings say. */
function needsOneThread({ tokenSources = {}, run }: Settings): boolean {
  // At quick, operations share what they send; a time budget is spent on what decides most of the whole run.
  if (run.depth === 'quick' || run.budgetMs !== undefined) return true;
  // A new token may end the one before, and each thread would fetch its own.
  return Object.values(tokenSources).some((source) => source?.command !== undefined);
}

/**
 * The parts of a run, one for each thread: as many as the settings want, and at most one for each operation.
 * @param decidable requirements that a check decides
 * @param channel name of the channel of all threads
 */
export function divideRun(
  settings: Settings,
  decidable: readonly Requirement[],
  catalogue: readonly Requirement[],
  channel: string,
): readonly Part[] {
  const { threads = 1, concurrency, depth } = settings.run;
  const whole = [{ settings, rows: decidable.map(({ id }) => id) }];
  if (threads === 1 || needsOneThread(settings)) return whole;
  const units = unitsOf(decidable, catalogue, depth);
  const assignments = assign(units, Math.min(threads, units.length, concurrency), depth);
  if (assignments.length < 2) return whole;
  const shares = sharesOf(settings.run, assignments);
  return assignments.map(({ rows }, index) => {
    const thread = { channel, index, of: assignments.length };
    return { settings: { ...settings, run: { ...settings.run, ...shares[index]!, thread } }, rows };
  });
}

function sharesOf(
  { concurrency, rate, maxRequests, maxCreations, freshKey }: Settings['run'],
  all: readonly Assignment[],
) {
  const inFlight = shareOut(
    concurrency,
    all.map(() => 1),
  );
  const requests = shareOut(
    maxRequests,
    all.map(({ estimate }) => estimate),
  );
  const users = creationShares(maxCreations, 'users', all);
  const events = creationShares(maxCreations, 'events', all);
  return all.map((_, index) => ({
    concurrency: inFlight[index]!,
    rate: rate / all.length,
    maxRequests: requests[index]!,
    ...(maxCreations === undefined ? {} : { maxCreations: { users: users[index]!, events: events[index]! } }),
    // What requirements of several threads draw under one name must differ.
    ...defined({ freshKey: freshKey === undefined || index === 0 ? freshKey : `${freshKey}, thread ${index + 1}` }),
  }));
}

function creationShares(limits: CreationLimits | undefined, kind: keyof CreationLimits, all: readonly Assignment[]) {
  const limit = limits?.[kind] ?? anyNumber;
  if (limit === anyNumber) return all.map(() => limit);
  return shareOut(
    limit,
    all.map(({ creations }) => creations[kind]),
    0,
  );
}
