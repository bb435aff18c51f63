// @ts-check
/** The checks of a run in their order, until the first requirement that fails the gate. */
import { combinationOf } from './combinations.mjs';
import { kit } from './kit.mjs';

/** @type {typeof import('../../../src/checks/load-suites.ts')} */
const { loadSuites } = await kit('src/checks/load-suites.js');
/** @type {typeof import('../../../src/checks/registry.ts')} */
const { checks } = await kit('src/checks/registry.js');
/** @type {typeof import('../../../src/checks/run-context.ts')} */
const { createRunContext, runTotals } = await kit('src/checks/run-context.js');
/** @type {typeof import('../../../src/checks/schedule/schedule.ts')} */
const { runSchedule, Schedule } = await kit('src/checks/schedule/schedule.js');
/** @type {typeof import('../../../src/core/gate.ts')} */
const { tooMuchOpen } = await kit('src/core/gate.js');
await loadSuites();

/**
 * @typedef {object} RunEnd
 * @property {string} [killedBy] the requirement that failed
 * @property {boolean} undecided whether so much was left open that the run ends with exit status 3
 * @property {readonly string[]} open gating requirements that were not decided
 * @property {readonly string[]} advice advisory requirements that failed
 * @property {Readonly<Record<string, string>>} observed the server's choices, by gap
 * @property {readonly string[]} sent the distinct combinations of search parameters
 * @property {number} requests
 */

/**
 * @param {import('../../../src/core/config.ts').Settings} settings
 * @param {ReadonlySet<string>} ids of the requirements to decide
 * @returns {Promise<RunEnd>}
 */
export async function runUntilFailure(settings, ids) {
  const context = createRunContext(settings);
  const { client } = context;
  const sent = new Set();
  client.listen(({ request }) => isSearch(request) && sent.add(combinationOf(request.target)));
  const chosen = checks().filter(({ requirement }) => ids.has(requirement.id));
  const verdicts = new VerdictCount();
  const all = runSchedule(
    new Schedule(context, chosen),
    (requirement, verdict) => verdicts.take(requirement, verdict),
    () => verdicts.killedBy !== undefined,
  );
  await Promise.race([all, verdicts.failed]);
  client.stop();
  const { requests, observations } = runTotals(context);
  await client.close();
  const observed = Object.fromEntries(observations.map(({ gap, value }) => [gap, JSON.stringify(value)]));
  const { killedBy, open, advice } = verdicts;
  return {
    ...(killedBy && { killedBy }),
    undecided: verdicts.isUndecided,
    open,
    advice,
    observed,
    sent: [...sent].sort(),
    requests,
  };
}

class VerdictCount {
  /** @type {string[]} */
  open = [];
  /** @type {string[]} */
  advice = [];
  /** @type {string | undefined} */
  killedBy;
  /** @type {Map<string, import('../../../src/core/verdict.ts').Verdict['verdict']>} */
  #verdicts = new Map();
  /** @type {() => void} */
  #stop = () => undefined;
  /** Resolves at the first failure that counts. */
  failed = /** @type {Promise<void>} */ (
    new Promise((resolve) => {
      this.#stop = resolve;
    })
  );

  /** The gate's word for the whole run, in which the requirements of the other operations pass. */
  get isUndecided() {
    const rows = checks().map(({ requirement: { id, area, level } }) => {
      const verdict = this.#verdicts.get(id) ?? 'pass';
      return { id, area, level, verdict };
    });
    return tooMuchOpen(rows) !== undefined;
  }

  /**
   * @param {import('../../../src/core/requirement.ts').Requirement} requirement
   * @param {import('../../../src/core/verdict.ts').Verdict} verdict
   */
  take({ id, level }, verdict) {
    if (this.killedBy !== undefined) return;
    this.#verdicts.set(id, verdict.verdict);
    const isGating = (verdict.level ?? level) !== 'advisory';
    if (verdict.verdict === 'fail' && isGating) {
      this.killedBy = id;
      this.#stop();
    } else if (verdict.verdict === 'fail') this.advice.push(id);
    else if (verdict.verdict === 'error') this.open.push(`${id}: ${verdict.message}`);
    else if (verdict.verdict === 'inconclusive' && isGating) this.open.push(id);
  }
}

/** @param {import('../../../src/core/exchange.ts').SentRequest} request */
function isSearch({ operation, proper }) {
  return operation === 'logs' && proper;
}
