/** Gaps of every operation: the status code of a success, and the fields of a body. */
import { type Operation, operations, operationsWithBody } from '../operation.ts';
import type { GapTable, ObservedGap } from './gap.ts';

/** One entry per operation, with ids such as `successStatus.create`. */
function perOperation<const Op extends Operation, Name extends string, const Entry extends ObservedGap>(
  name: Name,
  of: readonly Op[],
  entry: (operation: Op) => Entry,
) {
  return Object.fromEntries(of.map((operation) => [`${name}.${operation}`, entry(operation)])) as {
    readonly [Id in `${Name}.${Op}`]: Entry;
  };
}
export const operationGaps = {
  ...perOperation('successStatus', operations, (op) => ({
    section: '4',
    about: `status code of a successful ${op}`,
    probe: `${op}/success-status`,
    needs: `${op}/accepts-valid`,
    declarable: true,
    advice: 'Treat any 2xx as success; do not compare with this number.',
  })),
  ...perOperation('requiredFields', operationsWithBody, (op) => ({
    section: '2',
    about: `required fields of a ${op} body`,
    probe: `${op}/required-fields`,
    declarable: true,
    advice: 'Send every field; another server may require the others.',
  })),
  ...perOperation('unknownFields', operationsWithBody, (op) => ({
    section: '2',
    about: `a ${op} body with a field that the specification does not name`,
    probe: `${op}/required-fields`,
    advice: 'Send only the fields that the specification names.',
  })),
} as const satisfies GapTable;
