/** Requests that must be rejected for their token, and what findings say of them. */
import {
  describeResponse,
  type Exchange,
  type HttpResponse,
  headerValue,
  type OperationRequest,
} from '../../core/exchange.ts';
import type { MessageForm } from '../../generators/message-forms.ts';
import { endpointOf, needsCode, type Operation } from '../../interface/operations.ts';
import { parsePage } from '../../schema/page.ts';
import type { CheckContext } from '../check-context.ts';
import type { Proof } from '../conclusion.ts';
import type { ControlledAttempt } from './positive-control.ts';

/** A request that differs from the valid one in what the label says. */
export interface Attempt {
  /** Ends a sentence: "without an Authorization header", "with the valid token cut at the end by 1". */
  readonly label: string;
  readonly how: Partial<OperationRequest>;
  /** The attempts with one part fewer. */
  simpler?(): readonly Attempt[];
  /** Set if the attempt tries several ways in at once. */
  readonly together?: Together;
  /** The name under which checks that make the same attempt share its result. */
  readonly common?: string;
  /** What was sent before, without which the attempt would mean nothing. */
  readonly given?: readonly Proof[];
}

/**
 * Several ways in, tried in one request. If it is rejected just like the request without any of them, none of them lets anybody
 * in. Any other rejection may be due to the combination: a token may be sent in one way only (RFC 6750 §2), and there may be too
 * many headers. Then each is tried alone.
 */
export interface Together {
  readonly without: Attempt;
  readonly parts: readonly Attempt[];
}

/** The attempt in another form of message: whatever a guard looks at, it must not skip the token. */
export function attemptIn(attempt: Attempt, form: MessageForm): Attempt {
  return {
    label: `${attempt.label}, ${form.label}`,
    how: { ...attempt.how, ...form.how },
    simpler: () => form.simpler().map((smaller) => attemptIn(attempt, smaller)),
  };
}

export const withoutHeader: Attempt = {
  label: 'without an Authorization header',
  how: { authorization: null },
  common: 'without header',
};
/** Rejected by every server that looks at the token at all. */
export const withMadeUpToken: Attempt = {
  label: 'with a made-up token',
  how: { authorization: 'Bearer madeup-4f9a2c71d0e85b36' },
  common: 'with made-up token',
};
export const withExtendedToken: Attempt = {
  label: 'with the valid token extended at the start',
  how: { authorization: 'Bearer x{token}' },
  common: 'with extended token',
};

/** Sends an attempt between positive controls; only once per run if several checks make it. */
export function attemptOnce(
  t: CheckContext,
  operation: Operation,
  { common, how }: Attempt,
): Promise<ControlledAttempt> {
  if (common === undefined) return t.attempt(operation, how);
  return t.shareReading(`${operation} ${common}`, (first) => first.attempt(operation, how));
}

/** The valid request without the header, between positive controls; checks share it. */
export function attemptWithoutHeader(t: CheckContext, operation: Operation): Promise<ControlledAttempt> {
  return attemptOnce(t, operation, withoutHeader);
}

/** "POST /v2/auth/register without an Authorization header". */
export const describeAttempt = (operation: Operation, label: string): string => `${endpointOf[operation]} ${label}`;

/** "answered 200 with 20 items". */
export function describePage(exchange: Exchange): string {
  const page = parsePage(exchange.response);
  if (page === undefined) return describeResponse(exchange);
  return `${describeResponse(exchange)} with ${page.data.length} ${page.data.length === 1 ? 'item' : 'items'}`;
}

/** An attempt, and the control before it. */
export type Shown = Pick<ControlledAttempt, 'before' | 'exchange'>;

/** The control first, so that the code of a pending user can be had, and the attempt last. */
export function proofOfAttempt(
  operation: Operation,
  { before, exchange }: Shown,
  { label, given = [] }: Pick<Attempt, 'label' | 'given'>,
): Proof[] {
  const control = needsCode(operation)
    ? 'the user is registered, and its code comes'
    : 'the same request with the valid token';
  return [...given, [before, control, 'control'], [exchange, `${label}: must be rejected`, 'wrong']];
}

/**
 * Whether the target rejects both for the same reason: a 401 names an invalid token, and why (RFC 6750 §3.1). Any other status may
 * have several reasons, which only the text tells apart.
 */
export function isSameRejection({ response: one }: Exchange, { response: other }: Exchange): boolean {
  if (one === null || other === null || one.status !== other.status) return false;
  const [challenge, otherChallenge] = [one, other].map((response) => headerValue(response, 'www-authenticate'));
  return challenge === otherChallenge && (one.status === 401 || textOf(one) === textOf(other));
}

/** The body without numbers and ids, which may be different in each response. */
const textOf = ({ bytes }: HttpResponse): string => new TextDecoder().decode(bytes).replace(/[\da-f-]{8,}|\d+/gi, '#');
