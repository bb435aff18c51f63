/** What all checks of a run share: the client, the traffic monitor, the users, the observations. Made once in the worker. */
import { Client, maskedValue } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { LogMemory } from '../log/log-memory.ts';
import type { Case } from './conclusion.ts';
import { Creations } from './creations.ts';
import { countExcuses, Excuses } from './excuses.ts';
import { Memo } from './memo.ts';
import { CanonicalTraffic } from './traffic/canonical-traffic.ts';
import { Latencies } from './traffic/latency.ts';
import { LongWaits } from './traffic/long-waits.ts';
import { LostRequests } from './traffic/lost-requests.ts';
import { Observations } from './traffic/observations.ts';
import { limitedEvents, limitedUsers, OperationLimit } from './traffic/operation-limit.ts';
import { observePassively } from './traffic/passive-observers.ts';
import { Rejections } from './traffic/rejections.ts';
import { RepeatedRequests } from './traffic/repeated-requests.ts';
import { StoppedAttacks } from './traffic/stopped-attacks.ts';
import { TokenEnd } from './traffic/token-end.ts';
import { TrafficMonitor } from './traffic/traffic-monitor.ts';
import { SpareUsers } from './users/spare-users.ts';
import { Users } from './users/users.ts';
import type { RunTotals } from './worker-messages.ts';

export interface RunContext {
  readonly settings: Settings;
  readonly client: Client;
  readonly users: Users;
  readonly creations: Creations;
  readonly logs: LogMemory;
  readonly traffic: TrafficMonitor;
  readonly observations: Observations;
  readonly latencies: Latencies;
  readonly rejections: Rejections;
  readonly canonical: CanonicalTraffic;
  readonly tokenEnd: TokenEnd;
  readonly repeated: RepeatedRequests;
  readonly excuses: Excuses;
  readonly spareUsers: SpareUsers;
  readonly longWaits: LongWaits;
  readonly lostRequests: LostRequests;
  readonly userLimit: OperationLimit;
  readonly eventLimit: OperationLimit;
  readonly stoppedAttacks: StoppedAttacks;
  /** Values that checks make once for all of them, by key; see {@link CheckContext.once}. */
  readonly memo: Memo;
  /** The case that a finding is confirmed on; undefined for all cases of the check. */
  readonly onlyCase?: Case | undefined;
}

/** Totals of a run, after its last check. */
export function runTotals(run: RunContext): RunTotals {
  const { client, latencies, observations } = run;
  return {
    requests: client.usage.sent,
    retries: client.usage.retries,
    inFlight: client.usage.inFlight,
    latency: latencies.report(),
    observations: maskedValue(observations.report(client.recorder), client.secrets),
    excused: countExcuses(run),
    unconfirmed: [...new Set(run.excuses.unconfirmed.map(({ requirement }) => requirement.id))],
    ...defined({ tokenRejectedFrom: client.troubles.tokenEndedAt ?? run.tokenEnd.from, lost: run.lostRequests.all }),
    remedies: defined({ 'register-rejected': run.userLimit.remedy, 'create-rejected': run.eventLimit.remedy }),
    sent: client.usage.sentByOperation,
    leftBehind: client.usage.leftBehind,
  };
}

/** The context of checks on a target that bans clients: they take few requests without the valid token. */
export function sparingContext(run: RunContext): RunContext {
  const client = run.client.sparing();
  return { ...run, client, users: new Users(client, run.users.memory), memo: new Memo() };
}

/** Readings and values of confirmations, which use none of the run. */
export type ConfirmationMemory = Pick<RunContext, 'logs' | 'memo'>;

/**
 * A context to confirm a finding in: nothing that the run read or worked out before is used again.
 * @param onlyCase the case that is tried; all of the check's unless given
 */
export function confirmationContext(
  run: RunContext,
  client: Client,
  memory: ConfirmationMemory,
  onlyCase?: Case,
): RunContext {
  return { ...run, ...memory, client, users: new Users(client, run.users.memory), onlyCase };
}

export function createRunContext(settings: Settings, client = new Client(settings)): RunContext {
  const observations = new Observations();
  const latencies = new Latencies();
  const traffic = new TrafficMonitor(observations, latencies);
  client.listen((exchange) => traffic.record(exchange));
  client.listen(observePassively(observations));
  const longWaits = new LongWaits(settings.run.timeoutMs);
  client.listen((exchange) => longWaits.note(exchange));
  const lostRequests = new LostRequests(settings.baseUrl);
  client.listen((exchange) => lostRequests.note(exchange));
  const logs = new LogMemory(settings, client.clock);
  client.listen((exchange) => logs.note(exchange));
  const tokenEnd = new TokenEnd();
  client.listen((exchange) => tokenEnd.record(exchange));
  return {
    settings,
    client,
    users: new Users(client),
    creations: new Creations(client),
    logs,
    traffic,
    observations,
    latencies,
    rejections: new Rejections(client),
    canonical: new CanonicalTraffic(client),
    tokenEnd,
    repeated: new RepeatedRequests(client),
    excuses: new Excuses(),
    spareUsers: new SpareUsers(client),
    longWaits,
    lostRequests,
    userLimit: new OperationLimit(client, limitedUsers),
    eventLimit: new OperationLimit(client, limitedEvents),
    stoppedAttacks: new StoppedAttacks(),
    memo: new Memo(),
  };
}
