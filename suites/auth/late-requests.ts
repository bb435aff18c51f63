/** The valid request without the header at the end of the run: a guard may let go after many requests. */
import { api, type CheckContext, controls, type Operation, type OperationRequest, responses } from '../../src/suite.ts';

/** How often an accepted request is sent: the second time confirms the first. */
const most = 2;

/**
 * Sends the request, and requires that no request of the run without the header was accepted. A rejection needs no control: it decides
 * nothing, since the target may have locked the client by now.
 */
export async function requireNoneLetInLate(t: CheckContext, op: Operation): Promise<undefined> {
  if (!t.effort.isLean) await controls.unlessNotSent(() => sendWhileAccepted(t, op));
  return controls.requireNoneLetIn(t);
}

async function sendWhileAccepted(t: CheckContext, op: Operation): Promise<void> {
  for (let sent = 0; sent < most; sent += 1) {
    const request = await requestOf(t, op);
    if (request === undefined) return;
    const exchange = await t.send({ ...request, ...controls.withoutHeader.how, throttle: 'accept' });
    if (!responses.isAccepted(exchange)) return;
  }
}

/** The valid request. A verification takes a user from the beginning of the run, if there is one that no check has used. */
async function requestOf(t: CheckContext, op: Operation): Promise<OperationRequest | undefined> {
  if (!api.needsCode(op)) return controls.validRequest(t, op, 'repeated');
  const user = await controls.untouchedPending(t);
  return user && { operation: op, body: controls.verificationBody(user) };
}
