// @ts-check
/** A child process of the judgement: answers a server, a seed and a depth with what was reported and what stayed undecided. */
import { catalogue, conformingServer } from '../verdicts/targets.mjs';

/** @param {string} path below dist/ */
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);
/** @type {typeof import('../../src/config/learn.ts')} */
const { learnChoices } = await built('src/config/learn.js');
/** @type {typeof import('../../src/config/run-settings.ts')} */
const { requestBudget } = await built('src/config/run-settings.js');
/** @type {typeof import('../../src/core/gaps.ts')} */
const { learnRequirements } = await built('src/core/gaps.js');
/** @type {typeof import('../../src/core/gate.ts')} */
const { failsGate } = await built('src/core/gate.js');
/** @type {typeof import('../../src/selftest/conforming.ts')} */
const { falseAlarmsIn, judgeConforming } = await built('src/selftest/conforming.js');

/** As `cawl learn` limits itself. */
const mostToLearn = 1500;

/**
 * What `cawl learn` declares of a server.
 * @param {string} name
 * @param {number} seed
 * @returns {Promise<import('../../src/core/config.ts').Declares>}
 */
async function learn(name, seed) {
  const rows = new Set(learnRequirements);
  const run = { maxRequests: mostToLearn };
  const { observations } = await judgeConforming(conformingServer(name), { seed, declared: false, rows, run });
  const { choices } = learnChoices({ observations, requirements: [] }, learnRequirements);
  const declares = {};
  for (const { path, value } of choices) put(declares, path, value);
  return declares;
}

/**
 * @param {any} root
 * @param {readonly string[]} path
 * @param {unknown} value
 */
function put(root, path, value) {
  let place = root;
  for (const key of path.slice(0, -1)) {
    place[key] ??= {};
    place = place[key];
  }
  place[/** @type {string} */ (path.at(-1))] = value;
}

/**
 * @param {import('./table.mjs').Job} job
 * @returns {Promise<import('./table.mjs').Result>}
 */
async function resultOf({ name, seed, depth, isLearned }) {
  const choices = isLearned ? await learn(name, seed) : {};
  const server = conformingServer(name);
  // What was learned takes the place of the choices that the server knows of itself.
  const declaring = { choices: { ...choices }, start: () => server.start() };
  const run = { depth, maxRequests: requestBudget[depth] };
  const result = await judgeConforming(declaring, { seed, declared: isLearned, run });
  const gating = catalogue.filter(({ level }) => failsGate(level)).map(({ id }) => id);
  return {
    requests: result.requests,
    ms: result.ms,
    undecided: gating.filter((id) => result.verdicts.get(id)?.verdict === 'inconclusive'),
    alarms: falseAlarmsIn(result, catalogue).map(({ id, verdict }) => ({
      id,
      message: (verdict.message ?? '').slice(0, 300),
    })),
  };
}

process.on('message', async (/** @type {import('./table.mjs').Job} */ job) => {
  /** @type {import('./table.mjs').Result} */
  let result;
  try {
    result = await resultOf(job);
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    result = { requests: 0, ms: 0, undecided: [], alarms: [], error: text };
  }
  process.send?.({ job, result });
});
process.on('disconnect', () => process.exit(0));
