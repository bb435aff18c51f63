// @ts-check
/** Judges a sample of mutants in child processes. */
import { runJobs } from '../../verdicts/pool.mjs';
import { outcomeOf } from './classify.mjs';
import { scopeNames } from './judge.mjs';

/** @typedef {import('./instrument.mjs').Mutant} Mutant */
/** @typedef {import('./classify.mjs').Outcome} Outcome */
/** @typedef {import('./worker.mjs').MutantJob} MutantJob */
/** @typedef {readonly import('./worker.mjs').ScopeJudgement[]} Judged */
/** @typedef {ReadonlyMap<string, import('./classify.mjs').Baseline>} Baselines by server */

/**
 * @typedef {object} Plan
 * @property {number} seed
 * @property {number} processes
 * @property {number} until when no further mutant is begun, ms since the epoch
 */

/** Time for second runs after the sample, ms. */
const againMs = 120_000;
const worker = new URL('worker.mjs', import.meta.url);

/**
 * The servers without a mutant: which mutants they reach, and what they show.
 * @param {readonly string[]} servers
 * @param {Plan} plan
 * @returns {Promise<Baselines>}
 */
export async function judgeBaselines(servers, { seed, processes }) {
  /** @type {Map<string, Map<string, Judged[number]>>} */
  const baselines = new Map(servers.map((server) => [server, new Map()]));
  const jobs = servers.flatMap((server) => scopeNames.map((scope) => ({ server, seed, scopes: [scope] })));
  /** @type {(job: MutantJob, result: Judged) => void} */
  const take = ({ server }, [judged]) => {
    const wrong = judged?.killedBy ?? judged?.crashed;
    if (judged === undefined || wrong !== undefined) throw new Error(`${server} without a mutant: ${wrong}`);
    baselines.get(server)?.set(judged.scope, judged);
  };
  await runJobs(worker, jobs, processes, take);
  return baselines;
}

/**
 * @param {readonly Mutant[]} mutants
 * @param {Baselines} baselines
 * @param {import('./results.mjs').Results} results
 * @param {Plan} plan
 * @returns {Promise<readonly Outcome[]>} one per mutant
 */
export async function judgeMutants(mutants, baselines, results, plan) {
  const { jobs, byId } = jobsOf(mutants, baselines, plan);
  const mutantOf = (/** @type {MutantJob} */ { mutant = '' }) => /** @type {Mutant} */ (byId.get(mutant));
  /** @type {(job: MutantJob, result: Judged, done: number) => void} */
  const take = (job, judged, done) => {
    results.add(mutantOf(job).key, judged);
    if (done % 50 === 0) console.error(`${done} judged, of ${jobs.length}`);
  };
  const outcome = (/** @type {Mutant} */ mutant) => {
    const judged = results.of(mutant.key);
    const baseline = baselines.get(mutant.server);
    return judged === undefined || baseline === undefined ? undefined : outcomeOf(mutant, judged, baseline);
  };
  const fresh = jobs.filter((job) => results.of(mutantOf(job).key) === undefined);
  await runJobs(worker, sample(fresh, plan), plan.processes, take);
  // A loaded machine leaves checks undecided that a second run decides.
  const open = jobs.filter((job) => outcome(mutantOf(job))?.kind === 'open');
  const until = Math.max(plan.until, Date.now() + againMs);
  await runJobs(worker, sample(open, { ...plan, until }), plan.processes, take);
  results.save();
  const waiting = new Set(jobs.map(mutantOf));
  return mutants.map((mutant) => {
    if (mutant.ignored !== undefined) return { mutant, kind: 'ignored', why: mutant.ignored };
    if (!waiting.has(mutant)) return { mutant, kind: 'unreached', why: '' };
    return outcome(mutant) ?? { mutant, kind: 'untried', why: '' };
  });
}

/**
 * What a run reaches, and by which operations.
 * @param {readonly Mutant[]} mutants
 * @param {Baselines} baselines
 * @param {Plan} plan
 */
function jobsOf(mutants, baselines, { seed }) {
  /** @type {MutantJob[]} */
  const jobs = [];
  for (const { id, server, ignored } of mutants) {
    const scopes = scopeNames.filter((scope) => baselines.get(server)?.get(scope)?.reached?.includes(id));
    if (ignored === undefined && scopes.length > 0) jobs.push({ server, seed, scopes, mutant: id });
  }
  return { jobs, byId: new Map(mutants.map((mutant) => [mutant.id, mutant])) };
}

/**
 * In an order that the seed draws, until the time is over.
 * @param {readonly MutantJob[]} jobs
 * @param {Plan} plan
 */
function* sample(jobs, { seed, until }) {
  const waiting = [...jobs];
  let state = seed;
  while (waiting.length > 0 && Date.now() < until) {
    state = (state * 48_271) % 2_147_483_647;
    const [job] = waiting.splice(state % waiting.length, 1);
    if (job !== undefined) yield job;
  }
}
