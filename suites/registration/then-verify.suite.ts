/**
 * A registered user is verified with its e-mail and the code that it was sent. Codes may be late, live for seconds, or be
 * locked for a client that sent wrong ones: a rejected right code fails only if users treated in the same manner are rejected
 * again, while one that was registered alone, and is as old, is accepted.
 */
import type { CheckContext } from '../../src/suite.ts';
import { checksOf, controls, inconclusive, pass } from '../../src/suite.ts';
import { expectNoneLostInRun } from './bursts.ts';
import { expectNoneForgotten } from './forgotten-users.ts';
import { verifyLeadingZeros } from './leading-zeros.ts';
import { failLost, failRejected, type JudgedCohort, lostCode } from './lost-codes.ts';
import { isVerifiedAfterAll } from './repeated/all-together.ts';
import { verifyTwiceAtOnce } from './repeated/code-at-once.ts';
import { verifyRepeated } from './repeated/repeated-users.ts';
import { requirements } from './requirements.ts';
import { newTally, rejectedOf, type Tally, verify } from './right-codes.ts';
import { verifyForms } from './unusual-users.ts';

const check = checksOf(requirements);
const { ageOf, hasLeadingZero } = controls;

/** What was found before leading zeros are looked for, which other checks may have met by then. */
const tallyOf = (t: CheckContext): Tally => t.once('users registered, then verified', newTally);

check(
  'register/then-verify',
  async (t) => {
    await expectNoneForgotten(t);
    await expectNoneLostInRun(t);
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

/** Registers several in one manner and verifies them; looks again if one is rejected or gets no code. */
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
  cohort: controls.VerifiedCohort,
  tally: Tally,
): Promise<JudgedCohort> {
  const { registered, codeless, verified } = cohort;
  for (const { user } of verified) t.observations.record('codeLength', user.code.length, user.registered);
  const rejected = await rejectedOf(t, manner, cohort, tally);
  // Where only codes with leading zeros are rejected, the manner of registration need not be the cause.
  if (!rejected.every(({ user }) => hasLeadingZero(user))) return { count: registered.length, rejected, codeless };
  tally.rejectedZeros.push(...rejected);
  return { count: registered.length, rejected: [], codeless };
}
