/** What a run would send. */
import type { CreationLimits } from './left-behind.ts';
import type { Operation } from './operation.ts';

/** What a run sent to one operation. */
export interface Sent {
  readonly requests: number;
  /** Octets of the largest request body. */
  readonly largestBody: number;
}

export type SentByOperation = { readonly [operation in Operation]: Sent };

export interface Plan {
  readonly baseUrl: string;
  readonly depth: string;
  readonly requirements: number;
  readonly sent: SentByOperation;
  readonly created: CreationLimits;
  /** What the run would never exceed. */
  readonly most: { readonly requests: number; readonly created: CreationLimits | undefined };
  readonly methods: boolean;
}
