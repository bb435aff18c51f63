// @ts-check
/**
 * The one table of the architecture: what each folder contains, what it may import, and where third-party packages
 * stay. `write.mjs` turns it into lint rules and into the map in docs/architecture.md.
 */

/**
 * @typedef {object} Folder
 * @property {string} contents what the folder is responsible for
 * @property {readonly string[]} imports names of the folders it may import
 * @property {string} [because] why the list is that short, shown by the linter
 * @property {readonly ('process' | 'console')[]} [globals] globals of the process it may use
 */

const checkFoundations = ['core', 'interface', 'schema', 'client', 'generators', 'oracles', 'log'];

/** @type {Readonly<Record<string, Folder>>} */
export const folders = {
  core: { contents: 'types, verdicts, the gap register, placeholders, seeded randomness, the clock', imports: [] },
  interface: { contents: 'the four operations as one table', imports: ['core'] },
  schema: {
    contents: 'loads and compiles JSON Schemas; turns their errors into sentences',
    imports: ['core', 'interface'],
  },
  config: {
    contents: 'file, environment and flags → settings; errors with line and column',
    imports: ['core', 'interface', 'schema', 'report'],
  },
  client: {
    contents: 'connections, rate limit, recording, masking, verification codes',
    imports: ['core', 'interface', 'schema'],
  },
  generators: {
    contents: 'valid, boundary, invalid and hostile values drawn from the schemas',
    imports: ['core', 'interface', 'schema'],
  },
  oracles: {
    contents: 'pure functions that judge exchanges, walks and bags of items',
    imports: ['core', 'interface', 'schema'],
  },
  log: {
    contents:
      "the model of a webhook's log: walks, navigation, relations between walks, changes and suspicions, time and ranges",
    imports: ['core', 'interface', 'schema', 'client', 'oracles'],
  },
  checks: {
    contents: 'what a check is given and how it becomes a verdict: registry, schedule, positive controls',
    imports: checkFoundations,
  },
  suite: { contents: 'the groups of names that suite.ts offers', imports: [...checkFoundations, 'checks'] },
  reference: {
    contents: 'the reference server, and its faults',
    imports: ['core'],
    because: 'two sides that share code share mistakes',
  },
  runner: {
    contents: 'starts vitest on the suites; selects requirements; builds the report',
    imports: ['core', 'interface', 'checks'],
    globals: ['process'],
  },
  report: {
    contents: 'one file per output format over one report',
    imports: ['core'],
    because: 'a report is rendered from its data alone',
  },
  session: {
    contents: 'opens a target, checks that it answers, judges it',
    imports: ['core', 'interface', 'schema', 'config', 'client', 'reference', 'runner'],
  },
  fleet: {
    contents: 'plans jobs, joins their reports, and compares many implementations',
    imports: ['core', 'interface', 'schema', 'config', 'client', 'runner', 'session', 'report'],
    because: 'a job is a run like any other: how it is carried changes no verdict',
    globals: ['process'],
  },
  conformance: {
    contents: "one test per requirement in a user's own vitest suite",
    imports: ['core', 'config', 'session', 'report', 'runner', 'suites'],
    because: 'it is the library for one more runner',
  },
  replay: {
    contents: 'sends the reproducers of a report again',
    imports: ['core', 'interface', 'schema', 'client', 'oracles', 'runner'],
  },
  selftest: {
    contents: 'judges faults and conforming servers to prove the checks',
    imports: [...checkFoundations, 'checks', 'reference', 'report'],
    globals: ['process'],
  },
  cli: {
    contents: 'one file per command; the only place that reads the environment, prints and sets exit codes',
    imports: [
      ...checkFoundations,
      ...['config', 'checks', 'reference', 'runner', 'report', 'session', 'fleet', 'replay', 'selftest', 'suites'],
    ],
    globals: ['process', 'console'],
  },
};

/**
 * Files directly in src, and what they may import.
 * @type {Readonly<Record<string, Folder>>}
 */
export const rootFiles = {
  'suite.ts': { contents: 'all that a suite may import', imports: [...checkFoundations, 'checks', 'suite'] },
  'index.ts': {
    contents: 'the library: judge(), the catalogue, types',
    imports: ['core', 'interface', 'config', 'session', 'report', 'runner', 'suites'],
  },
  'version.ts': { contents: "the package's version", imports: [] },
};

/** All of src that suites see: what checks use, and for requirements, which are only data, the table of operations. */
export const suiteImports = ['src/suite.ts', 'src/interface/operations.ts'];

/**
 * Where each third-party package stays: a folder of src, or one file.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const packageHomes = {
  undici: ['client'],
  ajv: ['schema'],
  'ajv-formats': ['schema'],
  'fast-check': ['generators'],
  vitest: ['runner', 'checks/vitest-entry.ts'],
  'allure-js-commons': ['report/allure/messages.ts', 'report/allure/results.ts', 'report/allure/page.ts'],
  'allure-vitest': ['report/allure/results.ts'],
  '@allurereport/core': ['report/allure/page.ts'],
  '@allurereport/plugin-awesome': ['report/allure/page.ts'],
  bullmq: ['fleet/queue.ts'],
  ioredis: ['fleet/queue.ts'],
  nodemailer: ['reference'],
  'postal-mime': ['client/codes/mail-text.ts'],
  'smtp-server': ['client/codes/mail-catcher.ts'],
  picomatch: ['runner', 'cli'],
  yaml: ['config', 'cli'],
  yargs: ['cli'],
};

/**
 * Imports that the table forbids and that still exist. This list only gets shorter.
 * @type {readonly { readonly file: string, readonly imports: string }[]}
 */
export const exceptions = [];
