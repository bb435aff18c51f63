/** One row for each of several operations: the ids stay literal types, so that a check of a row that is not there does not compile. */
import { type Operation, operations, operationsWithBody, operationTable } from '../../src/interface/operations.ts';
import type { Requirement } from '../../src/suite.ts';

export { operations as allOperations, operationsWithBody as posts };

export function perOperation<const Op extends Operation, Row extends Requirement>(
  operations: readonly Op[],
  row: (operation: Op) => Row,
): Row[] {
  return operations.map(row);
}

/** The operation as the subject of a sentence. */
export const operationPhrases = Object.fromEntries(operations.map((op) => [op, operationTable[op].phrase])) as {
  readonly [op in Operation]: string;
};
