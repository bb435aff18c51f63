/** A client that accepts anything, as curl and most libraries do: a server may answer it otherwise than one that names JSON. */
import type { OperationRequest } from '../../src/suite.ts';

export const acceptAnything: Pick<OperationRequest, 'headers'> = { headers: [['Accept', '*/*']] };
