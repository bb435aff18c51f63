// @ts-check
/** Judges one mutant: starts its server in a thread, runs the kit against it, and stops the thread. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { built } from './instrument.mjs';
import { kit } from './kit.mjs';
import { runUntilFailure } from './run-until-failure.mjs';
import { mutatedServers } from './servers.mjs';

/** @type {typeof import('../../../src/core/gaps.ts')} */
const { declarableGaps } = await kit('src/core/gaps.js');
/** @type {typeof import('../../../src/selftest/run-settings.ts')} */
const { runSettings } = await kit('src/selftest/run-settings.js');
/** @type {typeof import('../../../src/selftest/scope.ts')} */
const { requirementsOfOperation } = await kit('src/selftest/scope.js');
/** @type {typeof import('../../../suites/catalogue.ts')} */
const { catalogue } = await kit('suites/catalogue.js');

/** A group of operations that share state: a mutant that no request of a group reaches cannot show there. */
const scopes = /** @type {const} */ ({
  create: 'create/accepts-valid',
  accounts: 'verify/accepts-valid',
  logs: 'logs/accepts-valid',
});
/** @typedef {keyof typeof scopes} Scope */
export const scopeNames = /** @type {Scope[]} */ (Object.keys(scopes));

/**
 * @typedef {object} Job
 * @property {string} server
 * @property {Scope} scope
 * @property {import('../../../src/core/config.ts').Depth} depth
 * @property {number} seed
 * @property {string} [mutant] none: the server as it is
 */

/**
 * @typedef {object} Start what the thread of a server tells first
 * @property {string} baseUrl
 * @property {Pick<import('../../../src/core/config.ts').Settings, 'tokens' | 'fixtures' | 'run'> & { declares?: {} }} settings
 * @property {Readonly<Record<string, unknown>>} choices
 */

/**
 * @typedef {Partial<import('./run-until-failure.mjs').RunEnd>} MaybeRun
 * @typedef {MaybeRun & { crashed?: string, reached?: readonly string[], ms: number }} Judgement
 */

/** A server that takes longer to start does not start, ms. */
const startMs = 60_000;

/**
 * @param {Job} job
 * @returns {Promise<Judgement>}
 */
export async function judge({ server, scope, depth, seed, mutant }) {
  const began = performance.now();
  const module = mutatedServers.find(({ name }) => name === server)?.module;
  const thread = new Worker(new URL('server-thread.mjs', import.meta.url), {
    workerData: { built, module, mutant, seed },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    stderr: true,
  });
  /** @type {string | undefined} */
  let crashed;
  thread.on('error', (error) => {
    crashed = String(error);
  });
  try {
    const start = await Promise.race([firstMessage(thread), delay(startMs, undefined, { ref: false })]);
    if (start?.settings === undefined)
      return { crashed: crashed ?? 'it does not start', ms: performance.now() - began };
    const run = await runUntilFailure(
      settingsOf(start, depth, seed),
      requirementsOfOperation(catalogue, scopes[scope]),
    );
    const reached = mutant === undefined ? await reachedIn(thread) : undefined;
    return { ...run, ...(reached && { reached }), ...(crashed && { crashed }), ms: performance.now() - began };
  } finally {
    await thread.terminate();
  }
}

/**
 * @param {Worker} thread
 * @returns {Promise<Start | undefined>} undefined if it ends before
 */
async function firstMessage(thread) {
  const ended = once(thread, 'exit').then(() => undefined);
  const message = once(thread, 'message').then(([start]) => start);
  return Promise.race([message, ended]).catch(() => undefined);
}

/**
 * @param {Worker} thread
 * @returns {Promise<readonly string[]>}
 */
async function reachedIn(thread) {
  thread.postMessage('reached');
  const [{ reached }] = await once(thread, 'message');
  return reached;
}

/**
 * As in a run of a user who declared what the server chose.
 * @param {Start} start
 * @param {Job['depth']} depth
 * @param {number} seed
 * @returns {import('../../../src/core/config.ts').Settings}
 */
function settingsOf({ baseUrl, settings, choices }, depth, seed) {
  const declarable = new Set(declarableGaps.map((key) => key.split('.')[0]));
  const chosen = Object.fromEntries(Object.entries(choices).filter(([key]) => declarable.has(key)));
  const { tokens, fixtures } = settings;
  const { verificationCode } = fixtures;
  const code = verificationCode && { verificationCode: { ...verificationCode, waitMs: 100 } };
  const limits = { concurrency: 16, maxRequests: 20_000, settleMs: 0 };
  return {
    ...{ baseUrl, tokens, fixtures: { ...fixtures, ...code }, declares: settings.declares ?? chosen, waivers: [] },
    run: { ...runSettings({ ...settings.run, ...limits, depth, seed }), freshKey: `seed ${seed}` },
  };
}
