// @ts-check
/** A child process of the recording: answers the name of a fault with what fails on it. */

/** @param {string} path below dist/ */
const built = (path) => import(new URL(`../../dist/${path}`, import.meta.url).href);

/** @type {typeof import('../../src/reference/faults/index.ts')} */
const { faults } = await built('src/reference/faults/index.js');
/** @type {typeof import('../../src/reference/index.ts')} */
const { startReference } = await built('src/reference/index.js');
/** @type {typeof import('../../src/selftest/in-process-run.ts')} */
const { runInProcess } = await built('src/selftest/in-process-run.js');
/** @type {typeof import('../../src/selftest/reference-settings.ts')} */
const { referenceSettings } = await built('src/selftest/reference-settings.js');
/** @type {typeof import('../../src/selftest/scope.ts')} */
const { requirementsOfOperation } = await built('src/selftest/scope.js');
/** @type {typeof import('../../src/core/causes/traits.ts')} */
const { traitsOf } = await built('src/core/causes/traits.js');
/** @type {typeof import('../../suites/catalogue.ts')} */
const { catalogue } = await built('suites/catalogue.js');

/** @param {string} name */
async function recordOf(name) {
  const fault = faults.find((one) => one.name === name);
  if (fault === undefined) throw new Error(`unknown fault ${name}`);
  const server = await startReference({ faults: [fault], seed: 'findings' });
  try {
    const settings = referenceSettings(server, { seed: 1, timeoutMs: 1500 });
    const { verdicts } = await runInProcess(settings, requirementsOfOperation(catalogue, fault.owner));
    /** @type {Record<string, string[]>} */
    const failed = {};
    const open = [];
    for (const { id, level, operation } of catalogue) {
      const verdict = verdicts.get(id);
      if (verdict?.verdict === 'fail')
        failed[id] = [...traitsOf({ id, operation, ...verdict, level: verdict.level ?? level })];
      else if (verdict?.verdict === 'inconclusive') open.push(id);
    }
    return { owner: fault.owner, failed, open };
  } finally {
    await server.close();
  }
}

process.on('message', async (/** @type {string} */ name) => {
  process.send?.({ name, record: await recordOf(name) });
});
process.on('disconnect', () => process.exit(0));
