/**
 * One requirement for each of several operations. The ids stay literal types, so that a check of a requirement that
 * does not exist fails to compile.
 */
import { endpointOf, type Operation, operations, operationsWithBody } from '../../src/interface/operations.ts';
import type { Requirement } from '../../src/suite.ts';

export { endpointOf, operations as allOperations, operationsWithBody as posts };

/** One requirement per operation. */
export function perOperation<const Op extends Operation, Row extends Requirement>(
  operations: readonly Op[],
  requirementOf: (operation: Op) => Row,
): Row[] {
  return operations.map(requirementOf);
}
