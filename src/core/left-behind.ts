/** What a run created on its target, so that its owner can remove it: the interface has no operation for that. */

export interface LeftUser {
  readonly email: string;
  /** RFC 3339. */
  readonly at: string;
  /** There was no response, so that it may exist or not. */
  readonly uncertain?: true;
}

export interface LeftEvent {
  readonly limit: unknown;
  readonly profileIds: unknown;
  readonly calendarIds: unknown;
  /** Items of the page that the creation returned. */
  readonly items: readonly string[];
  /** RFC 3339. */
  readonly at: string;
  readonly uncertain?: true;
}

/** In the order in which they were created. */
export interface LeftBehind {
  readonly users: readonly LeftUser[];
  readonly events: readonly LeftEvent[];
}

/** How many users and events a run may create. */
export interface CreationLimits {
  readonly users: number;
  readonly events: number;
}

/** A limit of a kind that the user did not limit. */
export const anyNumber = Number.MAX_SAFE_INTEGER;

export const nothingLeft: LeftBehind = { users: [], events: [] };

/** What several parts of a run left behind. */
export function joinLeftBehind(...all: readonly LeftBehind[]): LeftBehind {
  return { users: all.flatMap(({ users }) => users), events: all.flatMap(({ events }) => events) };
}
