/** Creates the state of a reference server and assembles its steps. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { registrationSteps, verificationSteps } from './accounts.ts';
import { calendarSteps } from './calendars.ts';
import { generateLog } from './log.ts';
import { requestSteps } from './request.ts';
import { searchSteps } from './search.ts';
import { type Credential, type Server, tenants, tokens } from './state.ts';
import type { Steps } from './steps.ts';
import { transportSteps } from './transport.ts';

export interface ServerOptions {
  readonly logs: number;
  readonly pageSize: number;
  readonly latencyMs: number;
  readonly clock: () => number;
  readonly seed?: string | undefined;
}

export function createServer(options: ServerOptions): Server {
  const { own, other } = tenants;
  const second = options.logs >= 120 ? 60 : Math.floor(options.logs / 2);
  const logs = [
    generateLog('wh_1', own, options.logs, 0),
    generateLog('wh_2', own, second, 23),
    generateLog('wh_one', own, 1, 41),
    generateLog('wh_empty', own, 0, 0),
    generateLog('wh_beta', other, 45, 61),
  ];
  const server: Server = {
    steps: {} as Steps,
    tokens: new Map<string, Credential>([
      [tokens.valid, { tenant: own, expiresAt: Number.POSITIVE_INFINITY }],
      [tokens.otherTenant, { tenant: other, expiresAt: Number.POSITIVE_INFINITY }],
      [tokens.expired, { tenant: own, expiresAt: options.clock() - 3_600_000 }],
    ]),
    validToken: tokens.valid,
    logs: new Map(logs.map((log) => [log.webhookId, log])),
    users: new Map(),
    codes: new Map(),
    mail: undefined,
    cursorKey: randomBytes(32),
    codeKey: randomBytes(32),
    pageSize: options.pageSize,
    latencyMs: options.latencyMs,
    clock: options.clock,
    draw: createDraw(options.seed),
    creations: 0,
    requests: 0,
  };
  assembleSteps(server);
  return server;
}

/** Gives a server its correct steps, which look each other up in its record. */
export function assembleSteps(server: Server): void {
  Object.assign(
    server.steps,
    transportSteps(server),
    requestSteps(server),
    calendarSteps(server),
    registrationSteps(server),
    verificationSteps(server),
    searchSteps(server),
  );
}

function createDraw(seed: string | undefined): Server['draw'] {
  if (seed === undefined) return (_, limit) => randomInt(limit);
  return (text, limit) =>
    createHash('sha256')
      .update(JSON.stringify([seed, text]))
      .digest()
      .readUInt32BE() % limit;
}
