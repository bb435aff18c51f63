/** Webhook ids that are wrong in one way: those that a careless comparison, pattern or query accepts as the right one. */
import { minIdLength } from '../core/random.ts';
import { inheritedNames } from './text.ts';

export interface WrongWebhookId {
  readonly label: string;
  /** The request's webhook, or its target if no id can make it. */
  readonly how: { readonly webhook: string } | { readonly target: string };
  /** An id that a target reads as the right one if it drops punctuation, but not if it treats the wrong id as a pattern. */
  readonly ifSignsAreDropped?: string;
}

/** How many of them, from the first on, stand for all kinds of mistakes; and with one more of each kind, which others hide from. */
export const tellingWebhookIds = 7;
export const usualWebhookIds = 21;

/** Whether two short ids differ only in a number, such as `wh_1` and `wh_10`: the other one may name a webhook, too. */
function mayBothBeCounted(id: string, other: string): boolean {
  const shapeOf = (text: string) => text.replace(/\d+/g, '0');
  return id.length < minIdLength && /\d/.test(id) && shapeOf(id) === shapeOf(other);
}

/** Whether an id is made of digits only. */
export const isAllDigits = (id: string): boolean => /^\d+$/.test(id);

/** Whether a text names the id if ids are numbers: databases and frameworks read the digits and stop at what follows them. */
const mayBeReadAs = (id: string, text: string): boolean => isAllDigits(id) && text.startsWith(id) && !isAllDigits(text);

/** @param configured ids that must not be among them */
export function wrongWebhookIds(id: string, configured: readonly string[]): WrongWebhookId[] {
  // By code points: half an emoji cannot be sent.
  const letters = [...id];
  const part = (from: number, to?: number) => letters.slice(from, to).join('');
  const short = part(0, -1);
  const ids = [
    // The most telling ones: it begins and ends with the id; two that match it as LIKE, and as a glob or an expression.
    ...[`${id}${id}`, '%', `${id}*`, short, part(1), `' OR '1'='1`, 'constructor'],
    // Of each kind of pattern one that matches every id, and one that begins as the id does, or has only its letters.
    ...[`${id}x`, `${short}_`, '*', '.*', `${short}.`, ' ', `${id}.x`, `${id}:x`, `${id}\0x`],
    ...[`x' OR 1=1 --`, `" OR ""="`, `${id},x`, '{"$ne":null}', 'null', '0', '-1', '__proto__'],
    // What the others show as well, unless a server looks at the form of an id first.
    ...[part(0, Math.ceil(letters.length / 2)), `${id}0`, `x${id}`, `${short}%`, `${short}*`, `${id}|x`],
    ...[`${id}' OR '1'='1`, `${id}'--`, `x,${id}`, '$ne', 'undefined'],
    ...inheritedNames,
  ];
  return [...new Set(ids)]
    .filter((webhook) => webhook !== '' && !configured.includes(webhook))
    .filter((webhook) => !mayBothBeCounted(id, webhook) && !mayBeReadAs(id, webhook))
    .map((webhook) => ({
      label: `the webhook id ${JSON.stringify(webhook)}`,
      how: { webhook },
      ...(webhook === `${id}*` ? { ifSignsAreDropped: `${id}!` } : {}),
    }));
}
