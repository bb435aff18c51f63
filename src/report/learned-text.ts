/** What `cawl learn` observed and declared, for a terminal. */
import type { Declared, Learned } from '../core/choice.ts';
import type { Observation } from '../core/report.ts';
import { oneLine, visible } from './visible-text.ts';

/** Widest column of the table; a longer cell pushes the rest of its own line. */
const maxColumn = 44;

/** Everything that was observed, declarable or not: gap, value, how often, and what it is about. */
export function renderObservations(observations: readonly Observation[]): string {
  if (observations.length === 0) return '';
  const rows = observations.map(({ gap, value, seen, otherwise = [], about = '' }) => {
    const others = otherwise.length === 0 ? '' : ` (also ${otherwise.map((other) => shown(other.value)).join(', ')})`;
    return [visible(gap), `${shown(value)}${others}`, `${seen}×`, visible(about)] as const;
  });
  const widths = [0, 1, 2].map((column) => Math.min(Math.max(...rows.map((row) => row[column]!.length)), maxColumn));
  const lines = rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
  return `Observed:\n${lines.join('\n')}\n\n`;
}

/**
 * What was declared, what the file declares differently, and what could not be declared.
 * @param isDryRun whether the file was left as it is
 */
export function renderLearned(
  { added, contradicted }: Pick<Declared, 'added' | 'contradicted'>,
  { varying, unknown }: Learned,
  file: string,
  isDryRun: boolean,
): string {
  const reasons = [...new Set(unknown.map(({ why }) => why))];
  const keysWith = (reason: string) => unknown.filter(({ why }) => why === reason).map(({ key }) => key);
  return [
    ...(added.length === 0 ? [`Nothing new to declare in ${file}.\n`] : []),
    ...section(
      `${isDryRun ? 'To be declared' : 'Declared'} in ${file}; each is tested from now on, so remove what is not a promise:`,
      added.map(({ path, value }) => `declares.${path.join('.')}: ${shown(value)}`),
    ),
    ...section(
      'Declared differently from what was observed, and left as it is:',
      contradicted.map(
        ({ path, value, declared }) => `declares.${path.join('.')} is ${shown(declared)}, observed was ${shown(value)}`,
      ),
    ),
    ...section(
      'Observed with several values, so not declared:',
      varying.map(
        ({ gap, value, otherwise = [] }) =>
          `${visible(gap)}: ${[value, ...otherwise.map((other) => other.value)].map(shown).join(', ')}`,
      ),
    ),
    ...section(
      'Not learned:',
      reasons.map((reason) => `${keysWith(reason).join(', ')}: ${visible(reason)}`),
    ),
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`];
}

function shown(value: unknown): string {
  return visible(oneLine(value));
}
