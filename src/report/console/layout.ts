/** The layout that all parts of the terminal summary share. */
import { columns, pad, shorten, wrap } from '../columns.ts';
import type { Paint } from '../paint.ts';

export interface Screen {
  /** Columns that may be used. */
  readonly width: number;
  readonly paint: Paint;
}

/** Columns of the longest label, `reproduce`. */
const labelWidth = 9;

/** A heading and the empty line below it. */
export function heading(text: string, { width, paint }: Screen): string[] {
  const line = shorten(text, width - 6);
  const rule = '─'.repeat(Math.max(0, width - columns(line) - 4));
  return [`${paint.dim('──')} ${paint.strong(line)} ${paint.dim(rule)}`, ''];
}

/** Columns before the text beside a label. */
const labelColumns = labelWidth + 4;

/** Whether a text is one line beside its label. */
export function fitsBesideLabel(text: string, { width }: Screen): boolean {
  return columns(text) <= width - labelColumns;
}

/** Text wrapped beside its label. */
export function labelled(label: string, text: string, { width, paint }: Screen): string[] {
  return wrap(text, width - labelColumns).map(
    (line, index) => `  ${paint.dim(pad(index === 0 ? label : '', labelWidth))}  ${line}`,
  );
}

/** A command beside its label, on one line: the terminal wraps it, and a copy of it is complete. */
export function command(label: string, line: string, { paint }: Screen): string {
  return `  ${paint.dim(pad(label, labelWidth))}  ${line.length > 1500 ? '(long; see the report)' : line}`;
}
