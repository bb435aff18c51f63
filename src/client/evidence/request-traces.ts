/** The trace of each requirement that sends requests, for the `traceparent` header. */
import { randomBytes } from 'node:crypto';
import type { RunSettings } from '../../core/config.ts';
import type { OperationRequest } from '../../core/exchange.ts';
import { traceHeader, traceIdOf } from '../../core/trace.ts';

export class RequestTraces {
  readonly #key: string;
  readonly #isWanted: boolean;
  readonly #ids = new Map<string, string>();

  constructor({ freshKey, trace, headers }: Pick<RunSettings, 'freshKey' | 'trace' | 'headers'>) {
    this.#key = freshKey ?? randomBytes(16).toString('hex');
    this.#isWanted = trace !== false && !headers.some(([name]) => name.toLowerCase() === traceHeader);
  }

  /**
   * The trace of a request, 32 hex digits; undefined if it gets none: the run wants none, or its check chose its headers,
   * since what they do together may be what it tests.
   */
  of({ headers = [] }: Pick<OperationRequest, 'headers'>, requirement: string): string | undefined {
    if (!this.#isWanted || headers.length > 0) return undefined;
    const id = this.#ids.get(requirement) ?? traceIdOf(this.#key, requirement);
    this.#ids.set(requirement, id);
    return id;
  }
}
