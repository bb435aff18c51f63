/** The forms in which a target may read `from` and `to` (§4.4 leaves the format open), each with its exact rendering. */
import type { TimeFormat } from '../../core/config.ts';

export interface TimeForm {
  readonly format: TimeFormat;
  /** The form in words, for messages. */
  readonly name: string;
  /** Smaller steps are not rendered, ms. */
  readonly unitMs: number;
  /** A number that orders what is rendered in time; absent if the text itself does. */
  readonly order?: (text: string) => number;
  /** How far from UTC the zone may lie in which a target reads it, ms; absent if the form names the zone, or is a date. */
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

const epoch = (format: TimeFormat, name: string, render: TimeForm['render'], unitMs = 1): TimeForm => ({
  format,
  name,
  unitMs,
  order: Number,
  render,
});

/** RFC 5322 §3.3, as in HTTP (RFC 9110 §5.6.7) with GMT. */
const rfc5322 = (name: string, zone: string): TimeForm => ({
  format: 'rfc5322',
  name,
  unitMs: 1000,
  order: Date.parse,
  render: (at) => new Date(at).toUTCString().replace('GMT', zone),
});

const dateAndTime = String.raw`\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d? [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d`;

/** A form that few targets read: it is tried if an item shows such a time, if it is declared, and if all others are rejected. */
interface RareForm {
  readonly form: TimeForm;
  /** Matches the time in an item. */
  readonly shown: RegExp;
}

const rareForms: readonly RareForm[] = [
  {
    form: epoch('epoch-microseconds', 'epoch microseconds', (at) => `${Math.floor(at)}000`),
    shown: /(?<![\w.-])1[0-9]{15}(?![\w.-])/,
  },
  {
    form: epoch('epoch-nanoseconds', 'epoch nanoseconds', (at) => `${Math.floor(at)}000000`),
    shown: /(?<![\w.-])1[0-9]{18}(?![\w.-])/,
  },
  {
    form: {
      format: 'iso8601-basic',
      name: 'ISO 8601 without hyphens and colons',
      unitMs: 1000,
      render: (at) => `${iso(at).slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    },
    shown: /\b\d{8}T\d{6}(?:\.\d+)?Z/,
  },
  {
    form: {
      format: 'iso8601-minutes',
      name: 'ISO 8601 without seconds',
      unitMs: 60_000,
      render: (at) => `${iso(at).slice(0, 16)}Z`,
    },
    shown: /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?:Z|[+-]\d)/,
  },
  {
    form: {
      ...local('local date-times with slashes', ' '),
      render: (at) => iso(at).slice(0, 19).replaceAll('-', '/').replace('T', ' '),
    },
    shown: /\b\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d\b/,
  },
  {
    form: {
      ...local('local date-times, the day first, with dots', ' '),
      order: (text) => Date.parse(text.replace(/^(\d\d)\.(\d\d)\.(\d{4}) (.*)$/, '$3-$2-$1T$4Z')),
      render: (at) => iso(at).replace(/^(\d{4})-(\d\d)-(\d\d)T(.{8}).*$/, '$3.$2.$1 $4'),
    },
    shown: /\b\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d\b/,
  },
  {
    form: {
      ...local('local date-times without seconds', ' '),
      unitMs: 60_000,
      render: (at) => iso(at).slice(0, 16).replace('T', ' '),
    },
    shown: /\b\d{4}-\d\d-\d\d \d\d:\d\d(?![:\d])/,
  },
  { form: rfc5322('dates as in HTTP', 'GMT'), shown: new RegExp(`${dateAndTime} GMT`) },
  { form: rfc5322('dates as in e-mail', '+0000'), shown: new RegExp(`${dateAndTime} [+-]\\d{4}`) },
];

/** In the order in which they are tried. */
export const timeForms: readonly TimeForm[] = [
  { format: 'rfc3339', name: 'RFC 3339, whole seconds', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}Z` },
  epoch('epoch-milliseconds', 'epoch milliseconds', (at) => String(Math.floor(at))),
  epoch('epoch-seconds', 'epoch seconds', (at) => String(Math.floor(at / 1000)), 1000),
  { format: 'date', name: 'dates', unitMs: 86_400_000, render: (at) => iso(at).slice(0, 10) },
  { format: 'rfc3339', name: 'RFC 3339 with milliseconds', unitMs: 1, render: iso },
  { format: 'rfc3339', name: 'RFC 3339 with an offset', unitMs: 1000, render: (at) => `${iso(at).slice(0, 19)}+00:00` },
  local('local date-times', 'T'),
  local('local date-times with a blank', ' '),
];

/**
 * The forms to try: those of the declared format alone; else the usual ones, and rare ones that an item shows.
 * @param items some items of the log
 */
export function formsToTry(declared: TimeFormat | undefined, items: readonly string[]): readonly TimeForm[] {
  const all = [...timeForms, ...rareForms.map(({ form }) => form)];
  if (declared !== undefined) return all.filter(({ format }) => format === declared);
  const shown = rareForms.filter((rare) => items.some((item) => rare.shown.test(item)));
  return [...timeForms, ...shown.map(({ form }) => form)];
}

/** The forms to try if all of these are rejected. */
export function formsBeyond(tried: readonly TimeForm[]): readonly TimeForm[] {
  return rareForms.map(({ form }) => form).filter((form) => !tried.includes(form));
}

/** The form that is tried first. @param declared the format that the configuration declares, if any */
export function usualForm(declared: TimeFormat | undefined): TimeForm {
  return (declared && formsToTry(declared, [])[0]) ?? timeForms[0]!;
}

/** The least distance of two cuts, ms: as rendered, they differ by at least one unit of the form and two minutes. */
export function apart(form: TimeForm): number {
  return form.unitMs <= 120_000 ? 121_000 : 2 * form.unitMs;
}
