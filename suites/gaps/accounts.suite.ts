/** Responses to a taken e-mail and a used code. Runs before any wrong code is sent, which may lock users. */
import { checksOf, requirePendingUser, responses } from '../../src/suite.ts';
import { concludeObserved } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check(
  'gaps/accounts',
  async (t) => {
    const user = await requirePendingUser(t);
    t.observations.record('codeLength', user.code.length, user.registered);
    if (responses.isAccepted(await t.users.verify(user))) {
      const again = await t.users.verify(user, { throttle: 'accept' });
      if (!responses.isLimit(again)) t.observations.record('codeReuse', responses.isAccepted(again), again);
    }
    const taken = await t.send({ operation: 'register', body: user.body, throttle: 'accept' });
    if (taken.response !== null) t.observations.record('takenEmail', taken.response.status, taken);
    return concludeObserved(t);
  },
  { phase: 'right-codes', from: 'standard' },
);
