/** Requirements of from and to, and of parameters that are combined. */
import type { Requirement } from '../../../src/suite.ts';

export const ranges = [
  {
    id: 'logs/range-subset',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A narrower range must yield a subset of the items of a wider range.',
    because: 'from is a lower bound and to an upper bound of the search range (§4.4).',
    decidedBy:
      'Walks ranges inside each other, also a bound alone and with a far one beside it, and compares the items as bags. A target may limit a range with one bound, but the range must not lack items next to that bound. Counts ranges at moments before, within and after the log, which the seed draws or which parsers often misread (31 December, the 31st of a month), and walks those whose counts contradict each other.',
    commonCauses: ['swapped bounds', 'bounds combined with OR', 'the year of the week taken for that of the date'],
  },
  {
    id: 'logs/range-far',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A search with from after the newest item, or with to before the oldest, must not yield any item.',
    because: 'from is a lower bound and to an upper bound of the search range (§4.4).',
    points: ['a range beyond the log'],
    decidedBy:
      'Searches far beyond both ends, also before 1970 and with bounds on 29 February, in the inferred time format. An empty page or a 4xx passes. If no format seems to be read, from and to of three moments within the log must leave out opposite sides of it.',
    commonCauses: [
      'an ignored bound',
      'a bound read in a different unit',
      'a date that a parser rejects, such as 29 February',
    ],
    shownBy: 'no-items',
  },
  {
    id: 'logs/range-gap',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A range up to one moment and a range from a later moment on must not share items.',
    because: 'to is an upper bound and from a lower bound (§4.4), so nothing lies in both ranges.',
    decidedBy:
      "Compares the totals of both ranges with the widest range, for many pairs of moments at every scale of the log's span, and around moments at which items enter a range, found to one unit, or within a second where items show milliseconds. Walks the ranges if the totals disagree.",
    commonCauses: ['an ignored bound', 'a bound truncated or rounded to the day'],
  },
  {
    id: 'logs/range-overlap',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A range up to one moment and a range from an earlier moment on must together yield every item.',
    because:
      'to is an upper bound and from a lower bound (§4.4), so every item lies in at least one of the two ranges.',
    decidedBy:
      "Walks both ranges for pairs of moments within the log's span, and around moments at which items enter a range, found to one unit or within a second where items show milliseconds, and of one moment of another webhook. Compares the items with the widest range, which must also have the items whose time is declared.",
    commonCauses: ['a bound that excludes too much, by a day or by a time zone'],
  },
  {
    id: 'logs/range-and',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A search with from and to must yield exactly the items that satisfy both bounds.',
    because:
      'Both bound the one search range (§4.4), so the items between a and b count once from a on and once up to b.',
    decidedBy:
      'Compares the items for pairs of moments: (from a) + (to b) = (widest) + (from a to b), and a range with itself in either direction. A range that ends before it begins may have no items but those between both moments. What a bound alone leaves open at its other end is a gap.',
    commonCauses: ['bounds combined with OR', 'one bound that overrides the other', 'a bound that is lost on page two'],
  },
  {
    id: 'logs/range-truth',
    area: 'logs',
    level: 'declared',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A range must yield the items whose time lies in it, and no others.',
    decidedBy:
      'Compares ranges around the times of items with a truth file, or with the times at the place that declares.item names. At the bounds, one unit is left open.',
    commonCauses: ['a bound read in another time zone', 'a bound that is compared with another time of the item'],
  },
  {
    id: 'logs/combined-filters',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'Under any range and sort, the two statuses together must yield what the same query yields without status.',
    because: 'Each log has one of two statuses (§3), whatever else the query says (§4.4).',
    decidedBy:
      'Searches by a covering array of parameters, pages and webhooks: pairs at quick, triples at standard, quadruples at deep. At standard each two parameters are also followed to the last page together. Each further sort field comes with a range and both statuses, without a direction and in both. Of the items of the range alone, exactly those with the status must come. A contradiction is reduced to the parameters it needs and read again alone.',
    commonCauses: ['a filter that is dropped when another one is present'],
  },
  {
    id: 'logs/combined-parameters',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'A range, a sort and a cursor must have the same effect on every webhook, whatever else the query says and in whatever order.',
    because:
      'Each parameter is optional independently of the others (§4.4), so that none of them changes what another one means.',
    points: ['several parameters at once'],
    decidedBy:
      'Searches by the covering array of logs/combined-filters, half of it with Accept-Encoding: gzip, and by each bound and status in the direction that is not the default. Totals and items must be those of the range alone, in the direction of the sort alone. On the largest other webhook, bounds lie inside its log, and each two parameters come together. A direction that reverses the order of the log must also reverse that of the entries with one status. A sort that puts entries with one value together on the richest log must change the order of each other log, too, and its two directions must give two orders.',
    commonCauses: [
      'a query built differently for each combination of parameters',
      'a total counted by another query than the items',
      'a parameter that is read by its place',
    ],
  },
] as const satisfies readonly Requirement[];
