/**
 * A rejected creation must have no effect. No operation lists events; but a target that refuses to create the same event twice
 * shows whether the first request was carried out.
 */
import type { CheckContext, CreationBody, Exchange, Proof } from '../../src/suite.ts';
import { checksOf, controls, fail, generate, inconclusive, notApplicable, pass, responses } from '../../src/suite.ts';
import { requireNoRepeatGuard } from '../lib/repeat-guards.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

/** Rounds that must all show an effect: a target may regard two bodies as the same event by chance. */
const rounds = 4;

check(
  'auth/create/refusal-without-effect',
  async (t) => {
    if (!(await refusesRepeats(t)))
      notApplicable(
        'the target accepts a creation that it has already, so that nobody can see whether one had an effect',
      );
    const random = generate.seededRandom(t.seed);
    let effect: Effect | undefined;
    for (let round = 0; round < rounds; round += 1) {
      effect = await findEffect(t, random() < 0.5);
      if (effect === undefined) return pass();
    }
    const { rejected, proof } = effect!;
    const valid = t.creations.unused();
    await requireNoRepeatGuard(t, rejected, { valid, invalid: { ...valid, limit: 'ten' } });
    return fail(
      `a creation that was rejected for its token is answered as a repeat when it is sent with the valid token, ${rounds} times; another one is accepted`,
      proof,
      { symptom: { kind: 'check' } },
    );
  },
  { phase: 'wrong-codes' },
);

/** Exchanges of other checks show it; if they do not, and the run is not lean, the canonical creation is sent twice. */
async function refusesRepeats(t: CheckContext): Promise<boolean> {
  const { creations, effort } = t;
  const isKnown = () => creations.repeatsRefused || (creations.repeatsAccepted && !effort.isExhaustive);
  for (const _ of effort.take([1, 2], { quick: 0 })) if (!isKnown()) await t.sendCanonical('create');
  return creations.repeatsRefused;
}

interface Effect {
  /** The valid creation, which is answered as a repeat. */
  readonly rejected: Exchange;
  readonly proof: readonly Proof[];
}

/** Sends one new creation without the token and then with it, and another with it alone: proof that the first had an effect. */
async function findEffect(t: CheckContext, isSecondRejected: boolean): Promise<Effect | undefined> {
  const bodies: readonly CreationBody[] = [t.creations.unused(), t.creations.unused()];
  const [tried, untouched] = isSecondRejected ? [bodies[1]!, bodies[0]!] : [bodies[0]!, bodies[1]!];
  const send = (body: CreationBody, how: controls.Attempt['how'] = {}) => t.send({ operation: 'create', body, ...how });
  const rejected = await send(tried, controls.withoutHeader.how);
  if (isAccepted(rejected))
    inconclusive(
      `a creation without a token ${describeResponse(rejected)}: there is no rejection to look at`,
      'a target on which auth/create/no-header passes',
    );
  const control = await send(untouched);
  // A rejected repetition is not a control here: if no fresh body is left, or the target need not accept it, both are rejected alike.
  if (!isAccepted(control))
    inconclusive(
      `another new creation ${describeResponse(control)}, so a rejection would prove nothing`,
      'more profileIds and calendarIds, in any combination that the target takes',
      [control],
    );
  const valid = await send(tried);
  if (isAccepted(valid)) return undefined;
  return {
    rejected: valid,
    proof: [
      [rejected, 'without a token'],
      [control, 'another new creation'],
      [valid, 'the first one, with the valid token'],
    ],
  };
}
