/** `cawl list`: the catalogue, one requirement per line. */
import type { Flags } from '../config/options.ts';
import type { Requirement } from '../core/requirement.ts';
import { printSource, sectionText } from '../core/source.ts';
import { selectRequirements } from '../runner/select.ts';
import { catalogue } from './catalogue.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

export function list(flags: Flags, io: Io): ExitCode {
  const only = (flags['only'] as string[] | undefined) ?? [];
  const skip = (flags['skip'] as string[] | undefined) ?? [];
  const rows = only.length + skip.length === 0 ? catalogue : selectRequirements(catalogue, only, skip);
  if (flags['json'] === true)
    io.out(
      `${JSON.stringify(
        rows.map((row) => ({ ...row, section: sectionText(row.source) })),
        null,
        2,
      )}\n`,
    );
  else io.out(table(rows, io, wantsColor(io, io.outIsTTY, flags['no-color'])));
  return 0;
}

function table(rows: readonly Requirement[], io: Io, color: boolean): string {
  const wide = (word: (row: Requirement) => string) => Math.max(...rows.map((row) => word(row).length));
  const [id, level] = [wide((row) => row.id), wide((row) => row.level)];
  // A few sources are longer, those in other standards: each widens only its own line.
  const source = Math.min(
    wide((row) => printSource(row.source)),
    12,
  );
  const strong = (text: string) => (color ? `\x1b[1m${text}\x1b[22m` : text);
  return rows
    .map((row) => {
      const head = `${row.level.padEnd(level)}  ${printSource(row.source).padEnd(source)}  `;
      // On a terminal each requirement stays on one line; in a file nothing is cut.
      const room = io.outIsTTY ? Math.max(io.width - id - 2 - head.length, 20) : Number.POSITIVE_INFINITY;
      const text = `${row.excluded === undefined ? '' : '(not decided) '}${row.statement}`;
      const shown = text.length > room ? `${text.slice(0, room - 1)}…` : text;
      return `${strong(row.id.padEnd(id))}  ${head}${shown}\n`;
    })
    .join('');
}
