/** Bad input of the user's: exit 2. Names the place, what is wrong there, and the remedy. */
export class UsageError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'UsageError';
    this.hint = hint;
  }
}

/** The target cannot be judged: exit 3. */
export class TargetError extends Error {
  readonly hint: string | undefined;
  constructor(message: string, hint?: string) {
    super(message);
    this.name = 'TargetError';
    this.hint = hint;
  }
}
