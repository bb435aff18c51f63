/** Requirements of what a search must not be confused by: another webhook, another search, parallel requests and invalid values. */
import type { Requirement } from '../../../src/suite.ts';

export const isolation = [
  {
    id: 'logs/one-webhook',
    area: 'logs',
    level: 'derived',
    source: [{ spec: '1' }, { spec: '4.4' }],
    operation: 'logs',
    statement: "A search with a webhookId that names no webhook must not yield a webhook's items.",
    because: 'The logs of one webhook are searched (§1), and webhookId in the path names it (§4.4).',
    decidedBy:
      'Searches unknown ids, also with a cursor of this log, prefixes, suffixes, wildcards and quotes, and looks for items that identify this log, or that made-up ids share.',
    commonCauses: ['a prefix match', "a LIKE with the client's wildcards", 'an ignored id'],
  },
  {
    id: 'logs/webhook-id',
    area: 'logs',
    level: 'advisory',
    source: { rfc: 3986, section: '6.2.2.2' },
    operation: 'logs',
    statement:
      'A percent-encoded webhookId must name the same webhook, and a different letter case, a trailing space or a path parameter must not.',
    decidedBy:
      'Searches the configured id in other spellings. The letter case of a UUID or ULID is not tried, since neither depends on it (RFC 9562 §4).',
    commonCauses: ['a comparison before decoding', 'a case-insensitive comparison'],
  },
  {
    id: 'logs/cursor-bound',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: "A cursor of one webhook must not return that webhook's items when it is used on another.",
    because: 'A search yields the logs of the webhook in its path (§4.4).',
    decidedBy: 'Sends a fresh cursor of one webhook to each other one, and looks for items that identify the first.',
    commonCauses: ['a cursor that carries the webhook id and is trusted'],
  },
  {
    id: 'logs/search-changes-nothing',
    aboutChange: true,
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'A search must not change the log or the results of other searches: the same query must yield the same items before and after.',
    because: 'The search is a GET (§4.4), which is safe (RFC 9110 §9.2.1).',
    decidedBy:
      'Compares the items of a query before and after unfiltered and filtered walks to the end, and sends the same search after two searches whose parameters all differ. Of two searches that differ only in the name of a bound, neither may get the page of the other. A difference is confirmed on a second query or webhook, or by alternating the two. Where an answer of the run contradicts what was read before it, the same search is sent many times, until it contradicts the walks before and after it twice. Where a log has changed, one search for each parameter is sent, and one that seems to change it again several times, in an irregular order with one that does not. A growing log is judged within a range that ends before the growth.',
    commonCauses: [
      'items removed as they are read',
      'an entry that is updated or removed with each search',
      'a parameter kept after its request',
      'a cache whose key has the values of the parameters without their names',
      'one of several workers that keeps another state',
    ],
  },
  {
    id: 'logs/parallel',
    concurrent: true,
    noticesChange: true,
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'Searches in parallel with other requests must yield the same items as each search alone.',
    because: 'Each request names its own query and cursor (§4.4).',
    decidedBy:
      'Walks several webhooks, filters and sorts page by page in turn, and one log with another search after each of its pages. Compares them with the same walks alone, before and after; on a growing log within a range that ends before the growth. Results of the run that were wrong beside other searches and right alone are walked again in turns with searches that differ least from them, one request after another, beside searches with one parameter less, and at the end in more bursts. Searches by next and by prev are sent at once with a first page, and a cursor of an old walk is used: one that leads to other items after other searches, a creation or a registration than right away fails, one that is rejected does not. If a search of the run had the total or the items of another one in flight, searches of several webhooks and statuses are sent at once: three bursts must show it again, while each search has its own answer alone and beside copies of itself. A registration is in progress beside the walks. If they differ, or many results of the run were wrong only for a time, first pages beside registrations, and then beside creations, are compared with as many at once without them, before and after, in at least three rounds.',
    commonCauses: [
      'state shared between requests: a cursor, a filter or a buffer',
      'a cache of cursors or results whose key leaves out a parameter',
    ],
  },
  {
    id: 'logs/bad-cursor',
    area: 'logs',
    level: 'advisory',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A made-up, truncated or altered cursor must be rejected (4xx) and must not return the first page.',
    decidedBy:
      'Sends made-up cursors with and without a dot, and an issued one changed in three ways that the seed chooses, as next or as prev; at deep each change as both.',
    commonCauses: ['an undecodable cursor that is dropped', 'an unchecked signature'],
  },
  {
    id: 'logs/bad-values',
    area: 'logs',
    level: 'advisory',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'An unknown value of status or sortDirection must be rejected (4xx) and must not return an unfiltered page.',
    decidedBy: 'Sends unknown values of both parameters.',
    commonCauses: ['an unknown value that is dropped'],
  },
] as const satisfies readonly Requirement[];
