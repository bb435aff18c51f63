/** Judges walks by themselves: by their totals, and by items that a page repeats. */
import { describeQuery } from '../query.ts';
import { findRepeatOnPage, isConsistent, type Walk } from '../walk.ts';
import type { WebhookMemory } from '../webhook-memory.ts';

/** Remembers whether a walk is as it should be. Returns the walk. */
export function noteEnded(memory: WebhookMemory, read: Walk): Walk {
  const { inconsistent, consistent, rejectedWalks } = memory;
  const key = describeQuery(read.query);
  if (read.end === 'refused' && read.pages.length > 0) rejectedWalks.push(read);
  if (isInconsistent(read, memory)) inconsistent.push(read);
  else if (isConsistent(read)) {
    const known = consistent.get(key);
    const isKnownWrong = known !== undefined && findRepeatOnPage(known, read) !== undefined;
    if (isKnownWrong) inconsistent.push(known);
    if (known === undefined || isKnownWrong) consistent.set(key, read);
  }
  return read;
}

/** See {@link WebhookLog.isInconsistent}. */
export function isInconsistent(read: Walk, memory: WebhookMemory): boolean {
  if (read.end !== 'end') return false;
  return !isConsistent(read) || repeatOnPage(read, memory) !== undefined;
}

/** See {@link WebhookLog.repeatOnPage}. */
export function repeatOnPage(read: Walk, { consistent, scope }: WebhookMemory): string | undefined {
  const plain = consistent.get(describeQuery(scope));
  return plain && findRepeatOnPage(read, plain);
}
