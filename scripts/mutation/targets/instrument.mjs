// @ts-check
/**
 * Builds the servers with all their mutants in the code, each behind a switch: `globalThis.__stryker__.activeMutant` names the
 * one that is on. The same code counts which mutants are reached (`mutantCoverage`).
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mutatedServers } from './servers.mjs';

/**
 * @typedef {object} Mutant
 * @property {string} id of this build
 * @property {string} key the same while its file does not change; also with the end, since `a && b` begins where `a` does
 * @property {string} server
 * @property {string} file
 * @property {number} line
 * @property {string} mutator
 * @property {string} original
 * @property {string} context the lines of the original, in full
 * @property {string} replacement
 * @property {string} [ignored] why it is not a mutant of correct code
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = join(root, '.stryker-tmp/targets');
/** Where the compiled servers are. */
export const built = join(folder, 'dist');

/** @returns {Promise<Mutant[]>} */
export async function instrumentServers() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of ['src/core', 'src/reference', 'test/targets'])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  const files = mutatedServers.flatMap((server) => server.files);
  const { files: outputs, mutants } = await instrument(files);
  for (const { name, content } of outputs) writeFileSync(join(folder, name), `// @ts-nocheck\n${content}`);
  compile();
  const serverOf = new Map(mutatedServers.flatMap(({ name, files }) => files.map((file) => [file, name])));
  /** @type {Mutant[]} */
  const described = mutants.map((/** @type {any} */ mutant) => describe(mutant, serverOf.get(mutant.fileName) ?? ''));
  if (new Set(described.map(({ key }) => key)).size < described.length) throw new Error('two mutants have one key');
  return described;
}

/** @param {readonly string[]} files */
async function instrument(files) {
  /** Installed by `npm run mutation:targets`, not by `npm ci`: the compiler must not look for it. */
  const program = new URL('../node_modules/@stryker-mutator/instrumenter/dist/src/index.js', import.meta.url).href;
  const { Instrumenter } = await import(program);
  const silent = new Proxy({}, { get: (_, name) => (name === 'isDebugEnabled' ? () => false : () => undefined) });
  const inputs = files.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }));
  const ignorers = [{ shouldIgnore: whyIgnored }];
  return new Instrumenter(silent).instrument(inputs, { plugins: null, excludedMutations: [], ignorers });
}

/** A defect's switch that is not negated. */
const isSwitch = /(?<!!\()\bbroken === '/;

/**
 * Nothing says how a refusal is worded. And a server of test/targets has the switches of its defects in the code: they are off,
 * and what they lead to is not correct code.
 * @param {any} path of babel
 * @returns {string | undefined}
 */
function whyIgnored(path) {
  if (isWording(path)) return 'the wording of a refusal';
  if (path.isCallExpression() && path.node.callee.name === 'settingsFor') return 'the configuration of the run';
  const reason = 'the switch of a defect';
  if (path.isBinaryExpression() && /^broken\s*[!=]==/.test(textOf(path))) return reason;
  if (path.isLogicalExpression({ operator: '&&' }) && isSwitch.test(textOf(path))) return reason;
  if (path.isLogicalExpression({ operator: '||' }) && textOf(path).includes("broken !== '")) return reason;
  const { parentPath, key } = path;
  if (!parentPath?.isIfStatement() && !parentPath?.isConditionalExpression()) return undefined;
  const test = textOf(parentPath.get('test'));
  return isSwitch.test(test) && !test.includes('||') && (key === 'test' || key === 'consequent') ? reason : undefined;
}

/**
 * A text that is given to the constructor or the maker of a refusal, or a body of such texts alone.
 * @param {any} path
 */
function isWording(path) {
  if (path.isObjectExpression()) return path.node.properties.length > 0 && path.node.properties.every(isRefusalMember);
  if (!path.isStringLiteral() && !path.isTemplateLiteral()) return false;
  const { parent } = path;
  if (parent.type === 'NewExpression' || parent.type === 'CallExpression') return refusals.has(parent.callee.name);
  return isRefusalMember(parent) && parent.value === path.node;
}

/** @param {any} node */
function isRefusalMember(node) {
  return node.type === 'ObjectProperty' && refusalMembers.has(node.key.name);
}

/** What makes a refusal, and the members of its body. */
const refusals = new Set(['Refusal', 'RangeError', 'problem', 'unauthorized', 'fail']);
const refusalMembers = new Set(['code', 'error', 'message', 'title']);

/** @param {any} path */
function textOf(path) {
  return path.getSource();
}

/** @param {string} text */
function onOneLine(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * @param {any} mutant of Stryker; lines count from 0
 * @param {string} server
 * @returns {Mutant}
 */
function describe({ id, fileName, mutatorName, replacement, location: { start, end }, statusReason }, server) {
  const lines = readFileSync(join(root, fileName), 'utf8')
    .split('\n')
    .slice(start.line, end.line + 1);
  const context = onOneLine(lines.join('\n'));
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column);
  lines[0] = (lines[0] ?? '').slice(start.column);
  return {
    ...{ id, key: `${fileName}:${placeOf(start)}-${placeOf(end)} ${mutatorName} ${onOneLine(replacement)}` },
    ...{ server, file: fileName, line: start.line + 1, mutator: mutatorName, context },
    ...{ original: onOneLine(lines.join('\n')), replacement: onOneLine(replacement) },
    ...(statusReason === undefined ? {} : { ignored: statusReason }),
  };
}

/** @param {{ line: number, column: number }} position of Stryker; lines count from 0 */
function placeOf({ line, column }) {
  return `${line + 1}:${column}`;
}

function compile() {
  const options = {
    noEmit: false,
    noCheck: true,
    outDir: 'dist',
    rootDir: '.',
    skipLibCheck: true,
    declaration: false,
  };
  const config = {
    extends: '../../tsconfig.json',
    compilerOptions: options,
    include: ['src', 'test'],
    exclude: ['**/*.test.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { stdio: 'inherit' });
}
