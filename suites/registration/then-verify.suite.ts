/**
 * A registered user is verified with its e-mail and the code that it was sent. Codes may be late, live for seconds, or be
 * locked for a client that sent wrong ones: a rejected right code fails only if users treated in the same manner are rejected
 * again, while one that was registered alone, and is as old, is accepted.
 */
import type { CheckContext, PendingUser } from '../../src/suite.ts';
import { checksOf, controls, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { expectNoneForgotten } from './forgotten-users.ts';
import { failLost, failRejected, type JudgedCohort, lostCode } from './lost-codes.ts';
import { isVerifiedAfterAll } from './repeated/all-together.ts';
import { verifyTwiceAtOnce } from './repeated/code-at-once.ts';
import { verifyRepeated } from './repeated/repeated-users.ts';
import { requirements } from './requirements.ts';
import { verifyForms } from './unusual-users.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;
const { ageOf, hasLeadingZero, proofOfRejectedCode } = controls;

/** Users registered in search of a rejected code with leading zeros, and where a second one must confirm it. */
const zerosSought = { quick: 0, standard: 21, deep: 210 };
/** Codes without leading zeros after which the target is taken to send none: uniform codes would pass by chance once in a hundred runs. */
const tellingCodes = 44;
const zerosConfirmed = 80;

/** State that the parts of the check share. */
interface Tally {
  verified: number;
  leadingZeros: number;
  forms: number;
  readonly rejectedZeros: controls.RejectedCode[];
}

const newTally = (): Tally => ({ verified: 0, leadingZeros: 0, forms: 0, rejectedZeros: [] });

/** What was found before leading zeros are looked for, which other checks may have met by then. */
const tallyOf = (t: CheckContext): Tally => t.once('users registered, then verified', newTally);

check(
  'register/then-verify',
  async (t) => {
    await expectNoneForgotten(t);
    return verifyLeadingZeros(t, tallyOf(t));
  },
  { prepare: { phase: 'right-codes', work: thenVerify }, limitMs: 300_000 },
);

async function thenVerify(t: CheckContext) {
  const tally = t.client.runsAlone ? newTally() : tallyOf(t);
  await verifyTogether(t, 'one by one', tally);
  // If no user was verified so far, the usual manner comes first; a confirmation judges one manner after another.
  const isUsual = tally.verified > 0 && !t.client.runsAlone;
  const beside = isUsual ? verifyOthers(t) : undefined;
  beside?.catch(() => undefined);
  await verifyTogether(t, 'at once', tally);
  tally.forms += await verifyForms(t, (user) => verify(t, user, tally));
  const { verified, forms, leadingZeros } = tally;
  if (verified === 0) inconclusive('no user could be verified', 'a target on which verify/accepts-valid passes');
  const repeated = await (beside ?? verifyOthers(t));
  return pass({
    message: `${verified} users verified, ${forms} of them with special e-mails or names, ${leadingZeros} by codes with leading zeros, and ${repeated} that registered twice`,
    samples: {
      count: verified + repeated,
      kinds: { 'special e-mail or name': forms, 'leading zeros': leadingZeros, 'registered twice': repeated },
    },
  });
}

/** Users that register twice, or send their code twice; gives how many of the former were verified. */
async function verifyOthers(t: CheckContext): Promise<number> {
  if (await t.effort.isDecidedBy(() => isVerifiedAfterAll(t))) return 1;
  const twice = t.client.runsAlone ? undefined : verifyTwiceAtOnce(t);
  twice?.catch(() => undefined);
  const repeated = await verifyRepeated(t);
  await (twice ?? verifyTwiceAtOnce(t));
  return repeated;
}

/** Verifies a user and counts it; gives the code if it is rejected. A lost request may have used it up. */
async function verify(t: CheckContext, user: PendingUser, tally: Tally): Promise<controls.RejectedCode | undefined> {
  return count(t, { user, verified: await controls.verifyUnlessAway(t, user) }, tally);
}

/** Counts a user whose code was accepted; gives the code if it was rejected. */
function count(t: CheckContext, one: controls.RejectedCode, tally: Tally): controls.RejectedCode | undefined {
  if (controls.isRejected(one)) return one;
  if (!isAccepted(one.verified)) return undefined;
  t.reached('a verified user', ...(hasLeadingZero(one.user) ? (['a code with leading zeros'] as const) : []));
  tally.verified += 1;
  if (hasLeadingZero(one.user)) tally.leadingZeros += 1;
  return undefined;
}

/** Registers several in one manner and verifies them; looks again where one is rejected or gets no code. */
async function verifyTogether(t: CheckContext, manner: controls.Manner, tally: Tally): Promise<void> {
  // Two users were sent no code already: one more confirms it, and its code is waited for as long as the second one's.
  const confirmsLost = t.onlyCase?.name === lostCode;
  const cohort = confirmsLost ? controls.verifyCohort(t, manner, 2) : controls.verifiedCohort(t, manner);
  const first = await judgeCohort(t, manner, await cohort, tally);
  const [rejected] = first.rejected;
  const [codeless] = first.codeless;
  if (rejected === undefined && codeless === undefined) return;
  // The codes of others may have expired while it was tried at any age.
  const control = await controls.requireLoneUser(t, rejected === undefined ? 0 : ageOf(rejected), rejected);
  if (codeless !== undefined && confirmsLost) failLost(manner, [first], [codeless], control);
  const second = await judgeCohort(t, manner, await controls.verifyCohort(t, manner, 2), tally);
  const cohorts = [second];
  // Two requests get in each other's way only now and then.
  const isByChance = manner === 'at once' && second.rejected.length === 0;
  if (rejected !== undefined && isByChance) cohorts.push(...(await findFurther(t, manner, tally, 'rejected')));
  const [rejectedAgain] = cohorts.flatMap((cohort) => cohort.rejected);
  if (rejected !== undefined && rejectedAgain !== undefined) {
    const isOlder = ageOf(rejectedAgain) > ageOf(rejected);
    const last = isOlder ? await controls.requireLoneUser(t, ageOf(rejectedAgain), rejectedAgain) : control;
    failRejected(manner, [first, ...cohorts], [rejected, rejectedAgain], last);
  }
  if (codeless === undefined) return;
  const [codelessAgain] = second.codeless;
  if (codelessAgain !== undefined) failLost(manner, [first, second], [codeless, codelessAgain], control);
  const others = (await findFurther(t, manner, tally, 'codeless')).at(-1);
  const [codelessAtLast] = others?.codeless ?? [];
  if (others !== undefined && codelessAtLast !== undefined)
    failLost(manner, [first, others], [codeless, codelessAtLast], control);
}

/** Further cohorts that are registered to meet a second lost user: a target may lose only a few. */
const furtherCohorts = 3;

/** Registers further cohorts until one has a lost user. */
async function findFurther(t: CheckContext, manner: controls.Manner, tally: Tally, lost: 'rejected' | 'codeless') {
  const cohorts: JudgedCohort[] = [];
  for (let left = t.effort.pick({ quick: 0, standard: furtherCohorts }); left > 0; left -= 1) {
    const judged = await judgeCohort(t, manner, await controls.verifyCohort(t, manner, 2), tally);
    cohorts.push(judged);
    if (judged[lost].length > 0) break;
  }
  return cohorts;
}

async function judgeCohort(
  t: CheckContext,
  manner: controls.Manner,
  { registered, codeless, verified }: controls.VerifiedCohort,
  tally: Tally,
): Promise<JudgedCohort> {
  for (const { user } of verified) t.observations.record('codeLength', user.code.length, user.registered);
  const rejected = verified.flatMap((one) => count(t, one, tally) ?? []);
  if (manner === 'at once' && rejected.length < verified.length) t.reached('users registered at once');
  const kept = manner === 'at once' ? await rejectedAlone(t, rejected, tally) : rejected;
  // Where only codes with leading zeros are rejected, the manner of registration is not the cause.
  if (!kept.every(({ user }) => hasLeadingZero(user))) return { count: registered.length, rejected: kept, codeless };
  tally.rejectedZeros.push(...kept);
  return { count: registered.length, rejected: [], codeless };
}

/** To confirm a finding, a rejected code is sent again at any age. */
async function rejectedAtAnyAge(t: CheckContext, found: controls.RejectedCode, tally: Tally) {
  return t.client.runsAlone ? count(t, await controls.triedAtAnyAge(t, found), tally) : found;
}

/** Pause before a rejected code is sent again, ms: a limit on the requests in a short time may have rejected it, with any status. */
const limitMs = 1000;

/** Codes with leading zeros, or without, that show enough once they are rejected again: each takes seconds where users are ready late. */
const enoughAlone = 2;

/** Whether the first rejection may be that of a limit, and the second one that of a guard against repeats. */
const isRejectedOtherwise = ({ verified }: controls.RejectedCode, again: controls.RejectedCode): boolean =>
  !controls.mayBeLimit(verified) && !controls.isSameRejection(verified, again.verified);

/** The users whose codes are rejected again, alone and later. */
async function rejectedAlone(t: CheckContext, rejected: readonly controls.RejectedCode[], tally: Tally) {
  const alone: controls.RejectedCode[] = [];
  const isEnough = (isZero: boolean) =>
    alone.filter(({ user }) => hasLeadingZero(user) === isZero).length >= enoughAlone;
  for (const one of rejected) {
    if (isEnough(false)) break;
    if (hasLeadingZero(one.user) && isEnough(true)) continue;
    await t.clock.sleep(limitMs);
    const again = await verify(t, one.user, tally);
    if (again === undefined || isRejectedOtherwise(one, again)) continue;
    const still = alone.length === 0 ? await rejectedAtAnyAge(t, again, tally) : again;
    if (still !== undefined) alone.push(still);
  }
  return alone;
}

/** Codes are digits as sent; as integers they lose their leading zeros, and must work all the same. Any right code of the run shows it. */
async function verifyLeadingZeros(t: CheckContext, tally: Tally): Promise<undefined> {
  const [known] = tally.rejectedZeros;
  if (t.users.sharedCode || (known === undefined && t.users.memory.leadingZeros > 0)) return;
  const first = known ?? (await findRejectedZeros(t, usersToTry(t), tally));
  if (first === undefined) return;
  const again = await findRejectedZeros(t, zerosConfirmed, tally);
  if (again === undefined) {
    if (tally.leadingZeros > 0) return;
    inconclusive(
      `a code with leading zeros was rejected (${describeResponse(first.verified)}), and no second one came to confirm it`,
      'another run',
      [first.verified],
    );
  }
  const control = await controls.requireLoneUser(t, ageOf(again));
  fail(
    `codes with leading zeros are rejected (${describeResponse(first.verified)}, and again ${describeResponse(again.verified)}); others are accepted`,
    [
      ...proofOfRejectedCode(first),
      ...proofOfRejectedCode(again),
      [control, 'a code without leading zeros', 'control'],
    ],
    { symptom: { kind: 'refused' } },
  );
}

/** How many more users are needed until a code has leading zeros, or it is clear that codes never do. */
function usersToTry({ effort, users }: CheckContext): number {
  const most = effort.pick(zerosSought);
  const digits = [...users.memory.firstDigits.values()];
  if (effort.isExhaustive || digits.includes('0')) return most;
  return Math.min(most, Math.max(0, tellingCodes - digits.length));
}

/** Registers users until one has a code with leading zeros; gives the code if it is rejected. */
async function findRejectedZeros(t: CheckContext, atMost: number, tally: Tally) {
  for (let left = atMost; left > 0; left -= 7) {
    const { pending } = await controls.registerCohort(t, Array(Math.min(left, 7)).fill({}), 'at once');
    const users = pending.filter(hasLeadingZero);
    if (pending.length === 0) return undefined;
    for (const user of users) {
      const first = await verify(t, user, tally);
      const rejected = first === undefined ? undefined : await rejectedAtAnyAge(t, first, tally);
      if (rejected !== undefined) return rejected;
    }
    if (users.length > 0) return undefined;
  }
  return undefined;
}
