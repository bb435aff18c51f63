/**
 * Long items, kept as their beginning and a digest: a log of long items would not fit into memory, and items are compared
 * only for equality. What is left of a JSON object is a JSON object, with the short values in which a status, a time and an
 * id stand.
 */
import { createHash } from 'node:crypto';

/** Items up to this length stay whole, characters. */
export const wholeItem = 4096;
/** Values that stay, characters of their JSON text, and how many of them together. */
const shortValue = 256;
const mostKept = 2048;
/** Name of the member, and end of the text, that holds the digest. */
const mark = '…sha256 ';

/** The item itself, or what is kept of a long one; equal for equal items, and different for different ones. */
export function abridgedItem(item: string): string {
  if (item.length <= wholeItem) return item;
  const digest = `${mark}${createHash('sha256').update(item).digest('base64url')} of ${item.length} characters`;
  const object = item.startsWith('{') ? objectIn(item) : undefined;
  if (object === undefined) return `${item.slice(0, shortValue)}${digest}`;
  return JSON.stringify({ ...shortMembersOf(object), [digest]: null });
}

/** The same for an item of which only the beginning was kept. `size`: its length in octets, as they were sent. */
export function abridgedOctets(beginning: Uint8Array, digest: string, size: number): string {
  const text = new TextDecoder().decode(beginning.subarray(0, shortValue));
  return `${text}${mark}${digest} of ${size} octets`;
}

/** Whether something of the item was left out. */
export function isAbridged(item: string): boolean {
  return item.includes(mark);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** The short members of an object, and of the objects in it, as far as there is room. */
function shortMembersOf(object: object, room = { left: mostKept }): Record<string, unknown> {
  const kept: [string, unknown][] = [];
  for (const [name, value] of Object.entries(object)) {
    if (room.left <= 0) break;
    const short = shortened(value, room);
    if (short === undefined || name.length > shortValue) continue;
    room.left -= name.length + (typeof short === 'string' ? short.length : 8);
    kept.push([name, short]);
  }
  return Object.fromEntries(kept);
}

function shortened(value: unknown, room: { left: number }): unknown {
  if (typeof value === 'string') return value.length > shortValue ? undefined : value;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? undefined : shortMembersOf(value, room);
}
