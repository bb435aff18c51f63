/** Moments that an item may show. */

/** An item without a time of day (ISO 8601, extended or basic) and without numbers that may be the time since the epoch. */
export const withoutTime = (item: string): string =>
  item.replace(/\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?|(?<=\d{8}T)\d{4,}|1\d{9,}/g, '');
