/** What the checks of a run learn of its users, and of how their codes are read. */
import type { Exchange } from '../../core/exchange.ts';
import { Once } from '../../core/once.ts';
import { AcceptedAges } from './accepted-ages.ts';
import type { CodeHabit } from './code-habit.ts';
import type { RejectedCode } from './rejected-codes.ts';
import type { PendingUser } from './users.ts';

/** What a run remembers of its users. */
export interface UserMemory {
  /** How many it has made up so far. */
  count: number;
  /** How the codes of this target are read and used; found out with the first users. Undefined if limits hid it. */
  codes?: Promise<CodeHabit | undefined>;
  /** What was found out. */
  habit?: CodeHabit;
  /** How often work that runs alone has tried to find it out. */
  triedAlone?: number;
  /** Users in a row whose registration was lost, however often others were registered instead. */
  lost?: number;
  /** Right codes that were rejected while they were young and, as far as was known then, unused; and how many were accepted. */
  readonly rejected: RejectedCode[];
  accepted: number;
  /** Numbers of the users whose right code was rejected, however old it was. */
  readonly everRejected: Set<number>;
  /** Numbers of the users whose code was accepted. */
  readonly verified: Set<number>;
  /** Right codes that were rejected at first and accepted later. */
  acceptedLate: number;
  /** New users that were refused. */
  refused: number;
  /** Whether the target treats e-mails that differ only after a plus as one user. */
  readonly merged: Once<boolean>;
  /** The first user whose code was accepted, while it was found out how codes are read. */
  firstVerified?: { readonly user: PendingUser; readonly verified: Exchange };
  /** The last right code that was accepted, and whether none was rejected since. */
  lastVerified?: { readonly last: Exchange; readonly isGood: boolean };
  /** Users who registered a second time, whose first code is now rejected and who have not been sent another one yet. */
  readonly awaitingMail: {
    readonly user: PendingUser;
    readonly emails: readonly string[];
    /** When it was registered a second time, ms of run time. */
    readonly since: number;
  }[];
  /** Accepted codes that start with zero. */
  leadingZeros: number;
  /** The first digit of each code that was read, by the number of its user. */
  readonly firstDigits: Map<number, string>;
  /** How old users were when their right codes were accepted. */
  readonly ages: AcceptedAges;
}

export const newMemory = (): UserMemory => ({
  count: 0,
  rejected: [],
  accepted: 0,
  everRejected: new Set(),
  verified: new Set(),
  acceptedLate: 0,
  refused: 0,
  merged: new Once(),
  awaitingMail: [],
  leadingZeros: 0,
  firstDigits: new Map(),
  ages: new AcceptedAges(),
});
