/** The forms in which a target may read `from` and `to` (§4.4 leaves the format open), each as an exact rendering. */
import type { TimeFormat } from '../core/config.ts';

export interface TimeForm {
  readonly format: TimeFormat;
  /** What is tried, in words. */
  readonly name: string;
  /** Steps smaller than this are not rendered, ms. */
  readonly unitMs: number;
  render(at: number): string;
}

const iso = (at: number) => new Date(at).toISOString();

export const timeForms: readonly TimeForm[] = [
  { format: 'rfc3339', name: 'RFC 3339, whole seconds', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}Z` },
  { format: 'epoch-milliseconds', name: 'epoch milliseconds', unitMs: 1, render: (at) => String(Math.floor(at)) },
  { format: 'epoch-seconds', name: 'epoch seconds', unitMs: 1000, render: (at) => String(Math.floor(at / 1000)) },
  { format: 'date', name: 'dates', unitMs: 86_400_000, render: (at) => iso(at).slice(0, 10) },
  { format: 'rfc3339', name: 'RFC 3339 with milliseconds', unitMs: 1, render: iso },
  { format: 'rfc3339', name: 'RFC 3339 with an offset', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}+00:00` },
];

/** Cuts differ, as rendered, by at least one unit of the form and two minutes. */
export function apart(form: TimeForm): number {
  return form.unitMs <= 120_000 ? 121_000 : 2 * form.unitMs;
}
