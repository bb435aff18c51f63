/** Reads fields of a request body (§2). Unknown fields are ignored. */
import { Refusal } from './answer.ts';

/** @throws Refusal 400 unless the body is a JSON object */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Refusal(400, 'The body must be a JSON object.');
}

/** @throws Refusal 400 unless the field is a string of `least` to `most` UTF-16 code units */
export function textOf(body: Readonly<Record<string, unknown>>, name: string, least: number, most: number): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be a string.`);
  if (value.length < least || value.length > most) {
    throw new Refusal(400, `${name} must have ${least} to ${most} characters.`);
  }
  return value;
}

/** @throws Refusal 400 unless the field is an array of strings */
export function textsOf(body: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    throw new Refusal(400, `${name} must be an array of strings.`);
  }
  return value;
}

/** @throws Refusal 400 unless the field is an integer of at least `least` */
export function integerOf(body: Readonly<Record<string, unknown>>, name: string, least: number): number {
  const value = body[name];
  if (!Number.isSafeInteger(value)) throw new Refusal(400, `${name} must be an integer.`);
  if ((value as number) < least) throw new Refusal(400, `${name} must be at least ${least}.`);
  return value as number;
}
