import { type LeftBehind, nothingLeft } from './left-behind.ts';

/** What is wrong with the user's input, as a word for programs. The message is for people and may change. */
export type UsageErrorCode =
  | 'INVALID_OPTION'
  | 'INVALID_CONFIGURATION'
  | 'FILE_ERROR'
  | 'NO_MATCH'
  | 'UNKNOWN_FAULT'
  | 'UNKNOWN_REQUIREMENT'
  | 'PORT_IN_USE'
  | 'WRITES_NOT_ALLOWED';

/** Wrong input: exit status 2. The message names the place, what is wrong there and what it takes; `hint` is the next step. */
export class UsageError extends Error {
  readonly code: UsageErrorCode;
  readonly hint: string | undefined;
  constructor(message: string, hint?: string, code: UsageErrorCode = 'INVALID_OPTION') {
    super(message);
    this.name = 'UsageError';
    this.code = code;
    this.hint = hint;
  }
}

/** Why a target cannot be judged, as a word for programs. */
export type TargetErrorCode =
  | 'UNREACHABLE'
  | 'TOKEN_REJECTED'
  | 'NOT_FOUND'
  | 'SERVER_ERROR'
  | 'REDIRECTED'
  | 'THROTTLED'
  | 'NO_RESPONSE'
  | 'FIXTURES_REJECTED'
  | 'NOT_SENT';

/** The target cannot be judged: exit status 3. */
export class TargetError extends Error {
  readonly code: TargetErrorCode;
  readonly hint: string | undefined;
  /** What was created to find that out, or may have been. */
  readonly leftBehind: LeftBehind;
  constructor(
    message: string,
    hint?: string,
    code: TargetErrorCode = 'UNREACHABLE',
    leftBehind: LeftBehind = nothingLeft,
  ) {
    super(message);
    this.name = 'TargetError';
    this.code = code;
    this.hint = hint;
    this.leftBehind = leftBehind;
  }
}
