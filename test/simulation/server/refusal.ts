/** Thrown if a request is refused. Not an Error: half of all requests are refused, and a stack costs more than the rest. */
export class Refusal {
  readonly status: number;
  readonly message: string;
  readonly retryAfter: string | undefined;

  constructor(status: number, message: string, retryAfter?: string) {
    this.status = status;
    this.message = message;
    this.retryAfter = retryAfter;
  }
}

/** Thrown if there is no response at all. */
export class NoResponse extends Error {
  readonly kind: 'refused' | 'cut';

  constructor(kind: 'refused' | 'cut') {
    super(kind === 'refused' ? 'connect ECONNREFUSED' : 'socket hang up');
    this.kind = kind;
  }
}
