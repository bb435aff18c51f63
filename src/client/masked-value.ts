/** A value with every text in it masked: what a run says reaches reports, streams and programs by many ways. */
import type { Secrets } from './secrets.ts';

/** Names of members stay; a value of another kind is the same. */
export function maskedValue<T>(value: T, secrets: Secrets): T {
  if (typeof value === 'string') return secrets.mask(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, secrets)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, maskedValue(below, secrets)])) as T;
}
