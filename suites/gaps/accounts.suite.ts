/** What becomes of an e-mail that is taken and of a code that was used: looked at once, before any wrong code is sent. */
import { accepted, checksOf, pendingUser, type Trial } from '../../src/kit.ts';
import { looked, outcome, word } from './choice.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

check('gaps/accounts', look, { phase: 'right-codes' });

async function look(trial: Trial): Promise<never> {
  const user = await pendingUser(trial);
  const told = [`codes of ${user.code.length} digits`];
  trial.observations.see('codeLength', user.code.length, user.registered);
  const right = await trial.users.verify(user);
  if (accepted(right)) {
    const again = await trial.users.verify(user, { throttle: 'accept' });
    trial.observations.see('codeReuse', accepted(again), again);
    told.push(`a code used twice: ${word(outcome(again))}`);
  }
  const taken = await trial.send({ operation: 'register', body: user.body, throttle: 'accept' });
  if (taken.response !== null) trial.observations.see('takenEmail', taken.response.status, taken);
  told.push(`a taken e-mail: ${word(outcome(taken))}`);
  looked(...told);
}
