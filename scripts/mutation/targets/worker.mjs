// @ts-check
/**
 * A child process: judges one mutant after another by each group of operations that reaches it, until a requirement fails.
 * Most fail at depth quick already, which takes a tenth of the requests.
 */
import { judge } from './judge.mjs';

/**
 * @typedef {object} MutantJob
 * @property {string} server
 * @property {number} seed
 * @property {readonly import('./judge.mjs').Scope[]} scopes
 * @property {string} [mutant] none: the server as it is
 */

/** @typedef {import('./judge.mjs').Judgement & { readonly scope: import('./judge.mjs').Scope }} ScopeJudgement */

/** @param {import('./judge.mjs').Judgement} judgement */
const isKilled = ({ killedBy, crashed }) => killedBy !== undefined || crashed !== undefined;

/**
 * @param {MutantJob} job
 * @returns {Promise<readonly ScopeJudgement[]>} of depth standard for each group, or of the run that killed it
 */
async function judgeMutant(job) {
  /** @type {ScopeJudgement[]} */
  const judged = [];
  /** @type {import('./judge.mjs').Job['depth'][]} */
  const depths = job.mutant === undefined ? ['standard'] : ['quick', 'standard'];
  for (const depth of depths)
    for (const scope of job.scopes) {
      const judgement = { scope, ...(await judge({ ...job, scope, depth })) };
      if (isKilled(judgement)) return [judgement];
      if (depth === 'standard') judged.push(judgement);
    }
  return judged;
}

process.on('message', async (/** @type {MutantJob} */ job) => {
  process.send?.({ job, result: await judgeMutant(job) });
});
process.on('disconnect', () => process.exit(0));
