/** Judges a simulated server through the checks of a real run, in the order of a real run. */
import { checks } from '../../src/checks/registry.ts';
import { createRunContext } from '../../src/checks/run-context.ts';
import { codesIn } from '../../src/client/codes/verification-code.ts';
import { Client } from '../../src/client/index.ts';
import { SharedConnection } from '../../src/client/shared-connection.ts';
import { requestBudget } from '../../src/config/run-settings.ts';
import type { Depth, Settings } from '../../src/core/config.ts';
import { failsGate } from '../../src/core/gate.ts';
import type { Verdict } from '../../src/core/verdict.ts';
import { type RunResult, runChecks } from '../../src/selftest/in-process-run.ts';
import { runSettings } from '../../src/selftest/run-settings.ts';
import type { Server } from './server/axes.ts';
import { calendarIds, profileIds } from './server/calendars.ts';
import { SimulatedServer, token } from './server/simulated-server.ts';
import type { AnyFault } from './server-faults.ts';
import { SimulatedClock } from './simulated-clock.ts';

export interface SimulatedRun {
  readonly server: Server;
  readonly seed: number;
  readonly depth: Depth;
  /** Ids of the requirements to decide; all unless given. */
  readonly ids?: ReadonlySet<string>;
  readonly fault?: AnyFault;
  /** How long the checks may take, in ms of the simulated clock; without limit unless given. */
  readonly maxTimeMs?: number;
  /** Time for the requirements that decide most, ms; all are decided unless given. */
  readonly budgetMs?: number;
  /** Most requests in flight; 8 unless given. */
  readonly concurrency?: number;
}

const timeoutMs = 10_000;

/** A simulated server, and what the checks of a run on it share. */
export function openSimulation({ server, seed, depth, fault, ...limits }: Omit<SimulatedRun, 'ids'>) {
  const clock = new SimulatedClock(server.startsAt);
  const simulated = new SimulatedServer(server, clock, seed, fault);
  const settings = settingsOf(server, simulated.webhooks, { seed, depth, ...limits });
  const client = new Client(settings, new SharedConnection(settings, simulated.outside(timeoutMs, codesIn)));
  return { clock, context: createRunContext(settings, client) };
}

/** The suites must be loaded. */
export async function judge({ ids, ...run }: SimulatedRun): Promise<RunResult> {
  const { clock, context } = openSimulation(run);
  const chosen = checks().filter(({ requirement }) => ids?.has(requirement.id) !== false);
  return clock.runUntil(runChecks(context, chosen));
}

/** A verdict that no conforming server may get. */
export interface FalseAlarm {
  readonly id: string;
  readonly verdict: Verdict;
}

const levels = new Map<string, Parameters<typeof failsGate>[0]>();

/** Failures that fail the gate, and errors of the kit. */
export function falseAlarmsOf({ verdicts }: RunResult): FalseAlarm[] {
  if (levels.size === 0) for (const { requirement } of checks()) levels.set(requirement.id, requirement.level);
  return [...verdicts]
    .filter(
      ([id, { verdict, level }]) => verdict === 'error' || (verdict === 'fail' && failsGate(level ?? levels.get(id)!)),
    )
    .map(([id, verdict]) => ({ id, verdict }));
}

function settingsOf(
  server: Server,
  webhooks: readonly string[],
  run: Pick<SimulatedRun, 'seed' | 'depth' | 'maxTimeMs' | 'budgetMs' | 'concurrency'>,
): Settings {
  const separator = server.emails === 'plus' ? '-' : '+';
  return {
    baseUrl: 'http://simulated.invalid',
    tokens: { valid: token, otherTenant: 'Hn3cY8sJ5fPd6GuA', expired: 'Xa1oD0iE7rBv9NwQ' },
    fixtures: {
      webhooks: webhooks.map((id) => ({ id })),
      profileIds,
      calendarIds,
      limit: 10,
      register: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: `cawl${separator}{unique}@example.com`,
        password: 'Correct-Horse-9-Battery',
      },
      verificationCode: { url: 'http://simulated.invalid/{email}', waitMs: 5000 },
    },
    declares: {},
    waivers: [],
    run: runSettings({
      ...run,
      timeoutMs,
      maxRequests: run.depth === 'deep' ? requestBudget.deep : 10_000,
      freshKey: 'simulated',
    }),
  };
}
