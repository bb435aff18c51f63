/** What refusals contain, whichever check caused them: the traffic monitor records it during the whole run. */
import { checksOf, pass } from '../../src/suite.ts';
import { concludeObserved } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('gaps/refusals', async (t) => concludeObserved(t), {
  phase: 'closing',
  prepare: {
    phase: 'main',
    from: 'standard',
    // At least one refusal, should no other check of this run cause any.
    work: async (t) => {
      await t.send({ operation: 'logs', authorization: null });
      return pass();
    },
  },
});
