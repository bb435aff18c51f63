// @ts-check
/** The servers whose mutants are judged: one design each, of the reference server and of test/targets. */

/**
 * @typedef {object} MutatedServer
 * @property {string} name
 * @property {string} module that exports `startReference`, or `target`; below the folder of the build
 * @property {readonly string[]} files that are mutated
 */

const reference = [
  ...['accounts', 'answer', 'calendars', 'cursor', 'fields', 'log', 'query', 'request', 'search', 'server'],
  ...['time', 'transport', 'view'],
];

/** @type {readonly MutatedServer[]} */
export const mutatedServers = [
  {
    name: 'reference',
    module: 'src/reference/index.js',
    files: reference.map((file) => `src/reference/${file}.ts`),
  },
  ofTarget('plain-keyset', ['plain-keyset', 'plain-keyset-input']),
  ofTarget('express-sessions', ['express-sessions']),
  ofTarget('fastify-strict', ['fastify-strict']),
];

/**
 * @param {string} name
 * @param {readonly string[]} files
 * @returns {MutatedServer}
 */
function ofTarget(name, files) {
  return {
    name,
    module: `test/targets/conforming/${name}.js`,
    files: files.map((file) => `test/targets/implementations/${file}.ts`),
  };
}
