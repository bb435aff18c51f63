/** Durations as people write them: `90s`, `2m`, `500ms`; a number without a unit is in seconds. */

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** The duration in ms; undefined if the text is none. */
export function durationMs(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d{1,9})(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  return number === undefined ? undefined : Number(number) * units[unit]!;
}

/** "90 s", "2 min", "500 ms": for messages. */
export function describeDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms >= 120_000 && ms % 60_000 === 0 ? `${ms / 60_000} min` : `${Math.round(ms / 1000)} s`;
}
