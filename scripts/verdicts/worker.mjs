// @ts-check
/** A child process of the recording: answers the name of a target and a seed with the verdicts. */
import { catalogue, judge } from './targets.mjs';

/** @typedef {{ job: import('./pool.mjs').Job, result: import('./compare.mjs').TargetRecord }} Answer */

const levels = new Map(catalogue.map(({ id, level }) => [id, level]));

/**
 * Times of log entries follow the clock, and the requests sent depend on them: each target is judged at the same time of
 * the same day.
 */
const noon = Date.UTC(2027, 0, 5, 12);
const realNow = Date.now;
const RealDate = Date;
let offset = 0;
globalThis.Date = /** @type {DateConstructor} */ (
  class extends RealDate {
    /** @param {any[]} args */
    constructor(...args) {
      // @ts-expect-error: any arguments of Date
      super(...(args.length === 0 ? [realNow() + offset] : args));
    }
    /** @override */
    static now() {
      return realNow() + offset;
    }
  }
);

/**
 * @param {import('./pool.mjs').Job} job
 * @returns {Promise<import('./compare.mjs').TargetRecord>}
 */
async function recordOf({ name, seed }) {
  offset = noon - realNow();
  try {
    const { verdicts, requests } = await judge(name, seed);
    /** @type {Record<string, import('./compare.mjs').Entry>} */
    const entries = {};
    /** @type {Record<string, number>} */
    const times = {};
    for (const [id, verdict] of [...verdicts].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const level = verdict.level ?? levels.get(id) ?? '';
      times[id] = verdict.ms ?? 0;
      entries[id] = [verdict.verdict, level, verdict.exchanges, (verdict.message ?? '').slice(0, 300)];
    }
    return { requests, verdicts: entries, times };
  } catch (error) {
    return {
      requests: 0,
      verdicts: {},
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

process.on('message', async (/** @type {import('./pool.mjs').Job} */ job) => {
  const result = await recordOf(job);
  process.send?.({ job, result });
});
process.on('disconnect', () => process.exit(0));
