/**
 * Items that identify a log, and whether an answer carries any. An opaque item may be short, repeated, or a text that
 * error pages use as well: only one of 12 characters or more, that is once here, in no other log and in no control
 * answer, says whose it is.
 */
import { parseJsonBody } from '../core/body.ts';
import type { HttpResponse } from '../core/exchange.ts';

const leastCharacters = 12;

/** @param others items of other logs @param controls answers that have nothing to do with this log */
export function identifyingItems(
  own: readonly string[],
  others: Iterable<string>,
  controls: readonly (HttpResponse | null)[],
): string[] {
  const elsewhere = new Set(others);
  const once = own.filter((item) => own.indexOf(item) === own.lastIndexOf(item));
  const candidates = once.filter((item) => [...item].length >= leastCharacters && !elsewhere.has(item));
  const told = new Set(controls.flatMap((control) => itemsFoundIn(control, candidates)));
  return candidates.filter((item) => !told.has(item));
}

/** Which of the items stand in the body: as a string of its JSON, inside of one, or in its text. */
export function itemsFoundIn(answer: HttpResponse | null, items: readonly string[]): string[] {
  if (answer === null || answer.bytes.length < leastCharacters || items.length === 0) return [];
  const body = parseJsonBody(answer);
  // Where nothing is escaped, what the strings hold stands in the text as it is.
  const escapes = body.text.includes('\\');
  const text = escapes && body.ok ? [body.text, ...stringsOf(body.value)].join('\n') : body.text;
  return items.filter((item) => text.includes(item) || (escapes && text.includes(JSON.stringify(item).slice(1, -1))));
}

/** Every string in a JSON value, names of members included. Deep values are followed without recursion. */
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
