/**
 * The controlled read as a state machine: all queries of a relation are read round by round, and each round is compared with
 * the one before. Two rounds that agree are what a relation may be judged on. If none of three agrees, the log is either
 * growing (`live`) or the server answers one query differently each time (`unstable`). Pure: reading is left to the caller.
 */
import type { Change } from '../change/growth.ts';
import type { Reading } from '../reading.ts';

/** Rounds after the first; two of those that growth does not explain make the log unstable. */
const roundsAllowed = 3;
const unexplainedRounds = 2;

export type ControlState =
  | {
      readonly kind: 'reading';
      /** The log is judged within a window: new items lie outside it, so that there a smaller bag is a sign of growth too. */
      readonly windowed: boolean;
      readonly rounds: number;
      /** Rounds whose difference growth does not explain. */
      readonly unexplained: number;
      /** Some query grew between two complete readings: items that left may have made room for the new ones. */
      readonly grewComplete: boolean;
      /** In the last round, the first query that differs had no new item at the same total. */
      readonly vanished: boolean;
    }
  /** The last two rounds agree. */
  | { readonly kind: 'agreed' }
  /** The log kept changing. */
  | { readonly kind: 'live' }
  /** The query at this index gave different answers in the last two rounds, and not because the log grew. */
  | { readonly kind: 'unstable'; readonly query: number };

export function startControl(windowed: boolean): ControlState {
  return { kind: 'reading', windowed, rounds: 0, unexplained: 0, grewComplete: false, vanished: false };
}

/**
 * The state after one more round.
 * @param before a reading of each query, of the round before
 * @param after a reading of each query, in the same order
 * @param compare returns how one query changed; called once for each
 */
export function step(
  state: ControlState,
  before: readonly Reading[],
  after: readonly Reading[],
  compare: (earlier: Reading, later: Reading) => Change,
): ControlState {
  if (state.kind !== 'reading') return state;
  const changes = before.map((earlier, index) => compare(earlier, after[index]!));
  const differs = changes.findIndex(({ kind }) => kind !== 'same');
  if (differs === -1) return { kind: 'agreed' };
  const first = changes[differs]!.kind;
  // In a ring, the oldest items leave under one query while the new ones show under another: every query counts.
  const grew = changes.some(({ kind }) => kind === 'grown');
  const explained = grew || (state.windowed && (first === 'vanished' || first === 'shrunk'));
  // An item that a ring dropped before its last page was read appears as a new item in the next round.
  const replaced = explained && state.vanished ? 1 : 0;
  const next: ControlState = {
    ...state,
    rounds: state.rounds + 1,
    unexplained: state.unexplained + (explained ? -replaced : 1),
    grewComplete: state.grewComplete || changes.some((change) => change.kind === 'grown' && change.complete),
    vanished: !explained && first === 'vanished',
  };
  if (next.rounds < roundsAllowed) return next;
  return next.unexplained >= unexplainedRounds && !next.grewComplete
    ? { kind: 'unstable', query: differs }
    : { kind: 'live' };
}
