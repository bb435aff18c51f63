/** What refusals carry, whichever check met them: read from what was watched over the whole run. */
import { checksOf, type Trial } from '../../src/kit.ts';
import { looked, word } from './choice.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

const watched = [
  'refusalChallenge',
  'errorMembers',
  'errorContentType',
  'rateLimitHeaders',
  'throttling',
  'largestBody',
];

check('gaps/refusals', look, { phase: 'closing', prepare: { phase: 'main', work: refused } });

/** One refusal at least: without the header. */
async function refused(trial: Trial) {
  await trial.send({ operation: 'logs', authorization: null });
  return { verdict: 'pass' } as const;
}

async function look(trial: Trial): Promise<never> {
  const told = watched.flatMap((name) => {
    const [first] = trial.observations.values(name);
    return first === undefined ? [] : [`${name} ${word(first.value)}`];
  });
  looked(...told);
}
