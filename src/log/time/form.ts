/** The forms in which a target may read `from` and `to` (§4.4 leaves the format open), each with its exact rendering. */
import type { TimeFormat } from '../../core/config.ts';

export interface TimeForm {
  readonly format: TimeFormat;
  /** The form in words, for messages. */
  readonly name: string;
  /** Smaller steps are not rendered, ms. */
  readonly unitMs: number;
  /** How far from UTC the zone may lie in which a target reads it, ms; absent where the form names the zone, or is a date. */
  readonly zoneMs?: number;
  /** @param at ms since the epoch */
  render(at: number): string;
}

const iso = (at: number) => new Date(at).toISOString();

/** Kiribati is 14 hours ahead of UTC, and no zone lies further from it. */
const furthestZoneMs = 14 * 3_600_000;

/** Without an offset, as databases and many programming languages write a time. */
const local = (name: string, between: string): TimeForm => ({
  format: 'local-date-time',
  name,
  unitMs: 1000,
  zoneMs: furthestZoneMs,
  render: (at) => iso(at).slice(0, 19).replace('T', between),
});

/** In the order in which they are tried. */
export const timeForms: readonly TimeForm[] = [
  { format: 'rfc3339', name: 'RFC 3339, whole seconds', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}Z` },
  { format: 'epoch-milliseconds', name: 'epoch milliseconds', unitMs: 1, render: (at) => String(Math.floor(at)) },
  { format: 'epoch-seconds', name: 'epoch seconds', unitMs: 1000, render: (at) => String(Math.floor(at / 1000)) },
  { format: 'date', name: 'dates', unitMs: 86_400_000, render: (at) => iso(at).slice(0, 10) },
  { format: 'rfc3339', name: 'RFC 3339 with milliseconds', unitMs: 1, render: iso },
  { format: 'rfc3339', name: 'RFC 3339 with an offset', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}+00:00` },
  local('local date-times', 'T'),
  local('local date-times with a blank', ' '),
];

/** The form that is tried first. @param declared the format that the configuration declares, if any */
export function usualForm(declared: TimeFormat | undefined): TimeForm {
  return timeForms.find(({ format }) => format === declared) ?? timeForms[0]!;
}

/** The least distance of two cuts, ms: as rendered, they differ by at least one unit of the form and two minutes. */
export function apart(form: TimeForm): number {
  return form.unitMs <= 120_000 ? 121_000 : 2 * form.unitMs;
}
