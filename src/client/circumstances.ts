/**
 * What the work under way is part of: who counts its exchanges, and who has the target to itself. One storage for all
 * clients of the process: Node slows down with each that was ever used, and a self-test makes hundreds of clients.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Counts the exchanges of whoever runs inside. */
export interface Ledger {
  exchanges: number;
}

export interface Circumstances {
  /** Those of work that is nested in other work come after. */
  readonly ledgers: readonly Ledger[];
  /** The requirement that is being decided: each draws its own fresh values, whatever runs beside it. */
  readonly row: string;
  /** What is sent counts for no requirement; see {@link Client.shared}. */
  readonly shared: boolean;
  /** Whose `alone` this runs inside. */
  readonly alone: object | undefined;
}

const none: Circumstances = { ledgers: [], row: '', shared: false, alone: undefined };
const storage = new AsyncLocalStorage<Circumstances>();

export function circumstances(): Circumstances {
  return storage.getStore() ?? none;
}

/** Runs `work`, and all that it starts, with some of the circumstances changed. */
export function within<T>(change: Partial<Circumstances>, work: () => Promise<T>): Promise<T> {
  return storage.run({ ...circumstances(), ...change }, work);
}
