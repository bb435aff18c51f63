/** Names of users, and ids, that break what stores or shows them. */
import { type Operation, operationTable } from '../interface/operations.ts';
import { type Canonical, type Variant, withText } from './request.ts';

/** What formatting and replacing functions of C, Java, Python and Go expand; short enough for a name in any column. */
const format = '%s {0} {} $1 \\1';

/** Longer than columns of 64, 100 and 128 characters; a rule of 200 or 255 lets it pass. */
const medium = 'a'.repeat(150);

const names = ['firstName', 'lastName'] as const;

/** Fields whose values end up in mails and logs, if code may take them for the format. */
const shownFields: { readonly [operation in Operation]?: readonly string[] } = {
  create: ['profileIds', 'calendarIds'],
  register: names,
};

export function formats(operation: Operation, canonical: Canonical): readonly Variant[] {
  return (shownFields[operation] ?? []).map((field) => withText(operation, canonical, field, 'format', format));
}

const isOfUser = (operation: Operation): boolean => operationTable[operation].consumes === 'email';

/** A name without words: splitting it at blanks gives no first word. */
export function blankName(operation: Operation, canonical: Canonical): readonly Variant[] {
  return isOfUser(operation) ? [withText(operation, canonical, 'firstName', 'one-blank', ' ')] : [];
}

/** Names that a rule of the target may allow, and its database may not hold. */
export function mediumNames(operation: Operation, canonical: Canonical): readonly Variant[] {
  return isOfUser(operation) ? names.map((field) => withText(operation, canonical, field, 'medium', medium)) : [];
}
