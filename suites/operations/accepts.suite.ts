/** The canonical valid request succeeds. */
import {
  accepted,
  checksOf,
  type Decision,
  type Exchange,
  fail,
  inconclusive,
  NotSent,
  type Operation,
  pass,
  repeated,
  said,
  type Trial,
} from '../../src/kit.ts';
import { creation, recognised } from '../sending.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

for (const op of ['create', 'logs'] as const)
  check(`${op}/accepts-valid`, (trial) => unlessHung(trial, op, (sent) => accepts(trial, op, sent)), {
    phase: 'opening',
  });

check('register/accepts-valid', stillAccepts, {
  phase: 'closing',
  prepare: {
    phase: 'opening',
    work: (trial) => unlessHung(trial, 'register', (sent) => accepts(trial, 'register', sent)),
  },
});

/**
 * At the end of the run the canonical values, with a fresh e-mail, must serve still. Were all registrations refused, it might
 * be a quota; where one of other names is accepted beside it, it is not.
 */
async function stillAccepts(trial: Trial): Promise<Decision> {
  const first = await trial.canonical('register');
  if (accepted(first)) return pass();
  const again = await trial.canonical('register', first.response === null ? { connection: 'fresh' } : {});
  if (accepted(again)) return pass();
  for (const change of [{ firstName: 'Hedwig' }, { firstName: 'Hedwig', lastName: 'Kohn' }]) {
    const other = (await trial.users.register(change)).registered;
    if (!accepted(other)) continue;
    const last = await trial.canonical('register');
    if (accepted(last)) return pass();
    throw fail(
      `accepted at first, the canonical values with a fresh e-mail ${said(again)} at the end of the run; other names are accepted`,
      [again, [other, 'other names'], [last, 'the canonical values, once more']],
      { symptom: { kind: 'refused' } },
    );
  }
  return pass({
    message: `accepted at first; at the end of the run every registration ${said(again)}: a quota, perhaps`,
  });
}

async function accepts(trial: Trial, op: 'create' | 'register' | 'logs', sent: Exchange[]) {
  const first = await trial.canonical(op);
  sent.push(first);
  if (!accepted(first)) {
    // A creation that the target already has may be refused as a repetition; another one must then be accepted.
    const again = await trial.canonical(op, first.response === null ? { connection: 'fresh' } : {});
    sent.push(again);
    if (repeated(again))
      throw inconclusive(
        'the target has every event that the configured ids can make (409)',
        'fresh profileIds and calendarIds',
      );
    if (!accepted(again))
      throw fail(`the canonical request ${said(first)}, and again ${said(again)}; a 2xx is owed`, [first, again], {
        symptom: { kind: 'refused' },
      });
    return pass({ message: `the first attempt ${said(first)}, the second was accepted` });
  }
  if (op === 'create') await smallLimits(trial, first);
  return pass();
}

/**
 * `limit` alone at small values. Its bounds are a gap, so a target may refuse any of them; one that refuses all is worth a
 * word, which no gate counts.
 */
async function smallLimits(trial: Trial, canonical: Exchange): Promise<void> {
  const { creations } = trial;
  const small = trial.some([1, 2, 3], 2).filter((limit) => limit < creations.canonical.limit);
  const tried = await Promise.all(small.map((limit) => creation(trial, { ...creations.next(), limit })));
  if (tried.length < 2 || tried.some(recognised)) return;
  const again = await Promise.all(
    small.map((limit) => trial.send({ operation: 'create', body: { ...creations.next(), limit } })),
  );
  if (again.some(recognised)) return;
  throw fail(
    `limit ${small.join(', ')}: each ${said(again[0]!)}, while limit ${creations.canonical.limit} is accepted`,
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
  (trial) =>
    unlessHung(trial, 'verify', async (sent) => {
      for (let attempt = 1; ; attempt += 1) {
        const pending = await trial.users.pending();
        if (!pending.ok)
          throw inconclusive(pending.message, 'fixtures.verificationCode in the configuration, or a longer waitMs');
        const verified = await trial.users.verify(pending.user, { canonical: true });
        sent.push(verified);
        if (accepted(verified)) return pass();
        if (attempt === 2)
          throw fail(
            `the right code of a fresh user ${said(verified)}, twice; a 2xx is owed`,
            [pending.user.registered, verified],
            { symptom: { kind: 'refused' } },
          );
      }
    }),
  { phase: 'opening' },
);

/** An operation that hangs twice on its canonical request is not asked again: that is the failure, not an unmet condition. */
async function unlessHung(
  trial: Trial,
  op: Operation,
  work: (sent: Exchange[]) => ReturnType<typeof accepts>,
): ReturnType<typeof accepts> {
  const sent: Exchange[] = [];
  try {
    return await work(sent);
  } catch (error) {
    const hung = sent.concat(trial.watch.suspicions(op)).find((exchange) => exchange.failure?.kind === 'timeout');
    if (!(error instanceof NotSent && error.reason === 'given-up' && trial.client.givenUp(op) && hung)) throw error;
    throw fail(`the canonical request ${said(hung)}, more than once; a 2xx is owed`, [hung], {
      symptom: { kind: 'refused' },
    });
  }
}
