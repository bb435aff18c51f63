/**
 * Steps of three users in an order that the seed draws, against a model of who may verify with which code: the right code
 * verifies its user unless wrong ones were tried with that e-mail, which may void or lock it; no other code ever does. The
 * steps are plain data and are left out one by one while the finding stays, each time with fresh users: commands of
 * fast-check shrink by what was executed before, which a repetition with other codes is not.
 */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../src/suite.ts';
import { controls, fail, forEachConcurrently, generate, responses, series, unlessUndecided } from '../../src/suite.ts';

const { describeResponse, isAccepted, isLimit } = responses;

/** What is sent with a user's e-mail: its own code, a code that nobody has, or the code of another user. */
interface Step {
  readonly user: number;
  readonly code: 'own' | 'made up' | number;
}

const places = [0, 1, 2] as const;

const allSteps: readonly Step[] = places.flatMap((user): Step[] => [
  { user, code: 'own' },
  { user, code: 'made up' },
  ...places.filter((other) => other !== user).map((code) => ({ user, code })),
]);

const isWrong = ({ code }: Step): boolean => code !== 'own';

interface Violation {
  readonly kind: 'accepted' | 'rejected';
  readonly message: string;
  /** How many steps led to it. */
  readonly steps: number;
  readonly exchange: Exchange;
  /** From the registration of the rejected user on, ms. */
  readonly age: number;
  readonly proof: readonly Proof[];
}

/** Wrong codes that a single play tries; three users have nine. */
const mostWrong = 6;

/** How many interleavings run at the same time, each with its own users. */
const playsAtOnce = { standard: 2, deep: 8 };
/** Repetitions in search of fewer steps. */
const mostRepetitions = 14;

/** Plays several interleavings; gives how many steps they had. */
export async function requireModelHolds(t: CheckContext, plays: number): Promise<number> {
  let steps = 0;
  const atOnce = t.client.runsAlone ? 1 : t.effort.pick(playsAtOnce);
  await forEachConcurrently([...Array(plays).keys()], atOnce, async (play) => {
    const turn = t.seed + play;
    const shuffled = generate.shuffle(allSteps, generate.seededRandom(turn));
    // In every other play, all users stay pending until the wrong codes were tried. A single play tries some of them.
    const wrong = t.effort.take(shuffled.filter(isWrong), { standard: mostWrong });
    const order = turn % 2 === 0 ? [...wrong, ...shuffled.filter((step) => !isWrong(step))] : shuffled;
    // If all are registered before the first step, spare users of other checks will do: a finding must recur with fresh ones.
    const spare = play === 0 && !t.client.runsAlone ? controls.takeSparePending : undefined;
    // Without a fresh user, no further play is possible: the plays so far decide.
    const found = await unlessUndecided(() => playSteps(t, order, spare));
    steps += order.length;
    if (found !== undefined) await failIfRepeated(t, order.slice(0, found.steps), found.kind);
  });
  return steps;
}

async function failIfRepeated(t: CheckContext, order: readonly Step[], kind: Violation['kind']): Promise<void> {
  const repeat = (steps: readonly Step[]) =>
    unlessUndecided(() => t.exclusively(async (alone) => sameKind(await playSteps(alone, steps), kind)));
  if ((await repeat(order)) === undefined) return;
  const fewest = await leaveOut(order, async (steps) => (await repeat(steps)) !== undefined);
  const again = await repeat(fewest);
  if (again === undefined) return;
  if (kind === 'rejected')
    t.requireAccepted(
      await controls.verifyUntouched(t, again.age),
      'the right code of a user that got no such request',
    );
  fail(`${again.message}, repeatedly with fresh users`, again.proof, {
    symptom: { kind: kind === 'accepted' ? 'accepted' : 'refused' },
  });
}

const sameKind = (found: Violation | undefined, kind: Violation['kind']) => (found?.kind === kind ? found : undefined);

/** Leaves out steps, except the last one, for as long as the finding still shows. */
async function leaveOut(order: readonly Step[], shows: (steps: readonly Step[]) => Promise<boolean>) {
  let steps = order;
  let left = mostRepetitions;
  for (let place = order.length - 2; place >= 0 && left > 0; place -= 1, left -= 1) {
    const fewer = steps.filter((_, at) => at !== place);
    if (await shows(fewer)) steps = fewer;
  }
  return steps;
}

/** Registers each user when its first step comes, and sends the steps until one contradicts the model. */
async function playSteps(
  t: CheckContext,
  order: readonly Step[],
  takeSpare: (t: CheckContext) => Promise<PendingUser | undefined> = async () => undefined,
): Promise<Violation | undefined> {
  const users = new Map<number, PendingUser>();
  const verified = new Set<number>();
  const mistaken = new Set<number>();
  const proof: Proof[] = [];
  const userAt = async (place: number): Promise<PendingUser> => {
    const user = users.get(place) ?? (await takeSpare(t)) ?? (await controls.requirePendingUser(t));
    if (!users.has(place)) proof.push([user.registered, `user ${place + 1} is registered`]);
    users.set(place, user);
    return user;
  };
  for (const [at, { user: place, code }] of order.entries()) {
    const user = await userAt(place);
    const sent =
      code === 'made up' ? generate.madeUpCode(user.code) : code === 'own' ? user.code : (await userAt(code)).code;
    const isRight = Number(sent) === Number(user.code);
    if (verified.has(place) || (isRight && code !== 'own')) continue;
    const exchange = isRight
      ? await t.users.verify(user, { throttle: 'accept' })
      : await t.send({
          operation: 'verify',
          body: { email: user.body.email, code: Number(sent) },
          throttle: 'accept',
        });
    const whose =
      code === 'own' ? 'its own code' : code === 'made up' ? 'a made-up code' : `the code of user ${code + 1}`;
    proof.push([exchange, `user ${place + 1} with ${whose}`]);
    const kind = isAccepted(exchange) === isRight ? undefined : isRight ? 'rejected' : 'accepted';
    const isOpen = kind === 'rejected' && (mistaken.has(place) || mayHaveOtherCause(user, exchange));
    if (kind !== undefined && !isOpen) {
      const message = `of ${users.size} users, ${whose} with the e-mail of user ${place + 1} ${describeResponse(exchange)} after ${at} ${at === 1 ? 'other step' : 'other steps'}`;
      const age = controls.ageOf({ user, verified: exchange });
      return { kind, message, steps: at + 1, exchange, age, proof };
    }
    if (isAccepted(exchange)) verified.add(place);
    if (!isRight) mistaken.add(place);
  }
  return undefined;
}

/** A limit, an outage, or a code that starts with zero: `register/then-verify` looks into those. */
function mayHaveOtherCause(user: PendingUser, exchange: Exchange): boolean {
  return exchange.response === null || series.isLost(exchange) || isLimit(exchange) || controls.hasLeadingZero(user);
}
