/** The state of one reference server, and its steps put together. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { accountSteps } from './accounts.ts';
import { calendarSteps } from './calendars.ts';
import { generatedLog, type Log } from './log.ts';
import { requestSteps } from './request.ts';
import { searchSteps } from './search.ts';
import type { Steps, User } from './steps.ts';
import { transportSteps } from './transport.ts';

export interface Credential {
  readonly tenant: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

export interface Server {
  readonly steps: Steps;
  readonly tokens: Map<string, Credential>;
  readonly logs: Map<string, Log>;
  readonly users: Map<string, User>;
  /** The last code of each e-mail, as the inspection port shows it. */
  readonly codes: Map<string, string>;
  /** Hands a code on by mail; undefined where the inspection port shows it instead. */
  mail: ((email: string, code: string) => void) | undefined;
  readonly cursorKey: Buffer;
  readonly codeKey: Buffer;
  readonly pageSize: number;
  readonly latencyMs: number;
  /** Now, ms since the epoch. */
  readonly clock: () => number;
  /** A number from 0 to below `limit`: random, or, of a server that was given a seed, the same for the same text. */
  draw(text: string, limit: number): number;
  /** Creations carried out; also the number of the next one. */
  creations: number;
  requests: number;
}

/** The tokens that every reference server takes. Printed by whoever starts it: they open nothing else. */
export const tokens = {
  valid: 'cawl_alpha_Zx81kQ0vTnB4yWm7RsLcEd95',
  otherTenant: 'cawl_beta_Hu27pXq9KfGa3oJvYtNr6Mbi',
  expired: 'cawl_alpha_Old0Pw3eSxCd8fVgBh5nMjKz',
} as const;

export const tenants = { own: 'alpha', other: 'beta' } as const;

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
    generatedLog('wh_1', own, options.logs, 0),
    generatedLog('wh_2', own, second, 23),
    generatedLog('wh_one', own, 1, 41),
    generatedLog('wh_empty', own, 0, 0),
    generatedLog('wh_beta', other, 45, 61),
  ];
  const server: Server = {
    steps: {} as Steps,
    tokens: new Map<string, Credential>([
      [tokens.valid, { tenant: own, expiresAt: Number.POSITIVE_INFINITY }],
      [tokens.otherTenant, { tenant: other, expiresAt: Number.POSITIVE_INFINITY }],
      [tokens.expired, { tenant: own, expiresAt: options.clock() - 3_600_000 }],
    ]),
    logs: new Map(logs.map((log) => [log.webhookId, log])),
    users: new Map(),
    codes: new Map(),
    mail: undefined,
    cursorKey: randomBytes(32),
    codeKey: randomBytes(32),
    pageSize: options.pageSize,
    latencyMs: options.latencyMs,
    clock: options.clock,
    draw: drawing(options.seed),
    creations: 0,
    requests: 0,
  };
  Object.assign(
    server.steps,
    transportSteps(server),
    requestSteps(server),
    calendarSteps(server),
    accountSteps(server),
    searchSteps(server),
  );
  return server;
}

function drawing(seed: string | undefined): Server['draw'] {
  if (seed === undefined) return (_, limit) => randomInt(limit);
  return (text, limit) =>
    createHash('sha256')
      .update(JSON.stringify([seed, text]))
      .digest()
      .readUInt32BE() % limit;
}
