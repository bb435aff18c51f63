/**
 * The valid request right after a rejected one on the same connection. If a server rejects a request without reading its body, and
 * keeps the connection open, it takes the body for the next request (RFC 9112 §9.3).
 */
import { type CheckContext, controls, type Exchange, fail, responses, series } from '../../src/suite.ts';

/** Servers often reject these before they read the body. */
const rejectedRequests: readonly controls.Attempt[] = [
  controls.withoutHeader,
  { label: 'as text/plain', how: { contentType: 'text/plain' } },
];

/** How many times in a row a suspicion must recur. */
const rounds = 3;
/** Pause before each round, ms: a limit on the requests in a short time rejects none that are this slow. */
const pauseMs = 300;

/** Fails if the valid request is rejected after a rejection on its connection, and accepted on another one at the same time. */
export async function expectAcceptedAfterRejection(
  t: CheckContext,
  sendingValid: (t: CheckContext) => Promise<series.SendOnce>,
): Promise<void> {
  for (const attempt of rejectedRequests) {
    const found = await t.exclusively(async (alone) => rejectionAfter(alone, await sendingValid(alone), attempt));
    if (found === undefined) continue;
    const { rejected, elsewhere, after } = found;
    const before = controls.describeAttempt('create', attempt.label);
    fail(
      `right after ${before}, which was rejected, the valid request on the same connection ${responses.describeResponse(after)}, each time; on another connection it was accepted`,
      [
        [elsewhere, 'the valid request on another connection: accepted', 'control'],
        [rejected, `${attempt.label}: rejected`],
        [after, 'the valid request after it on the same connection', 'wrong'],
      ],
      { symptom: { kind: 'refused' }, connection: 'same', reproduced: { times: rounds, of: rounds } },
    );
  }
}

interface Found {
  readonly rejected: Exchange;
  readonly elsewhere: Exchange;
  readonly after: Exchange;
}

/** The exchanges of the last round; undefined if one of the rounds shows nothing. */
async function rejectionAfter(
  t: CheckContext,
  sendValid: series.SendOnce,
  attempt: controls.Attempt,
): Promise<Found | undefined> {
  let found: Found | undefined;
  for (let round = 0; round < rounds; round += 1) {
    await t.clock.sleep(pauseMs);
    found = await sendRound(t, sendValid, attempt);
    if (found === undefined) return undefined;
  }
  return found;
}

async function sendRound(
  t: CheckContext,
  sendValid: series.SendOnce,
  { how }: controls.Attempt,
): Promise<Found | undefined> {
  const [connection, other] = [t.client.session(), t.client.session()];
  try {
    const before = await sendValid({ connection });
    const rejected = await t.send({ operation: 'create', body: t.creations.next(), ...how, connection });
    const elsewhere = await sendValid({ connection: other });
    const after = await sendValid({ connection });
    const isShown =
      responses.isAcceptedOrDuplicate(before) &&
      rejected.response !== null &&
      !responses.isAccepted(rejected) &&
      responses.isAcceptedOrDuplicate(elsewhere) &&
      series.isUnlimitedRejection(after);
    return isShown ? { rejected, elsewhere, after } : undefined;
  } finally {
    await Promise.all([connection.close(), other.close()]);
  }
}
