/** One row for each of several operations: the ids stay literal types, so that a check of a row that is not there does not compile. */
import type { Operation, Requirement } from '../../src/suite.ts';

export const posts = ['create', 'register', 'verify'] as const satisfies readonly Operation[];

export function perOperation<const Op extends Operation, Row extends Requirement>(
  operations: readonly Op[],
  row: (operation: Op) => Row,
): Row[] {
  return operations.map(row);
}

/** The operation's name in a sentence. */
export const operationPhrases: { readonly [op in Operation]: string } = {
  create: 'creating a common event',
  register: 'registering an auth',
  verify: 'verifying a user',
  logs: 'searching the logs of a webhook',
};

/** All four, as a tuple of literals. */
export const allOperations = ['create', 'register', 'verify', 'logs'] as const satisfies readonly Operation[];
