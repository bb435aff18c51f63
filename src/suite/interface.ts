/** The four operations as data. */
export { logStatuses } from '../core/operation.ts';
export {
  endpointOf,
  idSegments,
  needsCode,
  operations,
  operationsWith,
  operationsWithBody,
  operationTable,
  pathOf,
  returnsPage,
} from '../interface/operations.ts';
