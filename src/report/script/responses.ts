/** Judges in bash what the responses to the steps of a finding show, if no walk is needed. */
import { type ResponseRule, responseRules, type Symptom } from '../../core/verdict.ts';
import { single } from './words.ts';

export const isResponseRule = (shows: unknown): shows is ResponseRule => responseRules.some((rule) => rule === shows);

/** How often a valid request is sent whose outcome varies. */
export const attemptsOfVarying = 25;

/** What a script says that cannot judge what it receives. */
const onlyTheCheck = `unknown 'only the check of the requirement can judge these responses; use cawl replay'`;

/** Lines before the steps. */
export function linesBefore(rule: ResponseRule | undefined): string[] {
  if (rule !== 'varies') return [];
  return [
    '# Notes whether the valid request was accepted; a limit or a repetition is not a rejection of it.',
    'tally() {',
    '  if accepted; then any_accepted=1; else case $status in 000 | 409 | 420 | 429 | 503) ;; *) any_rejected=$status ;; esac; fi',
    `  [ -n "\${any_accepted:-}" ] && [ -n "\${any_rejected:-}" ] && shows "one valid request answered $any_rejected, and others were accepted"`,
    '}',
  ];
}

/** Lines after each step. */
export const linesAfterStep = (rule: ResponseRule | undefined): string[] => (rule === 'varies' ? ['tally'] : []);

/** Lines after the last step: whether the failure shows. */
export function linesAtEnd(symptom: Symptom): string[] {
  if (symptom.kind !== 'check') return ['gone "answered $status"'];
  return isResponseRule(symptom.shows) ? endings[symptom.shows] : [onlyTheCheck];
}

const endings: { readonly [rule in ResponseRule]: string[] } = {
  // What another path returns is a violation only if it is data of this operation.
  'no-data': [
    `if accepted; then [ -z "$(items)" ] || shows "answered $status with items"; ${onlyTheCheck}; fi`,
    'gone "answered $status"',
  ],
  'no-items': [
    `if accepted && [ -n "$(items)" ]; then shows "answered $status with items, such as $(items | head -1)"; fi`,
    'gone "answered $status without items"',
  ],
  'rejection-data': [
    `accepted && unknown "answered $status, which is not a rejection"`,
    `[ -z "$(items)" ] || shows "the rejection ($status) carries items, such as $(items | head -1)"`,
    'gone "the rejection ($status) carries no items"',
  ],
  'page-total': [
    `accepted || unknown "answered $status, so there is no page to look at"`,
    `count=$(items | grep -c '')`,
    `[ "$count" -le "$(total)" ] || shows "the page has $count items; its totalItems is $(total)"`,
    'gone "the page has $count items, and its totalItems is $(total)"',
  ],
  'last-accepted': [
    'if accepted; then shows "the last request answered $status; it must be rejected"; fi',
    'gone "answered $status"',
  ],
  'last-rejected': [
    'accepted || shows "the last request answered $status; it must be accepted"',
    'gone "answered $status"',
  ],
  varies: ['gone "each valid request answered alike"'],
  'at-once': [
    `unknown ${single('it shows only where requests are under way at once, which a script cannot repeat; use cawl replay')}`,
  ],
};
