// @ts-check
/** The targets of a recording, by name: `embedded/DEPTH`, `fault/NAME`, `server/NAME` and `server/NAME declared`, `liberty/NAME`. */

/** @param {string} path below dist/ */
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);

/** @type {typeof import('../../src/reference/faults/index.ts')} */
const { faults } = await built('src/reference/faults/index.js');
/** @type {typeof import('../../src/reference/index.ts')} */
const { startReference } = await built('src/reference/index.js');
/** @type {typeof import('../../src/selftest/conforming.ts')} */
const { judgeConforming } = await built('src/selftest/conforming.js');
/** @type {typeof import('../../src/selftest/in-process-run.ts')} */
const { runInProcess } = await built('src/selftest/in-process-run.js');
/** @type {typeof import('../../src/selftest/reference-settings.ts')} */
const { referenceSettings } = await built('src/selftest/reference-settings.js');
/** @type {typeof import('../../src/selftest/scope.ts')} */
const { requirementsOfOperation } = await built('src/selftest/scope.js');
/** @type {typeof import('../../test/targets/index.ts')} */
const { conformingTargets } = await built('test/targets/index.js');
/** @type {typeof import('../../test/targets/liberties.ts')} */
const { targets: liberties } = await built('test/targets/liberties.js');
/** @type {typeof import('../../suites/catalogue.ts')} */
export const { catalogue } = await built('suites/catalogue.js');

/** @param {number} every takes each so-many-th fault */
export function allTargets(every) {
  const servers = conformingTargets.filter(({ skip }) => skip === undefined).map(({ name }) => `server/${name}`);
  const names = faults.map(({ name }) => name).sort();
  return [
    ...['embedded/quick', 'embedded/standard'],
    ...servers.flatMap((name) => [name, `${name} declared`]),
    ...names.filter((_, index) => index % every === 0).map((name) => `fault/${name}`),
  ];
}

/** Every conforming server, each with nothing declared, and servers that take one liberty each. */
export function conformingNames() {
  const servers = conformingTargets.filter(({ skip }) => skip === undefined).map(({ name }) => `server/${name}`);
  return [...servers, ...liberties.map(({ name }) => `liberty/${name.replace(/^liberal-/, '')}`)];
}

/** Faults that a client can observe, with the requirement that must catch each. */
export function faultsWithOwners() {
  return faults
    .filter(({ unseen }) => unseen === undefined)
    .map(({ name, owner }) => ({ name: `fault/${name}`, owner }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Runs the checks on one target.
 * @param {string} name
 * @param {number} seed
 */
export function judge(name, seed) {
  const [, kind, rest] = /^(\w+)\/(.+)$/.exec(name) ?? [];
  if (kind === 'embedded') return judgeReference(rest === 'quick' ? 'quick' : 'standard', seed);
  if (kind === 'fault') return judgeReference('standard', seed, rest);
  const declared = rest?.endsWith(' declared') === true;
  return judgeConforming(conformingServer(name.replace(' declared', '')), { seed, declared });
}

/** @param {string} name one of {@link conformingNames} */
export function conformingServer(name) {
  const [, kind, rest] = /^(\w+)\/(.+)$/.exec(name) ?? [];
  const server =
    kind === 'liberty'
      ? liberties.find((one) => one.name === `liberal-${rest}`)
      : conformingTargets.find((one) => one.name === rest);
  if (server === undefined) throw new Error(`unknown target ${name}`);
  return server;
}

/**
 * @param {'quick' | 'standard'} depth
 * @param {number} seed
 * @param {string} [faultName]
 */
async function judgeReference(depth, seed, faultName) {
  const fault = faults.find(({ name }) => name === faultName);
  const server = await startReference({ faults: fault === undefined ? [] : [fault], seed: `seed ${seed}` });
  try {
    const settings = referenceSettings(server, { depth, seed, freshKey: `seed ${seed}` });
    return await runInProcess(settings, fault && requirementsOfOperation(catalogue, fault.owner));
  } finally {
    await server.close();
  }
}
