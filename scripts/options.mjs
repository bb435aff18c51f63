// @ts-check
/** Options of the scripts with which cawl is maintained: `--help` lists them, and others are rejected. */
import { availableParallelism } from 'node:os';
import yargs from 'yargs';

/** How many processes judge at the same time. */
export const jobsOption = /** @type {const} */ ({
  type: 'number',
  default: availableParallelism(),
  describe: 'Processes that work at the same time',
});

/**
 * Reads the command line of this process. Ends it after `--help`, and with status 1 if an option does not exist or a number is
 * none.
 * @template {Record<string, import('yargs').Options>} Options
 * @param {string} usage the command and its arguments, such as `npm run cost --`
 * @param {Options} options
 * @returns the options by name, and the arguments in `_`
 */
export function readOptions(usage, options) {
  return yargs(process.argv.slice(2))
    .usage(`${usage} [options]`)
    .options(options)
    .parserConfiguration({ 'duplicate-arguments-array': false, 'parse-positional-numbers': false })
    .strictOptions()
    .version(false)
    .check((values) => {
      for (const [name, { type }] of Object.entries(options))
        if (type === 'number' && Number.isNaN(values[name])) throw new Error(`--${name} must be a number`);
      return true;
    })
    .parseSync();
}
