// @ts-check
/** One run of the checks, with who asked for each request and at which request each check first saw a violation. */
import { freshParts, Recording } from './requests.mjs';

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
const { mustBeCaught, requirementsForOwner, requirementsOfOperation } = await built('src/selftest/scope.js');

await loadSuites();

/** @typedef {import('../../src/checks/registry.ts').Check} Check */
/** @typedef {import('../../src/checks/registry.ts').CheckFunction} CheckFunction */
/** @typedef {import('../../src/core/config.ts').Depth} Depth */
/** @typedef {{ readonly id: string, readonly level: string, readonly proof: readonly number[], readonly rests: readonly (readonly number[])[], readonly sent: number }} Sight */
/** @typedef {{ readonly depth: Depth, readonly seed: number, readonly scope?: 'owner' | 'all' }} How */

/**
 * What one fault needed.
 * @typedef {object} FaultCost
 * @property {string} fault
 * @property {string} owner
 * @property {boolean} isDemanded its owner is stated or derived
 * @property {boolean} caught the owner failed; of all requirements, one that the specification states or implies
 * @property {number} requests of the whole run
 * @property {number} [first] requests sent when the first requirement failed
 * @property {string} [shownBy] who asked for the request that shows the fault
 * @property {number} [index] of that request among those of who asked for it, from 1
 * @property {readonly (readonly { request: string, askedBy: string }[])[]} proofs the requests that each finding rests on
 */

/** The requests of a run on the reference server without a fault, by who asked for them. */
/** @param {How} how */
export async function countRequests(how) {
  const { counts, requests } = await observe(how, undefined, checks());
  return { counts, requests };
}

/** Latency of the server on which rounds are counted, ms: long beside the work of this machine. */
const roundMs = 40;

/** Runs in which rounds are counted. The lowest count is taken, since other load on the machine can only add to it. */
const runsForRounds = 3;

/**
 * How many requests that wait for each other each requirement takes, all requirements beside each other.
 * @param {How} how
 * @returns {Promise<ReadonlyMap<string, number>>}
 */
export async function countRounds(how) {
  /** @type {Map<string, number>} */
  const fewest = new Map();
  for (let run = 0; run < runsForRounds; run += 1)
    for (const [id, rounds] of await countRoundsOnce(how))
      fewest.set(id, Math.min(rounds, fewest.get(id) ?? Number.POSITIVE_INFINITY));
  return fewest;
}

/** @param {How} how */
async function countRoundsOnce({ depth, seed }) {
  const server = await startReference({ seed: `seed ${seed}`, latencyMs: roundMs });
  try {
    const settings = referenceSettings(server, { depth, seed, concurrency: 512, freshKey: `seed ${seed}` });
    const { verdicts } = await runChecks(createRunContext(settings), checks());
    // A round takes at least as long as a response.
    return [...verdicts].map(([id, { ms = 0 }]) => /** @type {const} */ ([id, Math.floor(ms / roundMs)]));
  } finally {
    await server.close();
  }
}

/**
 * Judges the fault by its owner, and where that decides nothing, by all requirements of the operation; or by all of them.
 * @param {string} name
 * @param {How} how
 * @returns {Promise<FaultCost>}
 */
export async function judgeFault(name, how) {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`unknown fault ${name}`);
  const requirements = checks().map(({ requirement }) => requirement);
  const levels = new Map(requirements.map(({ id, level }) => [id, level]));
  const scopes =
    how.scope === 'all'
      ? [new Set(levels.keys())]
      : [requirementsForOwner, requirementsOfOperation].map((of) => of(requirements, fault.owner));
  /** @type {FaultCost | undefined} */
  let found;
  for (const ids of scopes) {
    const chosen = checks().filter(({ requirement }) => ids.has(requirement.id));
    const { verdicts, requests, untilFailure, sights, askers, proofs } = await observe(how, fault, chosen);
    const sight = sights.find(({ id }) => id === fault.owner);
    const at = sight === undefined ? undefined : Math.max(...sight.proof, 0) || sight.sent;
    const shownBy = at === undefined ? undefined : askers.get(at);
    found = {
      fault: name,
      owner: fault.owner,
      isDemanded: mustBeCaught(levels.get(fault.owner) ?? 'advisory'),
      caught: [...verdicts].some(
        ([id, { verdict, level = levels.get(id) ?? 'advisory' }]) =>
          verdict === 'fail' && (id === fault.owner || (how.scope === 'all' && mustBeCaught(level))),
      ),
      requests,
      proofs,
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
    const recording = new Recording();
    context.client.listen((exchange) => {
      askers.set(exchange.number, exchange.sentFor ?? 'the run');
      recording.note(exchange);
    });
    /** @type {Sight[]} */
    const sights = [];
    const result = await runChecks(
      context,
      chosen.map((check) => watched(check, (sight) => sights.push(sight), context)),
    );
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const asker of askers.values()) counts.set(asker, (counts.get(asker) ?? 0) + 1);
    const codes = sights.length === 0 ? new Map() : await codesOf(recording.emails, server.inspectUrl);
    const owner = checks().find(({ requirement }) => requirement.id === fault?.owner)?.requirement;
    const isDemanded = mustBeCaught(fault?.level ?? owner?.level ?? 'stated');
    const proofs = sights
      .filter(({ level }) => level !== 'advisory' || !isDemanded)
      .flatMap(({ rests }) => rests.map((numbers) => recording.restsOn(numbers, codes)))
      .map((parts) => parts.map(({ number, request }) => ({ request, askedBy: askers.get(number) ?? 'the run' })));
    return { ...result, askers, sights, counts, proofs };
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
        tell({ id, ...exchangesOf(check, error.conclusion), sent: context.client.usage.sent });
      throw error;
    }
  };
  const { prepare } = check.options;
  const options = prepare && { options: { ...check.options, prepare: { ...prepare, work: watch(prepare.work) } } };
  return { ...check, ...options, work: watch(check.work) };
}

/**
 * The exchanges of a finding: those that show it, and those that it rests on. Each violation that was seen in the traffic of
 * the run is one by itself.
 * @param {Check} check
 * @param {Extract<import('../../src/checks/conclusion.ts').Conclusion, { verdict: 'fail' }>} conclusion
 */
function exchangesOf({ requirement }, { level = requirement.level, proof }) {
  const wrong = wrongExchanges(proof);
  const all = proof.map((one) => ('request' in one ? one : one[0]).number);
  return { level, proof: wrong, rests: requirement.watches === true ? wrong.map((number) => [number]) : [all] };
}

/**
 * The codes of registered users, by the fresh part of their e-mails.
 * @param {readonly string[]} emails
 * @param {string | undefined} inspectUrl
 */
async function codesOf(emails, inspectUrl) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  for (const email of new Set(emails)) {
    const response = await fetch(`${inspectUrl}/codes?${new URLSearchParams({ email })}`);
    // An e-mail that is too long for a URL has no code that could be read.
    if (!response.ok) continue;
    const { code } = /** @type {{ code?: string }} */ (await response.json());
    const [user] = freshParts(email);
    if (code !== undefined && user !== undefined) codes.set(user, code);
  }
  return codes;
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
