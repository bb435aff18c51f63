// @ts-check
/** What repeated runs of one target show: verdicts that differ from seed to seed, and checks close to their limits. */

/** @typedef {import('../verdicts/compare.mjs').TargetRecord} TargetRecord */

/** Share of a limit that may be used. */
const allowed = 0.8;

/**
 * @typedef {object} Limits
 * @property {number} requests that a run may send
 * @property {(id: string) => number} timeMs that the check of a requirement may take
 */

/**
 * @typedef {object} TargetRow
 * @property {string} target
 * @property {number} requirements that were judged
 * @property {number} most requests of a run
 * @property {string} slowest the check that used most of its time, with the share
 * @property {readonly string[]} problems
 */

/**
 * @param {string} target
 * @param {readonly TargetRecord[]} runs one per seed
 * @param {Limits} limits
 * @param {string} [owner] the requirement that must fail on the target; without it, all are compared
 * @returns {TargetRow}
 */
export function rowOf(target, runs, limits, owner) {
  const ids = owner === undefined ? [...new Set(runs.flatMap(({ verdicts }) => Object.keys(verdicts)))] : [owner];
  const most = Math.max(...runs.map(({ requests }) => requests));
  const shares = ids.map((id) => ({ id, share: shareOf(id, runs, limits) })).sort((a, b) => b.share - a.share);
  const [slowest] = shares;
  return {
    target,
    requirements: ids.length,
    most,
    slowest: slowest === undefined ? '' : `${slowest.id} ${percent(slowest.share)}`,
    problems: [
      ...runs.flatMap(({ error }) => (error === undefined ? [] : [`not judged: ${error.split('\n')[0]}`])),
      ...ids.flatMap((id) => verdictProblem(id, runs, owner)),
      ...(most > allowed * limits.requests
        ? [`${most} requests of ${limits.requests}: more than ${percent(allowed)}`]
        : []),
      ...shares
        .filter(({ share }) => share > allowed)
        .map(({ id, share }) => `${id} used ${percent(share)} of its time`),
    ],
  };
}

/**
 * The largest share of its time that a check used. A finding that is confirmed waits for others, so only those without one
 * are counted.
 * @param {string} id
 * @param {readonly TargetRecord[]} runs
 * @param {Limits} limits
 */
function shareOf(id, runs, { timeMs }) {
  const times = runs.flatMap(({ verdicts, times }) => (verdicts[id]?.[0] === 'fail' ? [] : [times?.[id] ?? 0]));
  return Math.max(0, ...times) / timeMs(id);
}

/**
 * @param {string} id
 * @param {readonly TargetRecord[]} runs
 * @param {string} [owner]
 */
function verdictProblem(id, runs, owner) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { verdicts, error } of runs) {
    if (error !== undefined) continue;
    const verdict = verdicts[id]?.[0] ?? 'none';
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  }
  const isSteady = counts.size <= 1 && (owner === undefined || counts.size === 0 || counts.has('fail'));
  if (isSteady) return [];
  const seen = [...counts].sort(([, a], [, b]) => b - a).map(([verdict, count]) => `${verdict} ×${count}`);
  return [`${id}: ${seen.join(', ')}`];
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)} %`;

/**
 * @param {readonly TargetRow[]} rows
 * @param {number} seeds
 */
export function describeRows(rows, seeds) {
  const width = Math.max(6, ...rows.map(({ target }) => target.length));
  const lines = rows.flatMap(({ target, requirements, most, slowest, problems }) => [
    `${problems.length === 0 ? '✓' : '✗'} ${target.padEnd(width)}  ${String(requirements).padStart(4)}  ${String(most).padStart(6)}  ${slowest}`,
    ...problems.map((problem) => `    ${problem}`),
  ]);
  const wrong = rows.filter(({ problems }) => problems.length > 0).length;
  return [
    `  ${'target'.padEnd(width)}  rows  most requests, and the check that used most of its time`,
    ...lines,
    `${rows.length} targets, ${seeds} seeds each: ${wrong === 0 ? 'every verdict is the same each time' : `${wrong} with problems`}`,
  ].join('\n');
}
