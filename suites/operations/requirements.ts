/** Rows that hold for all four operations, or for those with a body. */
import type { Requirement } from '../../src/kit.ts';
import { all, forEach, named } from '../rows.ts';

export const rows = [
  ...forEach(all, (op) => ({
    id: `${op}/accepts-valid` as const,
    area: 'operations',
    level: 'stated',
    section: '4',
    operation: op,
    statement: `The canonical valid request of ${named[op]}, with a good token, succeeds (2xx).`,
    decidedBy:
      'Sends the configured canonical request; one that is refused is sent again with fresh values, and counts only then.',
    breaks: 'A route that is not mounted, a validation stricter than the configured values, a crash on ordinary input.',
  })),
  ...forEach(all, (op) => ({
    id: `${op}/content-type` as const,
    area: 'operations',
    level: 'stated',
    section: 'intro',
    operation: op,
    statement: `Every success of ${named[op]} carries Content-Type application/json.`,
    decidedBy:
      'Watches every success of the run, whichever check caused it; parameters such as charset are allowed, case does not matter.',
    breaks: 'A path that writes its own answer: the empty page, the cached answer, the late page.',
  })),
  ...forEach(all, (op) => ({
    id: `${op}/json` as const,
    area: 'operations',
    level: 'stated',
    section: 'intro',
    operation: op,
    statement: `The body of every success of ${named[op]} is one JSON text.`,
    decidedBy:
      'Watches every success of the run: valid UTF-8 without a byte order mark, one JSON value, nothing after it but white space.',
    breaks: 'Text written by hand, two values in one body, a Latin-1 encoder, an empty body.',
  })),
] as const satisfies readonly Requirement[];
