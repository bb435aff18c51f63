/** Texts that are not JSON, made of a JSON text. */
import fc from 'fast-check';

export interface NotJson {
  readonly kind: string;
  readonly of: (json: string) => string;
}

/** The members as a form (`application/x-www-form-urlencoded`): a parser that guesses takes them. */
function formOf(json: string): string {
  const members = Object.entries(JSON.parse(json) as Readonly<Record<string, unknown>>);
  return new URLSearchParams(members.map(([name, value]): [string, string] => [name, String(value)])).toString();
}

/** None begins with a complete JSON text, also for a reader that knows JSON5: what begins like one stays open. */
export const notJson: readonly NotJson[] = [
  { kind: 'cut before the last character', of: (json) => json.slice(0, -1) },
  { kind: 'cut after the first character', of: () => '{' },
  { kind: 'prose before it', of: (json) => `Dear server, ${json}` },
  { kind: 'a form', of: formOf },
  { kind: 'cut in its last value', of: (json) => json.slice(0, -3) },
  { kind: 'XML', of: () => '<?xml version="1.0"?><request><limit>10</limit></request>' },
  { kind: 'cut after a colon', of: (json) => json.slice(0, json.lastIndexOf(':') + 1) },
  { kind: 'a closing brace before it', of: (json) => `}${json}` },
  { kind: 'cut in the middle', of: (json) => json.slice(0, Math.ceil(json.length / 2)) },
  { kind: 'prose', of: () => 'Dear server, please do as usual.' },
  { kind: 'cut after a comma', of: (json) => json.slice(0, json.lastIndexOf(',') + 1) },
  { kind: 'it in an element', of: (json) => `<json>${json}</json>` },
  { kind: 'cut in its first name', of: (json) => json.slice(0, 4) },
];

/** Truncates the text at places that the seed draws. */
export function truncations(seed: number, count: number): readonly NotJson[] {
  const shares = fc.sample(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), { seed, numRuns: count });
  return shares.map((share) => ({
    kind: 'cut somewhere',
    of: (json) => json.slice(0, 1 + Math.floor(share * (json.length - 1))),
  }));
}
