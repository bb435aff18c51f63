/** The valid request of an operation, with what it uses up fresh. The table in src/interface says what that is. */
import type { OperationRequest } from '../core/exchange.ts';
import { type Consumable, type Operation, type OperationWithoutCode, operationTable } from '../interface/operations.ts';
import { inconclusive, registrationRejected, unconfigured } from './conclusion.ts';
import type { RunContext } from './run-context.ts';
import type { PendingUser, Users } from './users/users.ts';

type Sources = Pick<RunContext, 'users' | 'creations'>;

/** `repeated`: the canonical creation each time, which a target may answer 409; `new`: the next that it should accept. */
export type EventChoice = 'repeated' | 'new';

const bodies: {
  readonly [what in Consumable]: (sources: Sources, event: EventChoice) => object | Promise<object>;
} = {
  event: ({ creations }, event) => (event === 'new' ? creations.next() : creations.canonical),
  email: ({ users }) => users.body(),
  code: async (sources) => verificationBody(await requirePendingUser(sources)),
};

/**
 * The valid request of an operation. One that needs a code waits for that of a new user; the others are made at once.
 * @throws CheckConcluded (inconclusive) if no code can be had
 */
export function validRequest(sources: Sources, operation: OperationWithoutCode, event?: EventChoice): OperationRequest;
export function validRequest(
  sources: Sources,
  operation: Operation,
  event?: EventChoice,
): OperationRequest | Promise<OperationRequest>;
export function validRequest(
  sources: Sources,
  operation: Operation,
  event: EventChoice = 'new',
): OperationRequest | Promise<OperationRequest> {
  const { consumes } = operationTable[operation];
  if (consumes === null) return { operation };
  const body = bodies[consumes](sources, event);
  return body instanceof Promise ? body.then((body) => ({ operation, body })) : { operation, body };
}

/** A user whose code has come; throws `inconclusive` if there is none. */
export async function requirePendingUser({ users }: Pick<RunContext, 'users'>): Promise<PendingUser> {
  requireCodeSource(users);
  const pending = await users.pending();
  if (pending.ok) return pending.user;
  const proof = pending.registered === undefined ? [] : [pending.registered];
  if (pending.why === 'refused') registrationRejected(pending.message, proof);
  inconclusive(pending.message, 'fixtures.verificationCode in the configuration, or a longer waitMs', proof);
}

/** Inconclusive where the configuration does not say where codes come from. */
export function requireCodeSource({ canReadCodes }: Pick<Users, 'canReadCodes'>): void {
  if (!canReadCodes)
    unconfigured(
      'fixtures.verificationCode',
      'the configuration does not say how to read the code that a user is sent',
    );
}

/** The body that verifies a pending user. */
export function verificationBody(user: PendingUser): { readonly email: string; readonly code: number } {
  return { email: user.body.email, code: Number(user.code) };
}
