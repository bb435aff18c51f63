/** State of one reference server. It stands apart from `server.ts`, so that steps can name the type without importing its maker. */
import type { Log } from './log.ts';
import type { Steps, User } from './steps.ts';

export interface Credential {
  readonly tenant: string;
  /** ms since the epoch. */
  readonly expiresAt: number;
}

export interface Server {
  readonly steps: Steps;
  readonly tokens: Map<string, Credential>;
  /** The one that its settings name; a fault may issue another. */
  validToken: string;
  /** By webhook id. */
  readonly logs: Map<string, Log>;
  readonly users: Map<string, User>;
  /** The latest code sent to each e-mail; the inspection port serves them. */
  readonly codes: Map<string, string>;
  /** Sends a code by mail; undefined if the inspection port serves codes instead. */
  mail: ((email: string, code: string) => void) | undefined;
  readonly cursorKey: Buffer;
  readonly codeKey: Buffer;
  readonly pageSize: number;
  readonly latencyMs: number;
  /** Current time, ms since the epoch. */
  readonly clock: () => number;
  /** Returns an integer in [0, limit): random, or derived from `text` if the server was given a seed. */
  draw(text: string, limit: number): number;
  /** Number of `create` calls carried out; event ids contain it. */
  creations: number;
  requests: number;
}

/** Tokens accepted by every reference server. Safe to print: they are worth nothing anywhere else. */
export const tokens = {
  valid: 'cawl_alpha_Zx81kQ0vTnB4yWm7RsLcEd95',
  otherTenant: 'cawl_beta_Hu27pXq9KfGa3oJvYtNr6Mbi',
  expired: 'cawl_alpha_Old0Pw3eSxCd8fVgBh5nMjKz',
} as const;

export const tenants = { own: 'alpha', other: 'beta' } as const;
