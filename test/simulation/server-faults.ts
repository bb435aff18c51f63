/** Seeded faults of a simulated server, each with the requirement that must catch it. */
import type { FaultName as SearchFault } from './faults.ts';
import type { Server } from './server/axes.ts';

/** Faults outside the search. */
export const serverFaults = {
  'create without header': 'auth/create/no-header',
  'register without header': 'auth/register/no-header',
  'verify without header': 'auth/verify/no-header',
  'logs without header': 'auth/logs/no-header',
  'create with any token': 'auth/create/wrong-token',
  'register with any token': 'auth/register/wrong-token',
  'verify with any token': 'auth/verify/wrong-token',
  'logs with any token': 'auth/logs/wrong-token',
  'later pages without token': 'auth/logs/every-page',
  'every fifth registration is lost': 'register/then-verify',
  'registration returns a member': 'register/empty-object',
  'no code is needed': 'verify/missing-code',
  'unknown e-mails are verified': 'verify/unknown-email',
  'any code will do': 'verify/wrong-code',
  'the last digit is not compared': 'verify/wrong-code',
  'any pending code will do': 'verify/other-users-code',
  'a creation counts too few': 'create/counts-agree',
  'creations are plain text': 'create/content-type',
  'bodies end early': 'logs/json',
  'every seventh creation is 500': 'create/no-server-error',
  'every seventh creation is refused': 'create/same-every-time',
  'bodies need not be JSON': 'register/rejects-non-json',
  'every webhook shows the first log': 'logs/one-webhook',
  'no total': 'logs/page-shape',
} as const;

export type ServerFault = keyof typeof serverFaults;

/** Faults of the search that show on most servers. */
export const searchFaults: { readonly [Name in SearchFault]?: string } = {
  'ties dropped at page borders': 'logs/walk-complete',
  'overlap at page borders': 'logs/walk-complete',
  'gap at page borders': 'logs/walk-complete',
  'last page lost': 'logs/walk-complete',
  'items dropped at random': 'logs/walks-agree',
  'next without end': 'logs/walk-terminates',
  'next wraps round': 'logs/walk-terminates',
  'reading removes': 'logs/search-changes-nothing',
  'query shared between requests': 'logs/parallel',
  'total of the page': 'logs/total-constant',
  'total one less': 'logs/walk-complete',
  'prev off by one from page 3': 'logs/prev-returns',
  'prev goes forward': 'logs/prev-returns',
  'status ignored': 'logs/status-partition',
  'status lost on next': 'logs/filters-survive-paging',
  'a third status': 'logs/status-partition',
  'range drops the status': 'logs/combined-filters',
  'direction ignored': 'logs/sort-direction',
  'sort loses one': 'logs/sort-permutes',
  'to ignored': 'logs/range-far',
  'bounds joined by or': 'logs/range-gap',
  'bounds only together': 'logs/range-gap',
  'range loses one': 'logs/range-overlap',
};

/** What a server must be like for a fault to show. */
export const neededFor: { readonly [Name in AnyFault]?: Partial<Server> } = {
  'ties dropped at page borders': { tied: 3 },
};

export type AnyFault = ServerFault | SearchFault;

export const owners: Readonly<Record<string, string>> = { ...serverFaults, ...searchFaults };
