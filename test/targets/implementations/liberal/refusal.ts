/** Thrown if a request is refused. */
export class Refusal extends Error {
  readonly status: number;
  readonly retryAfter: string | undefined;
  constructor(status: number, message: string, retryAfter?: string) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
