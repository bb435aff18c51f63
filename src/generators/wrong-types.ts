/** Bodies with a wrong JSON type, in an order in which a few samples tell most. */
import { needsCode, type Operation } from '../interface/operations.ts';
import type { Canonical } from './request.ts';
import { type Wrong, type WrongForm, wrong } from './wrong.ts';

/** The forms that a lenient parser is most likely to accept. */
const likelyForms: readonly WrongForm[] = ['digit-string', 'added-fraction', 'number', 'only-item', 'null-item'];

/** Share of the samples that have a likely form. */
const likelyShare = 0.6;

/**
 * What the schemas reject, but for a field that is null: many parsers read that as one that is left out, and which fields are
 * required is a gap. For a right code also the code with a fraction, which a server may truncate.
 */
export function wrongTypes(operation: Operation, canonical: Canonical): readonly Wrong[] {
  const first = wrong(operation, canonical).first.filter(({ form }) => form !== 'null');
  const code = canonical.body?.['code'];
  if (!needsCode(operation) || typeof code !== 'number') return first;
  const body = { ...canonical.body, code: code + 0.5 };
  return [
    { operation, kind: 'wrong-type', field: 'code', form: 'added-fraction', label: 'code has a fraction', body },
    ...first,
  ];
}

/** Names what is wrong: the same flaw in another body has the same name. */
export const flawOf = ({ field, form }: Wrong): string => `${field} ${form}`;

/** Names of `count` flaws: the likely ones first, then those in the order of `shuffled`. */
export function flawsToTry(
  all: readonly Wrong[],
  count: number,
  shuffled: (items: readonly Wrong[]) => readonly Wrong[],
): readonly string[] {
  const likely = all.filter(({ form }) => likelyForms.includes(form));
  const rest = shuffled(all.filter(({ form }) => !likelyForms.includes(form)));
  // Strings are coerced from integers as often as integers from strings.
  const integers = rest.filter(({ form }) => form === 'integer');
  const chosen = [...likely.slice(0, Math.ceil(count * likelyShare)), ...integers.slice(0, 2), ...rest];
  return [...new Set(chosen.map(flawOf))].slice(0, count);
}
