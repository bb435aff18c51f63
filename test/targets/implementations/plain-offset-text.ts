/** How plain-offset writes cursors, and how it reads whatever it is sent. */
import { randomBytes } from 'node:crypto';

/** Base64 with `+`, `/` and `=` in it, of a text padded to a length. */
export function written(text: string, octets: number): string {
  const noise =
    octets > text.length
      ? randomBytes(Math.ceil(((octets - text.length) * 3) / 4))
      : Buffer.from([0xfb, 0xef, 0xff, 0xfe]);
  const whole = Buffer.concat([Buffer.from(`${text} `), noise]);
  return (whole.length % 3 === 0 ? Buffer.concat([whole, Buffer.from(' ')]) : whole).toString('base64');
}

/** SQL's LIKE, as a careless query would apply it. */
export function like(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll('%', '[^]*')
    .replaceAll('_', '[^]');
  return new RegExp(`^${source}$`, 'u').test(text);
}

/** A value as text, whatever it is. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value);
}

export function unescaped(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function fieldsOf(raw: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(raw.toString().replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
