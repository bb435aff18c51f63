/**
 * Situations that give checks their power: a walk without a page border cannot lose an item at one. A check marks those that
 * it met (`t.reached`); a requirement names those without which its pass would mean nothing.
 */

/** Each with what lets a run meet it, as an instruction to the user. */
export const points = {
  // Walks
  'a page border': 'a webhook with two pages of logs or more (fixtures.webhooks)',
  'a walk of three pages': 'a webhook with three pages of logs or more (fixtures.webhooks)',
  'a page of exactly one item': 'a log whose length is one more than some pages',
  'a result without items': 'a range or a status without logs',
  'a tie at a page border': 'logs of the same time, more than fit on a page',
  // Queries
  'both statuses': 'a webhook with succeeded and failed logs (fixtures.webhooks)',
  'a status across a page border': 'a webhook with two pages of logs of one status (fixtures.webhooks)',
  'a direction across a page border': 'a webhook with two pages of logs or more (fixtures.webhooks)',
  'a sort across a page border': 'declares.sortBy with the fields to sort by',
  'a status under desc across a page border': 'a webhook with two pages of logs of one status (fixtures.webhooks)',
  'a range across a page border': 'a webhook with two pages of logs of a known range (fixtures.webhooks)',
  'a range that cuts the log': 'a log whose items lie apart in time, or declares.timeFormat',
  'a range beyond the log': 'a target that accepts ranges in the far past or future',
  // Combinations
  'several parameters at once': 'a target that accepts several parameters at once, and a quiet log',
  'several parameters on a later page': 'a webhook with several pages of logs (fixtures.webhooks)',
  'several parameters on another webhook': 'a second webhook with logs (fixtures.webhooks)',
  // Navigation
  'prev from a later page': 'a webhook with two pages of logs or more (fixtures.webhooks)',
  'prev from the last page': 'a webhook with two pages of logs or more (fixtures.webhooks)',
  'prev from a page of one item': 'a log whose length is one more than some pages',
  'prev under a filter': 'a webhook with two pages of logs of one status (fixtures.webhooks)',
  'prev under a sort': 'declares.sortBy with the fields to sort by',
  'next after prev': 'a webhook with two pages of logs or more (fixtures.webhooks)',
  // Users
  'a verified user': 'a target on which verify/accepts-valid passes',
  'users registered at once': 'a target that accepts registrations at once',
  'a code with leading zeros': 'another run: one code of ten begins with a zero',
  'users with different codes': 'a target that sends each user its own code',
} as const;

export type Point = keyof typeof points;

export const allPoints = Object.keys(points) as readonly Point[];
