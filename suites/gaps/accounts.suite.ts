/** Responses to a taken e-mail and a used code. Runs before any wrong code is sent, which may lock users. */
import { checksOf } from '../../src/suite.ts';
import { useAgain } from '../lib/used-again.ts';
import { concludeObserved } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check(
  'gaps/accounts',
  async (t) => {
    await useAgain(t);
    return concludeObserved(t);
  },
  { phase: 'right-codes', from: 'standard' },
);
