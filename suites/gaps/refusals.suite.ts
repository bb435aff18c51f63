/** What refusals carry, whichever check met them: read from what was watched over the whole run. */
import { type CheckContext, checksOf } from '../../src/suite.ts';
import { looked, word } from './choice.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('gaps/refusals', look, { phase: 'closing', prepare: { phase: 'main', work: refused } });

/** One refusal at least: without the header. */
async function refused(t: CheckContext) {
  await t.send({ operation: 'logs', authorization: null });
  return { verdict: 'pass' } as const;
}

async function look(t: CheckContext): Promise<never> {
  const told = t.observations.observedBy('gaps/refusals').map(({ gap, value }) => `${gap} ${word(value)}`);
  looked(...told);
}
