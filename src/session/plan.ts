/**
 * `run --plan`: what a run would send, found out by the same run against the embedded reference server. A target with longer
 * logs is sent more searches, and one that fails is sent more of everything; the limits of the run hold for both.
 */
import type { Configuration } from '../config/load.ts';
import type { Settings } from '../core/config.ts';
import type { Plan, SentByOperation } from '../core/plan.ts';
import type { Requirement } from '../core/requirement.ts';
import { startReference } from '../reference/index.ts';
import { runSuitesInProcess } from '../runner/in-process.ts';
import { selectRequirements } from '../runner/select.ts';
import { preflightRequests } from './preflight.ts';

/** Sends nothing to the target. @throws UsageError for globs that match nothing */
export async function planRun(
  { target, run }: Configuration,
  catalogue: readonly Requirement[],
  signal: AbortSignal,
): Promise<Plan> {
  const selected = selectRequirements(catalogue, run.only, run.skip).filter(({ excluded }) => excluded === undefined);
  const freshKey = `plan ${run.seed}`;
  const server = await startReference({ seed: freshKey });
  try {
    const { proxy: _proxy, cert: _cert, key: _key, ca: _ca, ...kept } = run;
    const settings: Settings = {
      ...server.settings,
      fixtures: given(server.settings.fixtures, target?.fixtures),
      waivers: [],
      run: { ...kept, rate: 0, headers: [], insecure: false, freshKey, settleMs: 0, fixturesExist: true },
    };
    const { totals } = await runSuitesInProcess({
      assignment: { settings, rows: selected.map(({ id }) => id) },
      signal,
    });
    const { users, events } = totals!.leftBehind;
    const { sent } = totals!;
    return {
      baseUrl: target?.baseUrl ?? 'the embedded reference server',
      depth: run.depth,
      requirements: selected.length,
      sent: target === undefined ? sent : withPreflight(sent),
      created: { users: users.length, events: events.length },
      most: { requests: run.maxRequests, created: run.maxCreations },
      methods: run.methods === true,
    };
  } finally {
    await server.close();
  }
}

/** The fixtures of the reference server, without those kinds that the target has none of. */
function given(own: Settings['fixtures'], theirs: Settings['fixtures'] | undefined): Settings['fixtures'] {
  if (theirs === undefined) return own;
  const { verificationCode, ...fixtures } = own;
  return {
    ...fixtures,
    webhooks: own.webhooks.slice(0, theirs.webhooks.length),
    profileIds: own.profileIds.slice(0, theirs.profileIds.length),
    calendarIds: own.calendarIds.slice(0, theirs.calendarIds.length),
    ...(theirs.verificationCode === undefined || verificationCode === undefined ? {} : { verificationCode }),
  };
}

/** One search comes before the run, to see whether the target can be judged. */
const withPreflight = ({ logs, ...others }: SentByOperation): SentByOperation => ({
  ...others,
  logs: { ...logs, requests: logs.requests + preflightRequests },
});
