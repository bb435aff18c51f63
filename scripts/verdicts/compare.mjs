// @ts-check
/** Compares two recordings of verdicts. */

/**
 * Verdict, level, exchanges and message of a requirement. The message is for a reader and not compared.
 * @typedef {readonly [verdict: string, level: string, exchanges: number, message: string]} Entry
 */

/**
 * @typedef {object} TargetRecord
 * @property {number} requests
 * @property {Readonly<Record<string, Entry>>} verdicts by requirement
 * @property {Readonly<Record<string, number>>} [times] how long each check took, ms; not compared
 * @property {string} [error] why the target was not judged
 */

/** @typedef {Readonly<Record<string, TargetRecord>>} Recording */

/**
 * @typedef {object} Difference
 * @property {string} target
 * @property {'error' | 'verdict' | 'exchanges' | 'requests'} kind
 * @property {string} [id] the requirement
 * @property {string} before
 * @property {string} after
 */

/**
 * Differences on the targets that both recordings have. What also differs between `before` and `noise`, a second
 * recording of the same code, is left out.
 * @param {Recording} before
 * @param {Recording} after
 * @param {Recording} [noise]
 * @returns {Difference[]}
 */
export function compare(before, after, noise = {}) {
  const noisy = new Set(Object.keys(noise).length === 0 ? [] : compare(before, noise).map(keyOf));
  return Object.entries(after)
    .flatMap(([target, now]) => {
      const then = before[target];
      return then === undefined ? [] : compareTarget(target, then, now);
    })
    .filter((difference) => !noisy.has(keyOf(difference)));
}

/** @param {Difference} difference */
function keyOf({ target, kind, id }) {
  return `${kind} ${target} ${id}`;
}

/**
 * @param {string} target
 * @param {TargetRecord} before
 * @param {TargetRecord} after
 * @returns {Difference[]}
 */
function compareTarget(target, before, after) {
  if (after.error !== undefined)
    return [{ target, kind: 'error', before: before.error ?? 'judged', after: after.error }];
  const ids = new Set([...Object.keys(before.verdicts), ...Object.keys(after.verdicts)]);
  const differences = [...ids].flatMap((id) => compareEntry(target, id, before.verdicts[id], after.verdicts[id]));
  const requests = { before: String(before.requests), after: String(after.requests) };
  if (requests.before !== requests.after) differences.push({ target, kind: 'requests', ...requests });
  return differences;
}

/**
 * @param {string} target
 * @param {string} id
 * @param {Entry | undefined} before
 * @param {Entry | undefined} after
 * @returns {Difference[]}
 */
function compareEntry(target, id, before, after) {
  const [verdict, level, exchanges] = after ?? [];
  if (before?.[0] !== verdict || before?.[1] !== level)
    return [{ target, kind: 'verdict', id, before: describeEntry(before), after: describeEntry(after) }];
  if (before?.[2] === exchanges) return [];
  return [{ target, kind: 'exchanges', id, before: String(before?.[2]), after: String(exchanges) }];
}

/** @param {Entry | undefined} entry */
function describeEntry(entry) {
  return entry === undefined ? 'none' : `${entry[0]} (${entry[1]}) ${entry[3]}`.trimEnd();
}

/** Verdicts in full; of exchanges and requests, which are many, the first of each requirement.
 * @param {readonly Difference[]} differences */
export function describeDifferences(differences) {
  const shown = new Set();
  const lines = differences.flatMap((difference) => {
    const { target, kind, id, before, after } = difference;
    const key = `${kind} ${id}`;
    if ((kind === 'exchanges' || kind === 'requests') && shown.has(key)) return [];
    shown.add(key);
    return [`${kind} ${target}${id === undefined ? '' : ` ${id}`}\n  before  ${before}\n  after   ${after}`];
  });
  const count = (/** @type {string} */ kind) => differences.filter((one) => one.kind === kind).length;
  const kinds = ['error', 'verdict', 'exchanges', 'requests'].map((kind) => `${kind}: ${count(kind)}`);
  return [...lines, `${differences.length} differences (${kinds.join(', ')})`].join('\n');
}
