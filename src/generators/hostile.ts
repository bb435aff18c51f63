/**
 * Requests that no schema describes: broken JSON, odd framing, odd targets. A server may reject each or be lenient, but it
 * must respond. They are raw descriptions, sent as they are. Each has one oddity and is canonical otherwise.
 */
import { type Operation, operationTable } from '../interface/operations.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { hostileSearches } from './hostile-searches.ts';
import type { Canonical } from './request.ts';

export interface Hostile {
  readonly operation: Operation;
  readonly kind: 'json' | 'encoding' | 'media-type' | 'framing' | 'target' | 'parameters' | 'path' | 'size';
  readonly label: string;
  readonly body?: Uint8Array;
  /** Lower-case names; null leaves out what is sent otherwise (`content-type: application/json` with a body). */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Path and query below the base URL, percent-encoded; those of the operation unless given. */
  readonly rawTarget?: string;
  /** The body is not empty, claims to be JSON, and does not begin with a complete JSON text in any lenient reading. */
  readonly notJson?: true;
  /** A client library refuses to send this: it must be written to a socket. */
  readonly socketOnly?: true;
  /** Larger than what every server must accept. */
  readonly large?: true;
  /** Among those that break most parsers: a short list of samples holds these. */
  readonly first?: true;
}

/** All hostile requests of the operation. E-mail values may hold `{unique}` (as octets). */
export function hostile(operation: Operation, canonical: Canonical): Hostile[] {
  const found =
    'body' in operationTable[operation].request
      ? hostileBodies(operation, canonical)
      : hostileSearches(operation, canonical);
  return found.map((request) => ({ operation, ...request }));
}
