/** The detection matrix as text for a console. */
import { allPoints } from '../core/points.ts';
import type { ConformingServerResult } from '../core/report.ts';
import type { Paint } from '../report/index.ts';
import { duration, plural, visible } from '../report/visible-text.ts';
import { type Totals, totalsOf } from './matrix.ts';
import type { FaultProof } from './prove.ts';

/** A requirement that failed on a server that conforms. */
export interface FalseAlarm {
  /** Name of the conforming server; undefined for the reference server without a fault. */
  readonly server?: string;
  readonly id: string;
  readonly message: string;
}

export interface SelftestResult {
  readonly proofs: readonly FaultProof[];
  readonly alarms: readonly FalseAlarm[];
  readonly conforming: readonly ConformingServerResult[];
  /** Number of requirements that passed on the reference server without a fault. */
  readonly passed: number;
  /** Ids of those that stayed inconclusive there. */
  readonly inconclusive: readonly string[];
  readonly ms: number;
}

/** @param width columns of the terminal */
export function renderTable(result: SelftestResult, paint: Paint, width: number): string {
  const { proofs, alarms } = result;
  const widths = {
    fault: Math.max(5, ...proofs.map(({ row }) => row.fault.length)),
    owner: Math.max(5, ...proofs.map(({ row }) => row.owner.length)),
  };
  const head = `        ${'fault'.padEnd(widths.fault)}  ${'owner'.padEnd(widths.owner)}  requests      time`;
  return [
    paint.strong(head),
    ...proofs.flatMap((proof) => faultLines(proof, paint, widths, width)),
    '',
    ...missedLines(totalsOf(proofs), paint),
    ...proofs.flatMap(({ errors }) => errors.map((error) => `${paint.bad('KIT FAILED')} ${visible(error)}`)),
    ...alarms.map(
      ({ server = 'the reference server', id, message }) =>
        `${paint.bad('FALSE ALARM')} on ${server}: ${id}: ${visible(message)}`,
    ),
    ...unmetLines(result.conforming, paint),
    ...summaryLines(result, paint),
    '',
  ].join('\n');
}

function faultLines(
  { row, unseen }: FaultProof,
  paint: Paint,
  widths: { readonly fault: number; readonly owner: number },
  width: number,
): string[] {
  const { fault, breaks, owner, caught, caughtBy, requests, ms } = row;
  const mark = caught ? paint.good('caught') : unseen === undefined ? paint.bad('MISSED') : paint.dim('unseen');
  const others = caughtBy.filter((id) => id !== owner);
  const more = others.length > 3 ? ` and ${others.length - 3} more` : '';
  const also = others.length === 0 ? [] : [`also ${others.slice(0, 3).join(', ')}${more}`];
  return [
    `${mark}  ${fault.padEnd(widths.fault)}  ${owner.padEnd(widths.owner)}  ${String(requests).padStart(8)}  ${duration(ms).padStart(8)}`,
    ...[breaks, ...also].map((text) => paint.dim(`        ${truncate(text, width - 8)}`)),
  ];
}

function truncate(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(20, width - 1))}…`;
}

function missedLines({ missed, unseen }: Totals, paint: Paint): string[] {
  return [
    ...missed.map(
      ({ row, ownerVerdict = 'no verdict' }) =>
        `${paint.bad('MISSED')} ${row.fault}: ${row.breaks}\n        ${row.owner}: ${visible(ownerVerdict)}` +
        (row.caughtBy.length === 0 ? '' : `\n        failed instead: ${row.caughtBy.join(', ')}`),
    ),
    ...unseen.map(({ row, unseen }) => `${paint.dim('unseen')} ${row.fault}: ${unseen}`),
  ];
}

/** Situations that no conforming server has: what a check would do there is proved by no server. */
function unmetLines(conforming: readonly ConformingServerResult[], paint: Paint): string[] {
  if (conforming.length === 0) return [];
  const met = new Set(conforming.flatMap(({ reached = [] }) => reached));
  return allPoints
    .filter((point) => !met.has(point))
    .map((point) => `${paint.warn('NOT MET')} by any server: ${point}`);
}

function summaryLines({ proofs, alarms, conforming, passed, inconclusive, ms }: SelftestResult, paint: Paint) {
  const { levels, faults, caught, missed, unseen } = totalsOf(proofs);
  const share = (part: number, whole: number) => (part === whole ? paint.good : paint.bad)(`${part} of ${whole}`);
  const clean = conforming.filter(({ blamed }) => blamed.length === 0).length;
  const open = inconclusive.length === 0 ? '' : `, inconclusive: ${inconclusive.join(', ')}`;
  return [
    '',
    ...levels.map((one) => `${one.level.padEnd(9)} ${share(one.caught, one.faults)} caught by their owners`),
    `reference server without a fault: ${plural(passed, 'requirement passes', 'requirements pass')}${open}`,
    ...(conforming.length === 0 ? [] : [`${share(clean, conforming.length)} conforming servers without a false alarm`]),
    `${caught} of ${faults} faults caught, ${missed.length} missed, ${unseen.length} unseen by design, ` +
      `${plural(alarms.length, 'false alarm')}; ${duration(ms)}`,
  ];
}
