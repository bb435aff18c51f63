// @ts-check
/** Lint rules from the table: one override per folder of src, per file with an exception, and one for the suites. */
import { exceptions, folders, packageHomes, rootFiles, suiteImports } from './table.mjs';

const restrictedGlobals = /** @type {const} */ (['process', 'console']);

/**
 * What one glob may use.
 * @typedef {object} Scope
 * @property {string} glob
 * @property {string} name shown in messages
 * @property {import('./table.mjs').Folder} folder
 * @property {readonly string[]} homes which packages it may import: those whose home is listed here
 * @property {readonly string[]} excepted folders and packages that it may import although the table forbids it
 */

/** Folders come first: a later override replaces an earlier one. */
export function overrides() {
  /** @type {Scope[]} */
  const scopes = [
    ...Object.entries(folders).map(([name, folder]) => ({
      ...{ glob: `src/${name}/**`, name, folder, homes: [name], excepted: [] },
    })),
    ...Object.entries(rootFiles).map(([name, folder]) => ({
      ...{ glob: `src/${name}`, name, folder, homes: [], excepted: [] },
    })),
    ...specialFiles().map(fileScope),
  ];
  return [...scopes.map(override), suitesOverride()];
}

/** Paths of the files that may import more than their folder. */
function specialFiles() {
  const homes = Object.values(packageHomes).flat();
  const ofPackages = homes.filter((home) => home.endsWith('.ts')).map((home) => `src/${home}`);
  return [...new Set([...ofPackages, ...exceptions.map(({ file }) => file)])].sort();
}

/**
 * @param {string} path
 * @returns {Scope}
 */
function fileScope(path) {
  const home = path.replace('src/', '');
  const name = home.slice(0, home.indexOf('/'));
  const folder = folders[name];
  if (folder === undefined) throw new Error(`${path}: its folder is not in the table`);
  const excepted = exceptions.filter(({ file }) => file === path).map(({ imports }) => imports);
  return { glob: path, name, folder, homes: [name, home], excepted };
}

/** @param {Scope} scope */
function override({ glob, name, folder, homes, excepted }) {
  const { imports, because, globals = [] } = folder;
  const allowed = [name, ...imports, ...excepted];
  const others = [...Object.keys(folders), 'suites'].filter((other) => !allowed.includes(other));
  const group = [`**/${anyOf(others)}/**`, ...(name === 'suite.ts' ? [] : ['**/suite.ts'])];
  const direction = imports.length === 0 ? 'no other folder' : imports.join(', ');
  const message = `${name} may import ${direction}${because === undefined ? '' : `: ${because}`}`;
  const isAllowed = (/** @type {string} */ one) =>
    excepted.includes(one) || packageHomes[one]?.some((home) => homes.includes(home)) === true;
  return rulesFor(glob, { group, message }, isAllowed, globals);
}

/**
 * One glob for all names: Biome compiles each glob of each override anew for every file.
 * @param {readonly string[]} names
 */
const anyOf = (names) => `{${names.join(',')}}`;

/** Suites see the kit through few modules. */
function suitesOverride() {
  const allowed = suiteImports.map((file) => `!**/${file}`);
  const direction = { group: ['**/src/**', ...allowed], message: `suites import only ${suiteImports.join(' and ')}` };
  return rulesFor('suites/**', direction, () => false, []);
}

/**
 * @param {string} glob
 * @param {object} direction the pattern for folders
 * @param {(name: string) => boolean} isAllowed whether a package may be imported
 * @param {readonly string[]} globals
 */
function rulesFor(glob, direction, isAllowed, globals) {
  const packages = Object.entries(packageHomes).filter(([name]) => !isAllowed(name));
  const paths = Object.fromEntries(packages.map(([name, homes]) => [name, `${name} stays in ${homes.join(' and ')}`]));
  const submodules = {
    group: [`${anyOf(packages.map(([name]) => name))}/**`],
    message: 'scripts/architecture/table.mjs says where this package stays',
  };
  const denied = restrictedGlobals.filter((name) => !globals.includes(name));
  const deniedGlobals = Object.fromEntries(
    denied.map((name) => [name, 'only src/cli reads the environment, prints and sets exit codes']),
  );
  const style = {
    noRestrictedImports: { level: 'error', options: { paths, patterns: [direction, submodules] } },
    ...(denied.length === 0 ? {} : { noRestrictedGlobals: { level: 'error', options: { deniedGlobals } } }),
  };
  return { includes: [glob, '!**/*.test.ts'], linter: { rules: { style } } };
}
