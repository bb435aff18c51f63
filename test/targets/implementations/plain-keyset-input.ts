/** What plain-keyset reads from a request, and how it says no. */

export class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Refusal(400, name);
  return value;
}

export const strings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((element) => typeof element === 'string');

export function parsed(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {}
  throw new Refusal(400, 'the body is not a JSON object');
}

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Refusal(400, 'bad percent-encoding');
  }
}
