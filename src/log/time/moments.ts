/** The moments that are tried as bounds of a range, ms since the epoch or as ages in ms. */

const hour = 3_600_000;
export const day = 24 * hour;
export const year = 365 * day;
export { hour };

/**
 * Bounds far before and far after any log. None is a whole number of days from another: moments with one time of day would
 * hide a target that compares only times of day.
 */
export const farPast = Date.UTC(2001, 0, 1, 15, 42, 7);
export const farFuture = Date.UTC(2099, 0, 1, 9, 18, 31);

/** Ages at which logs are likely to hold items. Each is a little under a round limit that a target may set. */
export const ages: readonly number[] = [
  0,
  hour,
  6 * hour,
  23 * hour,
  2.7 * day,
  9.6 * day,
  29.1 * day,
  88.8 * day,
  270.4 * day,
  1.95 * year,
  5.87 * year,
  14.71 * year,
].map(Math.floor);
