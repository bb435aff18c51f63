/**
 * One requirement for each of several operations. The ids stay literal types, so that a check of a requirement that
 * does not exist fails to compile.
 */
import { type Operation, operations, operationsWithBody, operationTable } from '../../src/interface/operations.ts';
import type { Requirement } from '../../src/suite.ts';

export { operations as allOperations, operationsWithBody as posts };

/** One requirement per operation. */
export function perOperation<const Op extends Operation, Row extends Requirement>(
  operations: readonly Op[],
  requirementOf: (operation: Op) => Row,
): Row[] {
  return operations.map(requirementOf);
}

/** The operation as a statement names it: `POST /v2/auth/register`. */
export const endpointOf = Object.fromEntries(
  operations.map((op) => [op, `${operationTable[op].method} ${operationTable[op].path}`]),
) as { readonly [op in Operation]: string };
