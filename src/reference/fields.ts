/** Reading the fields of a request body (§2). Fields that are not known are left alone. */
import { Refusal } from './answer.ts';

/** @throws Refusal 400 unless it is a JSON object */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  throw new Refusal(400, 'The body is a JSON object.');
}

/** @throws Refusal 400 unless the field is a string of `least` to `most` UTF-16 units */
export function textOf(body: Readonly<Record<string, unknown>>, name: string, least: number, most: number): string {
  const value = body[name];
  if (typeof value !== 'string') throw new Refusal(400, `${name} is a string.`);
  if (value.length < least || value.length > most) {
    throw new Refusal(400, `${name} has ${least} to ${most} characters.`);
  }
  return value;
}

/** @throws Refusal 400 unless the field is an array of strings */
export function textsOf(body: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    throw new Refusal(400, `${name} is an array of strings.`);
  }
  return value;
}

/** @throws Refusal 400 unless the field is an integer of at least `least` */
export function integerOf(body: Readonly<Record<string, unknown>>, name: string, least: number): number {
  const value = body[name];
  if (!Number.isSafeInteger(value)) throw new Refusal(400, `${name} is an integer.`);
  if ((value as number) < least) throw new Refusal(400, `${name} is at least ${least}.`);
  return value as number;
}
