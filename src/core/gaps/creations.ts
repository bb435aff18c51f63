/** Gaps of creations. */
import type { GapTable } from './gap.ts';

export const creationGaps = {
  limit: {
    section: '8',
    about: 'whether limit of a creation is the page size',
    probe: 'gaps/limit',
    declarable: true,
    advice: 'Count the items in a page; do not infer them from limit.',
  },
  'limit.minimum': {
    section: '8',
    about: 'smallest accepted limit of a creation',
    probe: 'gaps/limit',
    advice: 'Send a limit of at least 1; 0 and negative values may be rejected.',
  },
  'limit.maximum': {
    section: '8',
    about: 'largest accepted limit of a creation',
    probe: 'gaps/limit',
    advice: 'Be ready for a rejected limit, and repeat with a smaller one.',
  },
  'limit.default': {
    section: '8',
    about: 'page size of a creation without limit',
    probe: 'gaps/limit',
    advice: 'Send limit whenever the page size matters.',
  },
  'limit.bounds': {
    section: '8',
    about: 'accepted limits of a creation, among those tried',
    probe: 'create/page-shape',
    skippedByLearn: 'gaps/limit finds the bounds',
    advice: 'Keep limit moderate: another server may reject values that this one accepts.',
  },
  'create.unknownIds': {
    section: '2',
    about: 'a creation with ids that do not exist',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Make sure that ids exist; a server may ignore unknown ones or reject the request.',
  },
  'create.emptyLists': {
    section: '2',
    about: 'a creation with empty lists of ids',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Do not send empty lists; they may be rejected.',
  },
  'create.repeatedIds': {
    section: '2',
    about: 'a creation that lists an id twice',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'List each id once.',
  },
  'create.repeated': {
    section: '2',
    about: 'a creation that repeats an earlier one',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Be ready for a conflict (409) when a creation is repeated.',
  },
} as const satisfies GapTable;
