/** Reading request bodies. */
import { Refusal } from './refusal.ts';

export type Body = Readonly<Record<string, unknown>>;

export function objectOf(octets: Uint8Array | null): Body {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(octets ?? new Uint8Array()));
  } catch {
    throw new Refusal(400, 'the body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(400, 'the body is not an object');
  return value as Body;
}

export function textOf(body: Body, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refusal(400, name);
  return value;
}

export function textsOf(body: Body, name: string): readonly string[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string')) throw new Refusal(400, name);
  return value as string[];
}
