/** The canonical valid request succeeds. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  isDuplicate,
  NotSent,
  type Operation,
  pass,
} from '../../src/suite.ts';
import { recognised, sendCreation } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of ['create', 'logs'] as const)
  check(`${op}/accepts-valid`, (t) => unlessHung(t, op, (sent) => accepts(t, op, sent)), {
    phase: 'opening',
  });

check('register/accepts-valid', stillAccepts, {
  phase: 'closing',
  prepare: {
    phase: 'opening',
    work: (t) => unlessHung(t, 'register', (sent) => accepts(t, 'register', sent)),
  },
});

/**
 * At the end of the run the canonical values, with a fresh e-mail, must serve still. Were all registrations refused, it might
 * be a quota; where one of other names is accepted beside it, it is not.
 */
async function stillAccepts(t: CheckContext): Promise<Conclusion> {
  const first = await t.sendCanonical('register');
  if (isAccepted(first)) return pass();
  const again = await t.sendCanonical('register', first.response === null ? { connection: 'fresh' } : {});
  if (isAccepted(again)) return pass();
  for (const change of [{ firstName: 'Hedwig' }, { firstName: 'Hedwig', lastName: 'Kohn' }]) {
    const other = (await t.users.register(change)).registered;
    if (!isAccepted(other)) continue;
    const last = await t.sendCanonical('register');
    if (isAccepted(last)) return pass();
    fail(
      `accepted at first, the canonical values with a fresh e-mail ${describeResponse(again)} at the end of the run; other names are accepted`,
      [again, [other, 'other names'], [last, 'the canonical values, once more']],
      { symptom: { kind: 'refused' } },
    );
  }
  return pass({
    message: `accepted at first; at the end of the run every registration ${describeResponse(again)}: a quota, perhaps`,
  });
}

async function accepts(t: CheckContext, op: 'create' | 'register' | 'logs', sent: Exchange[]) {
  const first = await t.sendCanonical(op);
  sent.push(first);
  if (!isAccepted(first)) {
    // A creation that the target already has may be refused as a repetition; another one must then be accepted.
    const again = await t.sendCanonical(op, first.response === null ? { connection: 'fresh' } : {});
    sent.push(again);
    if (isDuplicate(again))
      inconclusive(
        'the target has every event that the configured ids can make (409)',
        'fresh profileIds and calendarIds',
      );
    if (!isAccepted(again))
      fail(
        `the canonical request ${describeResponse(first)}, and again ${describeResponse(again)}; a 2xx is owed`,
        [first, again],
        {
          symptom: { kind: 'refused' },
        },
      );
    return pass({ message: `the first attempt ${describeResponse(first)}, the second was accepted` });
  }
  if (op === 'create') await smallLimits(t, first);
  return pass();
}

/**
 * `limit` alone at small values. Its bounds are a gap, so a target may refuse any of them; one that refuses all is worth a
 * word, which no gate counts.
 */
async function smallLimits(t: CheckContext, canonical: Exchange): Promise<void> {
  const { creations } = t;
  const small = t.effort.sampleOf([1, 2, 3], 2).filter((limit) => limit < creations.canonical.limit);
  const tried = await Promise.all(small.map((limit) => sendCreation(t, { ...creations.next(), limit })));
  if (tried.length < 2 || tried.some(recognised)) return;
  const again = await Promise.all(
    small.map((limit) => t.send({ operation: 'create', body: { ...creations.next(), limit } })),
  );
  if (again.some(recognised)) return;
  fail(
    `limit ${small.join(', ')}: each ${describeResponse(again[0]!)}, while limit ${creations.canonical.limit} is accepted`,
    [
      [canonical, 'the canonical limit'],
      [tried[0]!, `limit ${small[0]}`],
      [again.at(-1)!, `limit ${small.at(-1)}`],
    ],
    { level: 'advisory', symptom: { kind: 'refused' } },
  );
}

check(
  'verify/accepts-valid',
  (t) =>
    unlessHung(t, 'verify', async (sent) => {
      for (let attempt = 1; ; attempt += 1) {
        const pending = await t.users.pending();
        if (!pending.ok)
          inconclusive(pending.message, 'fixtures.verificationCode in the configuration, or a longer waitMs');
        const verified = await t.users.verify(pending.user, { canonical: true });
        sent.push(verified);
        if (isAccepted(verified)) return pass();
        if (attempt === 2)
          fail(
            `the right code of a fresh user ${describeResponse(verified)}, twice; a 2xx is owed`,
            [pending.user.registered, verified],
            { symptom: { kind: 'refused' } },
          );
      }
    }),
  { phase: 'opening' },
);

/** An operation that hangs twice on its canonical request is not asked again: that is the failure, not an unmet condition. */
async function unlessHung(
  t: CheckContext,
  op: Operation,
  work: (sent: Exchange[]) => ReturnType<typeof accepts>,
): ReturnType<typeof accepts> {
  const sent: Exchange[] = [];
  try {
    return await work(sent);
  } catch (error) {
    const hung = sent
      .concat(t.traffic.unconfirmedTimeouts(op))
      .find((exchange) => exchange.failure?.kind === 'timeout');
    if (!(error instanceof NotSent && error.reason === 'given-up' && t.client.givenUp(op) && hung)) throw error;
    fail(`the canonical request ${describeResponse(hung)}, more than once; a 2xx is owed`, [hung], {
      symptom: { kind: 'refused' },
    });
  }
}
