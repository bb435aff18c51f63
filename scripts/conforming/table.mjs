// @ts-check
/** Runs on conforming servers, and what they show together. */
import { existsSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Job
 * @property {string} name of the server, such as `liberty/by-age`
 * @property {number} seed
 * @property {'quick' | 'standard'} depth
 * @property {boolean} isLearned judged with what `cawl learn` declares
 */

/**
 * @typedef {object} Result
 * @property {number} requests
 * @property {number} ms
 * @property {readonly string[]} undecided ids of the requirements that fail a run and were not decided
 * @property {readonly { readonly id: string, readonly message: string }[]} alarms
 * @property {string} [error] why the server was not judged
 */

/** @typedef {Job & Result} Run */

/** @param {Job} job */
export const keyOf = ({ name, seed, depth, isLearned }) => `${name} ${depth} ${isLearned ? 'learned' : 'bare'} ${seed}`;

/**
 * @param {string | undefined} file
 * @returns {Run[]}
 */
export function readRuns(file) {
  if (file === undefined || !existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/**
 * @param {readonly Run[]} runs
 * @param {number} wanted
 */
export function describeRuns(runs, wanted) {
  const names = [...new Set(runs.map(({ name }) => name))];
  const width = Math.max(6, ...names.map((name) => name.length));
  const rows = names.map((name) => {
    const own = runs.filter((run) => run.name === name);
    const undecided = (/** @type {string} */ depth) => {
      const counts = own.filter((run) => run.depth === depth).map((run) => run.undecided.length);
      return counts.length === 0 ? '-' : String(Math.max(...counts));
    };
    const reported = own.filter(({ alarms }) => alarms.length > 0).length;
    const cells = [own.length, reported, undecided('standard'), undecided('quick')];
    return `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  });
  const titles = ['runs', 'reported', 'undecided', 'at quick'];
  const problems = runs.flatMap((run) => [
    ...run.alarms.map(({ id, message }) => `${keyOf(run)}: ${id}: ${message}`),
    ...(run.error === undefined ? [] : [`${keyOf(run)}: not judged: ${run.error.split('\n')[0]}`]),
  ]);
  const reported = runs.filter(({ alarms }) => alarms.length > 0).length;
  return [
    `${'server'.padEnd(width)}${titles.map((title) => title.padStart(10)).join('')}`,
    ...rows,
    ...problems,
    `${runs.length} of ${wanted} runs on ${names.length} conforming servers: ${reported} reported`,
  ].join('\n');
}
