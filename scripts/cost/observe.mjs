// @ts-check
/** One run of the checks, with who asked for each request and at which request each check first saw a violation. */

/** @param {string} path below dist/ */
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);

/** @type {typeof import('../../src/checks/conclusion.ts')} */
const { CheckConcluded } = await built('src/checks/conclusion.js');
/** @type {typeof import('../../src/checks/load-suites.ts')} */
const { loadSuites } = await built('src/checks/load-suites.js');
/** @type {typeof import('../../src/checks/registry.ts')} */
const { checks } = await built('src/checks/registry.js');
/** @type {typeof import('../../src/checks/run-context.ts')} */
const { createRunContext } = await built('src/checks/run-context.js');
/** @type {typeof import('../../src/reference/faults/index.ts')} */
const { faults } = await built('src/reference/faults/index.js');
/** @type {typeof import('../../src/reference/index.ts')} */
const { startReference } = await built('src/reference/index.js');
/** @type {typeof import('../../src/selftest/in-process-run.ts')} */
const { runChecks } = await built('src/selftest/in-process-run.js');
/** @type {typeof import('../../src/selftest/reference-settings.ts')} */
const { referenceSettings } = await built('src/selftest/reference-settings.js');
/** @type {typeof import('../../src/selftest/scope.ts')} */
const { requirementsForOwner, requirementsOfOperation } = await built('src/selftest/scope.js');

await loadSuites();

/** @typedef {import('../../src/checks/registry.ts').Check} Check */
/** @typedef {import('../../src/checks/registry.ts').CheckFunction} CheckFunction */
/** @typedef {import('../../src/core/config.ts').Depth} Depth */
/** @typedef {{ readonly id: string, readonly proof: readonly number[], readonly sent: number }} Sight */
/** @typedef {{ readonly depth: Depth, readonly seed: number }} How */

/**
 * What one fault needed.
 * @typedef {object} FaultCost
 * @property {string} fault
 * @property {string} owner
 * @property {boolean} caught the owner failed
 * @property {number} requests of the whole run
 * @property {number} [first] requests sent when the first requirement failed
 * @property {string} [shownBy] who asked for the request that shows the fault
 * @property {number} [index] of that request among those of who asked for it, from 1
 */

/** The requests of a run on the reference server without a fault, by who asked for them. */
/** @param {How} how */
export async function countRequests(how) {
  const { counts, requests } = await observe(how, undefined, checks());
  return { counts, requests };
}

/** Latency of the server on which rounds are counted, ms: long beside the work of this machine. */
const roundMs = 40;

/**
 * How many requests that wait for each other each requirement takes, all requirements beside each other.
 * @param {How} how
 * @returns {Promise<ReadonlyMap<string, number>>}
 */
export async function countRounds({ depth, seed }) {
  const server = await startReference({ seed: `seed ${seed}`, latencyMs: roundMs });
  try {
    const settings = referenceSettings(server, { depth, seed, concurrency: 64, freshKey: `seed ${seed}` });
    const { verdicts } = await runChecks(createRunContext(settings), checks());
    return new Map([...verdicts].map(([id, { ms = 0 }]) => [id, Math.round(ms / roundMs)]));
  } finally {
    await server.close();
  }
}

/**
 * Judges the fault by its owner; where that decides nothing, by all requirements of the operation.
 * @param {string} name
 * @param {How} how
 * @returns {Promise<FaultCost>}
 */
export async function judgeFault(name, how) {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`unknown fault ${name}`);
  const requirements = checks().map(({ requirement }) => requirement);
  const scopes = [requirementsForOwner, requirementsOfOperation].map((of) => of(requirements, fault.owner));
  /** @type {FaultCost | undefined} */
  let found;
  for (const ids of scopes) {
    const chosen = checks().filter(({ requirement }) => ids.has(requirement.id));
    const { verdicts, requests, untilFailure, sights, askers } = await observe(how, fault, chosen);
    const sight = sights.find(({ id }) => id === fault.owner);
    const at = sight === undefined ? undefined : Math.max(...sight.proof, 0) || sight.sent;
    const shownBy = at === undefined ? undefined : askers.get(at);
    found = {
      fault: name,
      owner: fault.owner,
      caught: verdicts.get(fault.owner)?.verdict === 'fail',
      requests,
      ...(untilFailure === undefined ? {} : { first: untilFailure }),
      ...(shownBy === undefined
        ? {}
        : {
            shownBy,
            index: [...askers].filter(([number, asker]) => number <= /** @type {number} */ (at) && asker === shownBy)
              .length,
          }),
    };
    if (found.caught) return found;
  }
  return /** @type {FaultCost} */ (found);
}

/**
 * @param {How} how
 * @param {import('../../src/reference/index.ts').Fault | undefined} fault
 * @param {readonly Check[]} chosen
 */
async function observe({ depth, seed }, fault, chosen) {
  const server = await startReference({ faults: fault === undefined ? [] : [fault], seed: `seed ${seed}` });
  try {
    const settings = referenceSettings(server, { depth, seed, timeoutMs: 1500, freshKey: `seed ${seed}` });
    const context = createRunContext(settings);
    /** @type {Map<number, string>} */
    const askers = new Map();
    context.client.listen(({ number, sentFor = 'the run' }) => askers.set(number, sentFor));
    /** @type {Sight[]} */
    const sights = [];
    const result = await runChecks(
      context,
      chosen.map((check) => watched(check, (sight) => sights.push(sight), context)),
    );
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const asker of askers.values()) counts.set(asker, (counts.get(asker) ?? 0) + 1);
    return { ...result, askers, sights, counts };
  } finally {
    await server.close();
  }
}

/**
 * The check, which tells of each violation that it sees.
 * @param {Check} check
 * @param {(sight: Sight) => void} tell
 * @param {import('../../src/checks/run-context.ts').RunContext} context
 * @returns {Check}
 */
function watched(check, tell, context) {
  const { id } = check.requirement;
  /** @type {(work: CheckFunction) => CheckFunction} */
  const watch = (work) => async (t) => {
    try {
      return await work(t);
    } catch (error) {
      if (error instanceof CheckConcluded && error.conclusion.verdict === 'fail')
        tell({ id, proof: wrongExchanges(error.conclusion.proof), sent: context.client.sent });
      throw error;
    }
  };
  const { prepare } = check.options;
  const options = prepare && { options: { ...check.options, prepare: { ...prepare, work: watch(prepare.work) } } };
  return { ...check, ...options, work: watch(check.work) };
}

/**
 * Numbers of the exchanges that show a finding, without its positive controls.
 * @param {readonly import('../../src/checks/conclusion.ts').Proof[]} proof
 */
function wrongExchanges(proof) {
  return proof.flatMap((one) => {
    if ('request' in one) return [one.number];
    const [{ number }, , role] = one;
    return role === 'control' ? [] : [number];
  });
}
