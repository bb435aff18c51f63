/** The configured valid request is accepted. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  type Exchange,
  fail,
  inconclusive,
  NotSent,
  type Operation,
  pass,
  responses,
  traffic,
} from '../../src/suite.ts';
import { blameCode, blameFixtures, namesOfFixtures } from './fixtures.ts';
import { acceptAnyOrder } from './member-order.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isAcceptedOrDuplicate, isDuplicate, mayBeOutage } = responses;

check('create/accepts-valid', (t) => unlessHung(t, 'create', acceptCanonical), { phase: 'opening' });
check('logs/accepts-valid', (t) => unlessHung(t, 'logs', acceptCanonical), { phase: 'opening' });
check('verify/accepts-valid', (t) => unlessHung(t, 'verify', acceptRightCode), { phase: 'opening' });
check('register/accepts-valid', (t) => unlessSpent(t, 'register', acceptStill), {
  phase: 'closing',
  prepare: { phase: 'opening', work: (t) => unlessHung(t, 'register', acceptCanonical) },
});

/** An operation that times out twice on its canonical request is given up. If it hangs, that is the failure, not an unmet condition. */
async function unlessHung<Op extends Operation>(
  t: CheckContext,
  op: Op,
  work: (t: CheckContext, op: Op) => Promise<Conclusion>,
): Promise<Conclusion> {
  try {
    return await work(t, op);
  } catch (error) {
    const [hung] = traffic.timeoutsOfGivenUp(t, op);
    if (hung === undefined || !(error instanceof NotSent && error.reason === 'given-up')) throw error;
    await traffic.requireHang(t, hung);
    fail(`the request with the configured values ${describeResponse(hung)}, more than once; expected 2xx`, [hung], {
      symptom: { kind: 'refused' },
    });
  }
}

/** Reasons for which a request is not sent that leave what was accepted at first as it was. */
const spent: ReadonlySet<NotSent['reason']> = new Set(['budget', 'time', 'throttled', 'token-ended']);

/** What was accepted at first counts if nothing more can be sent at the end of the run: a quota may be used up by then. */
async function unlessSpent(
  t: CheckContext,
  op: Operation,
  work: (t: CheckContext) => Promise<Conclusion>,
): Promise<Conclusion | undefined> {
  try {
    return await unlessHung(t, op, work);
  } catch (error) {
    if (!(error instanceof NotSent && spent.has(error.reason))) throw error;
    const hung = traffic.timeoutsOfGivenUp(t, op);
    if (hung.length === 0) return undefined;
    inconclusive(
      `accepted at first; later, ${hung.length} requests in a row timed out, and no time was left to send another one`,
      'a higher --max-time, or a target whose operation answers throughout the run',
      hung,
    );
  }
}

/** How many requests may be lost to outages, such as a gateway that drops requests, before the next one counts as rejected. */
const mostLost = 4;

/** Once more with fresh values if it is rejected: two rejections in a row fail. */
async function acceptCanonical(t: CheckContext, op: 'create' | 'register' | 'logs'): Promise<Conclusion> {
  const first = await t.sendCanonical(op);
  if (isAccepted(first)) {
    if (op === 'create') await acceptSomeSmallLimit(t, first);
    if (op !== 'logs') await acceptAnyOrder(t, op);
    return pass();
  }
  const again = await sendAgain(t, op, first);
  // A creation that the target already has may be rejected as a repetition, and it need not accept any other.
  const before = op === 'create' && isDuplicate(first) ? t.creations.accepted : undefined;
  if (before !== undefined && !isAccepted(again)) {
    t.client.noteUse([before]);
    return pass({ message: `accepted before; repeated, it ${describeResponse(first)}` });
  }
  // A target may reject a request beside others, for example while one of them holds a lock.
  if (isRejected(again) && !t.client.runsAlone) {
    const alone = await t.exclusively((quiet) => quiet.sendCanonical(op));
    if (isAccepted(alone))
      return pass({ message: `beside other requests it ${describeResponse(again)}; alone it was accepted` });
  }
  if (isDuplicate(again))
    inconclusive(
      'the target may have every event that the configured ids can make',
      'fresh profileIds and calendarIds',
    );
  if (isAccepted(again))
    return pass({ message: `the first attempt ${describeResponse(first)}, the second was accepted` });
  const areRejected = isRejected(first) && isRejected(again);
  const blamed = areRejected && t.settings.run.fixturesExist !== true ? await blameFixtures(t, op, again) : undefined;
  if (blamed === 'all')
    inconclusive(
      `the request with the configured values ${describeResponse(again)}, with every configured id`,
      `ids that exist on the target; see fixtures: ${namesOfFixtures(t, op)}`,
      [first, again],
    );
  fail(
    `the request with the configured values ${describeResponse(first)}, and again ${describeResponse(again)}; expected 2xx`,
    [first, again],
    { symptom: { kind: 'refused' }, ...blamed },
  );
}

/** The request with the configured values after one that was not accepted. */
async function sendAgain(t: CheckContext, op: 'create' | 'register' | 'logs', first: Exchange): Promise<Exchange> {
  let last = first;
  for (let lost = 0; lost === 0 || (mayBeOutage(last) && lost < mostLost); lost += 1)
    last = await t.sendCanonical(op, last.response === null ? { connection: 'fresh' } : {});
  return last;
}

const isRejected = ({ response }: Exchange) => response !== null && response.status >= 400 && response.status < 500;

/** Fails, at level advisory, if every small limit is rejected: the bounds of `limit` are not specified. */
async function acceptSomeSmallLimit(t: CheckContext, canonical: Exchange): Promise<void> {
  const { creations } = t;
  const results = responses.parsePage(canonical.response)?.totalItems ?? 0;
  // With few requests, those that other checks send, too.
  const limits = t.effort.pick({ quick: [1, results], standard: [1, 2, 3] });
  const small = [...new Set(limits)].filter((limit) => limit >= 1 && limit < creations.canonical.limit);
  const bodies = () => small.map((limit) => ({ ...creations.next(), limit }));
  const tried: Exchange[] = [];
  // One after another: what comes of them is compared with what comes of creations at once.
  for (const body of bodies()) tried.push(await controls.sendCreation(t, body));
  if (tried.length < 2 || tried.some(isAcceptedOrDuplicate)) return;
  const again = await Promise.all(bodies().map((body) => t.send({ operation: 'create', body })));
  if (again.some(isAcceptedOrDuplicate)) return;
  fail(
    `limit ${small.join(', ')}: each ${describeResponse(again[0]!)}, while limit ${creations.canonical.limit} is accepted`,
    [
      [canonical, 'the configured limit'],
      [tried[0]!, `limit ${small[0]}`],
      [again.at(-1)!, `limit ${small.at(-1)}`],
    ],
    { level: 'advisory', symptom: { kind: 'refused' } },
  );
}

/** Whether the code was accepted that showed how codes are read. */
async function isFirstAccepted(t: CheckContext): Promise<boolean> {
  if (t.client.runsAlone || t.effort.isExhaustive || !t.users.canReadCodes) return false;
  await t.users.prepareCodes();
  const { firstVerified } = t.users.memory;
  if (firstVerified === undefined) return false;
  t.client.noteUse([firstVerified.user.registered, firstVerified.verified]);
  if (!t.effort.isLean) t.runContext.canonical.take(firstVerified.verified);
  return true;
}

/** The right code of a fresh user, and of another one if it is rejected; to confirm that, at any age of the code. */
async function acceptRightCode(t: CheckContext): Promise<Conclusion> {
  const conclusion = await acceptUsualCode(t);
  await acceptAnyOrder(t, 'verify');
  return conclusion;
}

async function acceptUsualCode(t: CheckContext): Promise<Conclusion> {
  if (await isFirstAccepted(t)) return pass();
  let rejected = 0;
  let lost = 0;
  for (;;) {
    const user = await controls.requirePendingUser(t);
    const isLast = rejected === 1;
    const verified = await (isLast && t.client.runsAlone
      ? controls.verifyAtAnyAge(t, user)
      : t.users.verify(user, { canonical: true }));
    if (isAccepted(verified)) return pass();
    if (mayBeOutage(verified) && lost < mostLost) {
      lost += 1;
      continue;
    }
    rejected += 1;
    if (isLast)
      fail(
        `the right code of a fresh user ${describeResponse(verified)}, twice; expected 2xx`,
        [user.registered, verified],
        { symptom: { kind: 'refused' }, ...blameCode(t) },
      );
  }
}

/** Statuses of a quota. 429 is not listed: the client waits and sends the request again. */
const quotaStatuses: ReadonlySet<number> = new Set([402, 403]);

/** A user that was not verified may be in the way of the next, so that it is verified first. */
async function requireMoreThanOne(t: CheckContext, last: Exchange): Promise<void> {
  const { accepted, rejected, first } = t.runContext.canonical.of('register');
  if (accepted > 1 || first === undefined || rejected < 5) return;
  const { email } = JSON.parse(new TextDecoder().decode(first.request.body ?? undefined)) as { email: string };
  const code = await t.users.code(email, 1);
  const verified =
    code === undefined ? undefined : await t.send({ operation: 'verify', body: { email, code: Number(code) } });
  const next = await t.sendCanonical('register');
  if (isAccepted(next)) return;
  if (verified === undefined || !isAccepted(verified) || quotaStatuses.has(next.response?.status ?? 0))
    inconclusive('only the first registration of the run was accepted', 'a target with a larger quota of users', [
      first,
      next,
    ]);
  fail(
    `only the first registration of the run was accepted; ${rejected} others, each with a fresh e-mail, were rejected (the last one ${describeResponse(last)}), even after the first user was verified`,
    [
      [first, 'the first registration'],
      [verified, 'its user is verified'],
      [next, 'another registration'],
    ],
    { symptom: { kind: 'refused' } },
  );
}

/** Registrations of canonical values that show what one more at the end of the run would, if none was rejected. */
const manyRegistrations = 8;

const uniqueName = 'names that differ for each user: {unique} in fixtures.register.firstName or lastName';

/** What a target may require to be unique beside the e-mail; §2 leaves this open. */
const mayBeUnique = [
  { what: 'first name', change: { firstName: 'Hedwig {unique}' }, remedy: uniqueName },
  { what: 'name', change: { firstName: 'Hedwig {unique}', lastName: 'Kohn {unique}' }, remedy: uniqueName },
  {
    what: 'password',
    change: { password: 'Another-Horse-27-{unique}' },
    remedy: 'a target that accepts the same password for several users',
  },
  {
    what: 'domain of the e-mail',
    change: { email: 'hedwig@{unique}.example.com' },
    remedy: 'e-mails of a domain for each user: {unique} in the domain of fixtures.register.email',
  },
];

function isAcceptedThroughout(t: CheckContext): boolean {
  const { accepted, rejected, last } = t.runContext.canonical.of('register');
  if (t.client.runsAlone || last === undefined || rejected > 0 || accepted < manyRegistrations) return false;
  t.client.noteUse([last]);
  return true;
}

/**
 * At the end of the run the canonical values are still accepted, with a fresh e-mail. If every registration is rejected, it
 * may be a quota; if one with another name or password is accepted, that may have to be unique.
 */
async function acceptStill(t: CheckContext): Promise<Conclusion> {
  if (await t.effort.isDecidedBy(async () => isAcceptedThroughout(t))) return pass();
  const first = await t.sendCanonical('register');
  // Beside other requests a target may shed load: what follows is sent alone.
  return isAccepted(first) ? pass() : t.exclusively((alone) => acceptAlone(alone, first));
}

async function acceptAlone(t: CheckContext, first: Exchange): Promise<Conclusion> {
  const again = await t.sendCanonical('register', first.response === null ? { connection: 'fresh' } : {});
  if (isAccepted(again)) return pass();
  for (const { what, change, remedy } of mayBeUnique) {
    const other = (await t.users.register(change)).registered;
    if (!isAccepted(other)) continue;
    const last = await t.sendCanonical('register');
    if (isAccepted(last)) return pass();
    inconclusive(
      `the configured values with a fresh e-mail, accepted at first, ${describeResponse(again)} at the end of the run; with another ${what} they are accepted, so that it may have to be unique`,
      remedy,
      [again, [other, `another ${what}`], [last, 'the configured values, once more']],
    );
  }
  await requireMoreThanOne(t, again);
  return pass({
    message: `accepted at first; at the end of the run every registration ${describeResponse(again)}, perhaps for a quota`,
  });
}
