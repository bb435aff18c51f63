// @ts-check
/** The result of a run over mutants, as text and as Markdown. */
import { scoreOf } from './classify.mjs';

/** @typedef {import('./classify.mjs').Outcome} Outcome */

/** @type {readonly import('./classify.mjs').Kind[]} */
const kinds = ['ignored', 'unreached', 'untried', 'explained', 'advice', 'killed', 'open', 'survived'];

/**
 * @param {readonly Outcome[]} outcomes
 * @returns {string[][]} a head, a row per server, and a total
 */
function rowsOf(outcomes) {
  const servers = [...new Set(outcomes.map(({ mutant }) => mutant.server))];
  const row = (/** @type {string} */ name, /** @type {readonly Outcome[]} */ all) => {
    const counts = kinds.map((kind) => String(all.filter((one) => one.kind === kind).length));
    return [name, String(all.length), ...counts, percent(scoreOf(all).score)];
  };
  return [
    ['server', 'mutants', ...kinds, 'killed of visible'],
    ...servers.map((server) =>
      row(
        server,
        outcomes.filter(({ mutant }) => mutant.server === server),
      ),
    ),
    row('all', outcomes),
  ];
}

/** @param {number} share */
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** @param {readonly Outcome[]} outcomes */
export function describeTable(outcomes) {
  const rows = rowsOf(outcomes);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map((row) =>
      row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
    )
    .join('\n');
}

/**
 * The page of the documentation: what the columns mean, the table, and why mutants that lived are no gap.
 * @param {readonly Outcome[]} outcomes
 * @param {readonly string[]} unsent combinations of search parameters
 */
export function pageInMarkdown(outcomes, unsent) {
  const [head = [], ...rows] = rowsOf(outcomes);
  const line = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map((_, n) => (n === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
  return `${intro}
${table}

## Survived

\`\`\`text
${describeSurvivors(outcomes)}
\`\`\`

## Explained

${explanations(outcomes)}

## Never sent

Combinations of search parameters that no request of a run has: ${unsent.length}.

Each run sends every three parameters together, with each kind of page. Which combinations of more parameters it sends, its seed
draws: all of them would be half as many requests again as the covering array has, and few defects need four values at once.

${unsent.map((combination) => `- \`${combination}\``).join('\n')}
`;
}

const intro = `# What still slips through

Each mutant is one of four correct servers with its code changed in one place: a condition turned, a call left out, a number
moved by one. The kit runs against it at depth standard, with the server's choices declared, until a requirement that fails the
gate fails. This page is written by \`npm run mutation:targets -- --write docs/mutants.md\`.

- ignored: the wording of a refusal, and switches of the defects in test/targets.
- unreached: no request of the run executes the changed code.
- untried: not in the sample that fits the time.
- explained: the mutant behaves the same, makes a choice that the specification leaves open, or cannot be observed; see below.
- advice: the specification leaves it open, and an advisory requirement reports it.
- killed: a requirement fails, the run ends undecided (exit status 3), or the server crashes.
- open: requirements become inconclusive, and none fails.
- survived: nothing reports it.
`;

/** @param {readonly Outcome[]} outcomes */
function explanations(outcomes) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { kind, why } of outcomes) if (kind === 'explained') counts.set(why, (counts.get(why) ?? 0) + 1);
  const lines = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([why, count]) => `- ${why} (${count})`);
  return lines.join('\n');
}

/**
 * What a reader has to look at: mutants that were visible and not killed.
 * @param {readonly Outcome[]} outcomes
 */
export function describeSurvivors(outcomes) {
  return outcomes
    .filter(({ kind }) => kind === 'open' || kind === 'survived')
    .map(({ mutant: { file, line, mutator, original, replacement }, kind, why }) => {
      const place = `${kind.padEnd(8)} ${file}:${line} ${mutator}`;
      return `${place}\n    ${shorten(original)}\n  → ${shorten(replacement)}${why === '' ? '' : `\n    ${shorten(why)}`}`;
    })
    .join('\n');
}

/** @param {string} text */
function shorten(text) {
  return text.length <= 160 ? text : `${text.slice(0, 159)}…`;
}
