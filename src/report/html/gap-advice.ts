/** What a client must not rely on, gap by gap: the specification leaves it open, so the next server may choose otherwise. */
import { visible } from '../visible-text.ts';

const advice: readonly (readonly [RegExp, string])[] = [
  [/^successStatus/, 'Take any 2xx as success; do not compare with this number.'],
  [/^refusalStatus|^(auth|refusal)/i, 'Take anything but a 2xx as a refusal; do not branch on this status alone.'],
  [/^endOfLog/, 'Take a next that is absent, empty or null as the end.'],
  [/^(firstPagePrev|prevOnFirst|prevOnPage1)/i, 'Do not read from prev whether a page is the first.'],
  [/^cursorCarriesFilters/, 'Repeat all filters beside the cursor, and be ready for a server that refuses that.'],
  [/^cursor/, 'Use a cursor at once and once; do not store, read or build one.'],
  [/^timeFormat/, 'Make the format of from and to a setting.'],
  [/^range/, 'Do not rely on an item at exactly from or to being in or out.'],
  [/^sortBy/, 'Other servers may know none of these names; ask for a sort only where you can do without it.'],
  [/^(defaultOrder|order)/, 'Name a sortDirection whenever the order matters.'],
  [/^limit/, 'Count the items that came; do not infer them from limit.'],
  [/^pageSize/, 'Do not take a short page for the last one.'],
  [/^itemsUnique/, 'Be ready to meet the same item twice.'],
  [/^item/, 'Treat an item as an opaque string.'],
  [/^unknownWebhook/, 'Be ready for an error as well as for an empty page.'],
  [/^requiredFields/, 'Send every field; another server may require the others.'],
  [/^(code|lockout)/i, 'Do not count on how long, how often or in what form a code serves.'],
  [/^(password|name)/i, 'Show the server’s refusal to the user; do not copy its policy into the client.'],
  [/^takenEmail/i, 'Do not read from the answer whether an e-mail is registered.'],
];

/** One sentence for a gap; a general one where the gap is not known here. */
export function notToRelyOn(gap: string, about: string | undefined): string {
  for (const [pattern, sentence] of advice) if (pattern.test(gap)) return sentence;
  return `Do not rely on ${about === undefined ? visible(gap) : about}: another server may choose otherwise.`;
}
