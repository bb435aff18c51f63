/** The matrix on a console. */

import type { SparedServer } from '../core/report.ts';
import type { Paint } from '../report/index.ts';
import { duration, plural, visible } from '../report/visible-text.ts';
import { type Totals, totalsOf } from './matrix.ts';
import type { Proven } from './prove.ts';

/** A requirement that failed on a server without a fault. */
export interface FalseAlarm {
  /** The correct server that was blamed; undefined for the reference server. */
  readonly server?: string;
  readonly id: string;
  readonly message: string;
}

export interface Tabled {
  readonly proven: readonly Proven[];
  readonly alarms: readonly FalseAlarm[];
  /** Correct servers of other makes. */
  readonly spared: readonly SparedServer[];
  /** Requirements that passed on the server without a fault. */
  readonly passed: number;
  /** Those that it could not decide there. */
  readonly undecided: readonly string[];
  readonly ms: number;
}

/** @param wide columns of the terminal */
export function renderTable(table: Tabled, paint: Paint, wide: number): string {
  const { proven } = table;
  const widths = {
    fault: Math.max(5, ...proven.map(({ row }) => row.fault.length)),
    owner: Math.max(5, ...proven.map(({ row }) => row.owner.length)),
  };
  const head = `        ${'fault'.padEnd(widths.fault)}  ${'owner'.padEnd(widths.owner)}  requests      time`;
  const lines = proven.flatMap((one) => line(one, paint, widths, wide));
  return [
    paint.strong(head),
    ...lines,
    '',
    ...missed(totalsOf(proven), paint),
    ...proven.flatMap(({ errors }) => errors.map((error) => `${paint.bad('KIT FAILED')} ${visible(error)}`)),
    ...table.alarms.map(
      ({ server, id, message }) =>
        `${paint.bad('FALSE ALARM')} ${server === undefined ? 'without any fault' : `on ${server}`}: ${id}: ${visible(message)}`,
    ),
    ...summary(table, paint),
    '',
  ].join('\n');
}

function line(
  { row, unseen }: Proven,
  paint: Paint,
  widths: { readonly fault: number; readonly owner: number },
  wide: number,
): string[] {
  const { fault, breaks, owner, caught, caughtBy, requests, ms } = row;
  const mark = caught ? paint.good('caught') : unseen === undefined ? paint.bad('MISSED') : paint.dim('unseen');
  const others = caughtBy.filter((id) => id !== owner);
  const also = others.length === 0 ? [] : [`also ${others.slice(0, 3).join(', ')}${more(others.length - 3)}`];
  return [
    `${mark}  ${fault.padEnd(widths.fault)}  ${owner.padEnd(widths.owner)}  ${String(requests).padStart(8)}  ${duration(ms).padStart(8)}`,
    ...[breaks, ...also].map((text) => paint.dim(`        ${fitted(text, wide - 8)}`)),
  ];
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

function fitted(text: string, wide: number): string {
  return text.length <= wide ? text : `${text.slice(0, Math.max(20, wide - 1))}…`;
}

function missed(totals: Totals, paint: Paint): string[] {
  return [
    ...totals.missed.map(
      ({ row, said }) =>
        `${paint.bad('MISSED')} ${row.fault}: ${row.breaks}\n        ${row.owner} said ${visible(said ?? 'nothing')}` +
        (row.caughtBy.length === 0 ? '' : `\n        what failed: ${row.caughtBy.join(', ')}`),
    ),
    ...totals.unseen.map(({ row, unseen }) => `${paint.dim('unseen')} ${row.fault}: ${unseen}`),
  ];
}

function summary({ proven, alarms, spared, passed, undecided, ms }: Tabled, paint: Paint): string[] {
  const totals = totalsOf(proven);
  const { faults, caught, unseen } = totals;
  const share = (part: number, whole: number) => (part === whole ? paint.good : paint.bad)(`${part} of ${whole}`);
  const silent = spared.filter(({ blamed }) => blamed.length === 0).length;
  const without = plural(passed, 'requirement passes', 'requirements pass');
  return [
    '',
    ...totals.levels.map((one) => `${one.level.padEnd(9)} ${share(one.caught, one.faults)} caught by their owners`),
    `server without a fault: ${without}${undecided.length === 0 ? '' : `, not decided: ${undecided.join(', ')}`}`,
    ...(spared.length === 0 ? [] : [`${share(silent, spared.length)} correct servers of other makes are not blamed`]),
    `${caught} of ${faults} faults caught, ${totals.missed.length} missed, ${unseen.length} unseen by design, ` +
      `${plural(alarms.length, 'false alarm')}; ${duration(ms)}`,
  ];
}
