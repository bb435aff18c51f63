/** A value with every text in it masked: what a run says reaches reports, streams and programs by many ways. */
import type { Secrets } from './secrets.ts';

/**
 * Names of members stay; a value of another kind is the same. Most values hold no secret: all their texts are looked at together
 * first, since each text by itself costs a dozen regular expressions. None of these matches across a line end in a text
 * that has none of its own.
 */
export function maskedValue<T>(value: T, secrets: Secrets): T {
  const texts: string[] = [];
  collectTexts(value, texts);
  const together = texts.join('\n');
  return secrets.mask(together) === together ? value : maskedTexts(value, secrets);
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'object' && value !== null)
    for (const below of Object.values(value)) collectTexts(below, texts);
}

function maskedTexts<T>(value: T, secrets: Secrets): T {
  if (typeof value === 'string') return secrets.mask(value) as T;
  if (Array.isArray(value)) return value.map((item) => maskedTexts(item, secrets)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, maskedTexts(below, secrets)])) as T;
}
