/**
 * Items that identify a log, and whether a response contains any of them. An opaque item may be short, repeated, or a text
 * that error pages use as well. So an item identifies its log only if it is long enough, occurs once, is in no other log,
 * and is in no control response.
 */

import { type JsonBody, parseJsonBody } from '../core/body.ts';
import type { HttpResponse } from '../core/exchange.ts';
import { isAbridged } from '../core/items/abridged-item.ts';
import { canonicalForm, canonicalItem } from '../core/items/canonical-item.ts';
import { uniquePartOf } from '../core/text.ts';

/** A shorter item may occur in a text by chance, and a shorter text cannot contain an item that identifies. */
export const identifyingCharacters = 12;

/** Whether an item is long enough to identify its log. */
export function isIdentifying(item: string): boolean {
  return [...item].length >= identifyingCharacters;
}

/**
 * Those of a log's items that identify it.
 * @param others items of other logs
 * @param controls responses that have nothing to do with this log
 */
export function identifyingItems(
  own: readonly string[],
  others: Iterable<string>,
  controls: readonly (HttpResponse | null)[],
): string[] {
  const elsewhere = new Set(others);
  const single = own.filter((item) => own.indexOf(item) === own.lastIndexOf(item));
  const candidates = single.filter((item) => isIdentifying(item) && !elsewhere.has(item));
  const inControls = new Set(controls.flatMap((control) => itemsFoundIn(control, candidates)));
  return candidates.filter((item) => !inControls.has(item));
}

/**
 * The e-mails that identify their user. A target may accept any text as an e-mail, and every body contains some text of a few
 * characters, so that only long ones of the configured form count.
 * @param template as configured, with `{unique}` for the fresh part
 */
export function identifyingEmails(emails: readonly string[], template: string): string[] {
  return emails.filter((email) => isIdentifying(email) && uniquePartOf(email, template) !== undefined);
}

/** Those of the items that occur in the body: as a JSON string, inside a JSON string, as a JSON value, or in its text. */
export function itemsFoundIn(response: HttpResponse | null, items: readonly string[]): string[] {
  if (response === null || response.bytes.length < identifyingCharacters || items.length === 0) return [];
  const body = parseJsonBody(response);
  // Without escapes, the text of the body contains the strings as they are.
  const escapes = body.text.includes('\\');
  const strings = escapes ? (body.ok ? stringsOf(body.value) : literalsIn(body.text)) : [];
  const structured = items.some((item) => item.startsWith('{') || item.startsWith('['));
  const abridged = items.some(isAbridged) ? [...(escapes || !body.ok ? strings : stringsOf(body.value))] : [];
  const text = [
    body.text,
    ...strings,
    ...(structured ? canonicalFormsIn(body, strings) : []),
    ...abridged.map(canonicalItem).filter(isAbridged),
  ].join('\n');
  return items.filter((item) => text.includes(item) || (escapes && text.includes(JSON.stringify(item).slice(1, -1))));
}

/** What a body holds of JSON objects, in the form in which items are compared: members may come in another order. */
function canonicalFormsIn(body: JsonBody, strings: readonly string[]): string[] {
  const texts = [body.text, ...strings];
  const flat = texts.flatMap((text) => text.match(/\{[^{}]*\}/g) ?? []);
  return [...texts, ...flat].map(canonicalForm);
}

/**
 * The JSON strings in a text that is not JSON as a whole: a handler that goes on after it has refused writes a second body. The first
 * quote may be one of the text.
 */
function literalsIn(text: string): string[] {
  const texts = [text, text.slice(text.indexOf('"') + 1)];
  const literals = texts.flatMap((one) => one.match(/"(?:[^"\\]|\\.)*"/g) ?? []);
  return literals.flatMap((literal) => {
    try {
      return [JSON.parse(literal) as string];
    } catch {
      return [];
    }
  });
}

/** Every string in a JSON value, names of members included. Without recursion, since values may be nested deeply. */
function stringsOf(value: unknown): string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string') found.push(one);
    else if (Array.isArray(one)) for (const element of one) open.push(element);
    else if (typeof one === 'object' && one !== null)
      for (const [name, member] of Object.entries(one)) {
        found.push(name);
        open.push(member);
      }
  }
  return found;
}
