/**
 * Limits on repeated requests that count those without a token, too: a guard against replays, or one on the requests of each e-mail.
 * Such a target rejects a valid request after one without a token, though that one had no effect.
 */
import type { CheckContext, Exchange } from '../../src/suite.ts';
import { controls, inconclusive, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

/** A valid request that was never sent before, and the same request with a field of a wrong type. */
interface FreshRequest {
  readonly valid: object;
  readonly invalid: object;
}

/**
 * Inconclusive if the valid request is also rejected after one with the valid token that had no effect, since its body is invalid:
 * `suspect`, which was rejected after a request without a token, then shows no effect of that request.
 */
export async function requireNoRepeatGuard(
  t: CheckContext,
  suspect: Exchange,
  { valid, invalid }: FreshRequest,
): Promise<void> {
  const { operation } = suspect.request;
  const send = (body: object, typed: boolean) => t.send({ operation, body, typed, throttle: 'accept' });
  const first = await send(invalid, false);
  if (isAccepted(first)) return;
  const again = await send(invalid, false);
  const isRefusedRepeat = !controls.isSameRejection(first, again) && controls.isSameRejection(again, suspect);
  const refused = isRefusedRepeat ? again : await send(valid, true);
  if (!controls.isSameRejection(refused, suspect)) return;
  inconclusive(
    `a valid request ${describeResponse(suspect)} after one without a token, but so is one after another that has no effect: the target limits what is repeated`,
    'a target that does not count requests without a token',
    [first, refused],
  );
}

/** The same for verifications, with a fresh user. */
export async function requireNoGuardOfCodes(t: CheckContext, suspect: Exchange): Promise<void> {
  const valid = controls.verificationBody(await controls.requirePlainUser(t));
  await requireNoRepeatGuard(t, suspect, { valid, invalid: { ...valid, code: 'none' } });
}
