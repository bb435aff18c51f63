/** Gaps that no request shows. */
import type { GapTable } from './gap.ts';

export const unseenGaps = {
  transitions: {
    section: '3',
    about: 'transitions between the statuses of a log',
    excluded: 'no operation changes the status of a log',
  },
  purpose: {
    section: '1',
    about: 'purpose of the service beyond its four operations',
    excluded: 'no request shows it',
  },
  tokens: {
    section: '5',
    about: 'how a token is obtained, how long it lives and what it permits',
    excluded: 'no operation issues one; tokens are configured',
  },
  deliveries: {
    section: '6',
    about: 'event types, payloads, signatures and retries of deliveries',
    excluded: 'deliveries go to the owner of the webhook, not to a client of this interface',
  },
  deprecation: {
    section: '9',
    about: 'deprecation and other rules of versions',
    excluded: 'it happens over years, not during a run',
  },
} as const satisfies GapTable;
