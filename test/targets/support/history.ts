/** Generates logs from a seed: mixed statuses, times spread over days, and a chosen number of ties. */

export interface Entry {
  readonly seq: number;
  readonly item: string;
  readonly status: 'succeeded' | 'failed';
  /** What ranges search, ms since the epoch. */
  readonly at: number;
  /** What a sort by time compares, ms since the epoch. */
  readonly created: number;
}

export interface HistoryShape {
  readonly count: number;
  readonly seed: number;
  /** Age of the oldest entry, days. */
  readonly days: number;
  /** Number of entries that share one time; 1 for no ties. */
  readonly ties?: number;
  /** Times are whole multiples of this, ms. */
  readonly unitMs?: number;
  /** Share of failed entries, 0 to 1. */
  readonly failed?: number;
  /** So many of the newest entries have failed, whatever the share of failed ones is. */
  readonly newestFail?: number;
  /** Age of the newest entry, ms. */
  readonly newestMs?: number;
  /** Days without an entry before the newest one. */
  readonly silentDays?: number;
  /** A bulk import created all entries at this moment, ms since the epoch; ranges search their own times. */
  readonly importedAt?: number;
  /** So many entries in a row were created with the first of them; ranges search their own times. 1 unless given. */
  readonly batches?: number;
  readonly item: (entry: Omit<Entry, 'item'>, random: () => number) => string;
}

const day = 86_400_000;

/** The entries, oldest first. */
export function history(shape: HistoryShape): Entry[] {
  const {
    count,
    seed,
    days,
    ties = 1,
    unitMs = 1000,
    failed = 0.35,
    newestFail = 0,
    newestMs = 7_200_000,
    silentDays = 0,
    importedAt,
    batches = 1,
    item,
  } = shape;
  const random = randomFrom(seed);
  const slots = Math.ceil(count / ties);
  const newest = Date.now() - newestMs;
  const timeOf = (seq: number): number => {
    const slot = slots - 1 - Math.floor(seq / ties);
    const silence = slot === 0 ? 0 : silentDays * day;
    return Math.floor((newest - silence - (slot * days * day) / slots) / unitMs) * unitMs;
  };
  const entries: Entry[] = [];
  for (let seq = 0; seq < count; seq++) {
    const created = importedAt ?? timeOf(seq - (seq % batches));
    const isFailed = random() < failed || seq >= count - newestFail;
    const status = isFailed ? ('failed' as const) : ('succeeded' as const);
    const bare = { seq, status, at: timeOf(seq), created };
    entries.push({ ...bare, item: item(bare, random) });
  }
  return entries;
}

/** Seeded random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const hex = (random: () => number, length: number) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

/** The first characters of a time in ISO 8601, with a blank. */
const blank = (at: number, length: number): string => new Date(at).toISOString().slice(0, length).replace('T', ' ');

const dotted = (at: number): string => blank(at, 19).replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1');

/** Ways to write an item. */
export const items = {
  opaque: (_: unknown, random: () => number) => `log_${hex(random, 20)}`,
  uuid: (_: unknown, random: () => number) =>
    `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  /** JSON text with status and time. */
  json: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({ id: hex(random, 12), status: entry.status, createdAt: new Date(entry.at).toISOString() }),
  /** JSON text with a time up to a second later than the log's, as if one column held seconds and another milliseconds. */
  finer: ({ status, at }: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: hex(random, 12),
      status,
      createdAt: new Date(at + Math.floor(1000 * random())).toISOString(),
    }),
  /** Text with the time without hyphens and colons. */
  basic: (entry: Omit<Entry, 'item'>, random: () => number) =>
    `${new Date(entry.at).toISOString().replaceAll(/[-:]|\.\d+/g, '')} ${hex(random, 12)}`,
  /** JSON text with the time as in HTTP. */
  httpDate: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({ id: hex(random, 12), sent: new Date(entry.at).toUTCString() }),
  /** Text with the time as it is written in Germany. */
  dotted: (entry: Omit<Entry, 'item'>, random: () => number) => `${dotted(entry.at)} ${hex(random, 12)}`,
  /** JSON text with the time between slashes. */
  slashed: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({ id: hex(random, 12), date: blank(entry.at, 19).replaceAll('-', '/') }),
  /** Text with the time without seconds. */
  minute: (entry: Omit<Entry, 'item'>, random: () => number) => `${blank(entry.at, 16)} ${hex(random, 12)}`,
  /** JSON text with the time in microseconds. */
  microseconds: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({ id: hex(random, 12), ts: entry.at * 1000 }),
  /** JSON text of an entry from a bulk import, which gave all of them one `createdAt`. */
  imported: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: hex(random, 12),
      createdAt: '2026-01-05T04:00:00Z',
      occurredAt: new Date(entry.at).toISOString(),
    }),
  /** JSON text with the time at which an entry was created, and with the one that ranges search. */
  delivered: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: hex(random, 12),
      createdAt: new Date(entry.created).toISOString(),
      deliveredAt: new Date(entry.at).toISOString(),
    }),
  /** JSON text with a response time, ms, that gets shorter from entry to entry. */
  faster: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: hex(random, 12),
      created_at: new Date(entry.at).toISOString(),
      response_time: 9000 - 11 * entry.seq,
    }),
  /** JSON text about a payment, whose time is unrelated to that of the log entry. */
  payment: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: `pay_${hex(random, 14)}`,
      amount: Math.floor(random() * 9000),
      createdAt: new Date(entry.at - Math.floor(random() * 40 * 86_400_000)).toISOString(),
    }),
  /** JSON text about an order, whose status is unrelated to that of the log entry. */
  order: (entry: Omit<Entry, 'item'>, random: () => number) =>
    JSON.stringify({
      id: hex(random, 12),
      status: random() < 0.5 ? 'succeeded' : 'failed',
      createdAt: new Date(entry.at).toISOString(),
    }),
  /** A few different short texts, for a log with many repeated items. */
  repeating: (entry: Omit<Entry, 'item'>, random: () => number) =>
    `${entry.status === 'failed' ? 500 : 200} ${'abcd'[Math.floor(random() * 4)]}`,
  short: (entry: Omit<Entry, 'item'>) => `#${entry.seq}`,
  unicode: (entry: Omit<Entry, 'item'>, random: () => number) =>
    `${'ééל🛰️李小龍 "\\/\u2028\u0000'.repeat(12)}${hex(random, 8)}·${entry.seq}`,
} as const;
