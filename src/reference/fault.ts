/** A fault makes the reference server wrong in one way. A conformance kit that does not see it is not done. */
import type { Level } from '../core/requirement.ts';
import type { Server } from './server.ts';

export interface Fault {
  /** Lower case, words joined by hyphens. */
  readonly name: string;
  /** The sentence that no longer holds. */
  readonly breaks: string;
  /** Section of the specification, or of the standard. */
  readonly section: string;
  readonly level: Level;
  /** Id of the requirement that must fail. */
  readonly owner: string;
  /** Why no client can see it, where that is so. */
  readonly unseen?: string;
  /** Replaces or wraps steps of a server that has not been asked anything yet. */
  apply(server: Server): void;
}

export function defineFault(fault: Fault): Fault {
  return fault;
}
