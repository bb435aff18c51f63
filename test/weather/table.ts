/** The table of docs/weather.md, in Markdown: how each kind must end, and how it ended when it was measured last. */
import { type Kind, mostSeconds } from './kind.ts';
import type { Measured } from './run-kind.ts';

/** What was measured of a kind, as the cells that follow its limits. */
export interface MeasuredCells {
  readonly exit: string;
  readonly verdict: string;
  readonly seconds: string;
  readonly megabytes: string;
}

const head = ['kind', 'the server', 'may exit with', 'at most, s', 'exit', 'verdict', 's', 'MB'];
const notMeasured: MeasuredCells = { exit: '', verdict: '', seconds: '', megabytes: '' };

export function cellsOf({ status, verdict, seconds, megabytes }: Measured): MeasuredCells {
  return {
    exit: String(status),
    verdict: verdict ?? 'no report',
    seconds: seconds.toFixed(0),
    megabytes: String(megabytes),
  };
}

/** One row per kind, in the order of the kinds; those that were not measured have empty cells. */
export function tableOf(kinds: readonly Kind[], measured: ReadonlyMap<string, MeasuredCells>): string {
  const rows = kinds.map((kind) => {
    const { exit, verdict, seconds, megabytes } = measured.get(kind.name) ?? notMeasured;
    return [...limitsOf(kind), exit, verdict, seconds, megabytes];
  });
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((cells) => cells[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |\n`;
  const [first, ...others] = all as [string[], ...string[][]];
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('');
}

/** The cells that say what a kind is and how it must end. */
export function limitsOf(kind: Kind): string[] {
  return [kind.name, kind.does, kind.ends.join(', '), String(mostSeconds(kind))];
}

/** The rows of the table in a page: the cells of the limits, and what was measured, by kind. */
export function readTable(page: string): Map<string, { limits: string[]; measured: MeasuredCells }> {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
    .filter(({ length }) => length === head.length)
    .slice(2);
  return new Map(
    rows.map((cells) => {
      const [exit = '', verdict = '', seconds = '', megabytes = ''] = cells.slice(4);
      return [cells[0]!, { limits: cells.slice(0, 4), measured: { exit, verdict, seconds, megabytes } }];
    }),
  );
}

/** The page with another table, which is the last thing in it. */
export function withTable(page: string, table: string): string {
  return `${page.slice(0, page.indexOf('\n| ') + 1)}${table}`;
}
