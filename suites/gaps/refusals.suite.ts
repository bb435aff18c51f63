/** The form of rejections, whichever check caused them: the traffic monitor records it during the whole run. */
import { checksOf } from '../../src/suite.ts';
import { concludeObserved } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check(
  'gaps/refusals',
  async (t) => {
    const isSeen = t.observations.observedBy(t.requirement.id).length > 0;
    // At least one refusal, should no other check of this run cause any.
    if (!isSeen && !t.effort.isLean) await t.send({ operation: 'logs', authorization: null });
    return concludeObserved(t);
  },
  { phase: 'closing' },
);
