/** What becomes of an e-mail that is taken and of a code that was used: looked at once, before any wrong code is sent. */
import { type CheckContext, checksOf, isAccepted, requirePendingUser } from '../../src/suite.ts';
import { looked, outcome, word } from './choice.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('gaps/accounts', look, { phase: 'right-codes' });

async function look(t: CheckContext): Promise<never> {
  const user = await requirePendingUser(t);
  const told = [`codes of ${user.code.length} digits`];
  t.observations.record('codeLength', user.code.length, user.registered);
  const right = await t.users.verify(user);
  if (isAccepted(right)) {
    const again = await t.users.verify(user, { throttle: 'accept' });
    t.observations.record('codeReuse', isAccepted(again), again);
    told.push(`a code used twice: ${word(outcome(again))}`);
  }
  const taken = await t.send({ operation: 'register', body: user.body, throttle: 'accept' });
  if (taken.response !== null) t.observations.record('takenEmail', taken.response.status, taken);
  told.push(`a taken e-mail: ${word(outcome(taken))}`);
  looked(...told);
}
