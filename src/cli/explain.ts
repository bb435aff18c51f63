/** `cawl explain ID`: one requirement, its statement, source, check and common causes. */
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { Requirement } from '../core/requirement.ts';
import { printSource } from '../core/source.ts';
import { wrap } from '../report/columns.ts';
import { painter } from '../report/paint.ts';
import { levelMeanings } from '../report/words.ts';
import { nearest } from '../schema/nearest.ts';
import { catalogue } from './catalogue.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

export function explain(flags: Flags, io: Io): ExitCode {
  const id = String(flags['id']);
  const row = catalogue.find((candidate) => candidate.id === id);
  if (row === undefined) throw unknownId(id);
  io.out(text(row, Math.min(Math.max(io.width, 40), 100), wantsColor(io, io.outIsTTY, flags['no-color'])));
  return 0;
}

/** The error for an id that is not in the catalogue, with the ids that are similar. */
function unknownId(id: string): UsageError {
  const ids = catalogue.map((row) => row.id);
  const closest = nearest(id, ids);
  const parts = id
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part.length > 2);
  const similar = ids.filter((known) => parts.length > 0 && parts.every((part) => known.includes(part))).slice(0, 5);
  const suggestion = closest ?? (similar.length > 0 ? similar.join(', ') : undefined);
  return new UsageError(
    `there is no requirement "${id}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    'list them with: cawl list',
    'UNKNOWN_REQUIREMENT',
  );
}

function text(row: Requirement, width: number, color: boolean): string {
  const paint = painter(color);
  const part = (label: string, ...paragraphs: readonly string[]) => [
    '',
    paint.dim(label),
    ...paragraphs.flatMap((paragraph) => wrap(paragraph, width - 2).map((line) => `  ${line}`)),
  ];
  return `${[
    paint.strong(row.id),
    ...wrap(row.statement, width - 2).map((line) => `  ${line}`),
    ...part('Level', `${row.level}: ${levelMeanings[row.level]}`),
    ...part('Source', `${printSource(row.source)}${row.because === undefined ? '' : `. ${row.because}`}`),
    ...(row.excluded === undefined ? part('Check', row.decidedBy) : part('Not decided', row.excluded)),
    ...(row.commonCauses.length === 0 ? [] : part('Common causes', ...row.commonCauses.map((cause) => `- ${cause}`))),
    ...(row.excluded === undefined ? part('Run only this', `cawl run --only ${row.id}`) : []),
  ].join('\n')}\n`;
}
