/** The OpenAPI file with every reference to another file put in its place, as tools that read one file need it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const files = new Map<string, unknown>();

/** The document as it is on disk, references into itself left alone. */
export function wholeDocument(): Record<string, unknown> {
  const home = new URL('../../../schemas/openapi.yaml', import.meta.url);
  return inPlace(read(home), home) as Record<string, unknown>;
}

/** @param home the file that the part stands in: relative references start there */
function inPlace(part: unknown, home: URL): unknown {
  if (Array.isArray(part)) return part.map((one) => inPlace(one, home));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref } = part as { $ref?: string };
  if ($ref !== undefined && !$ref.startsWith('#')) {
    const to = new URL($ref, home);
    return inPlace(at(read(to), to.hash), to);
  }
  // A part that keeps its $id would be looked for under that address.
  return Object.fromEntries(
    Object.entries(part).flatMap(([key, value]) => (key === '$id' ? [] : [[key, inPlace(value, home)]])),
  );
}

function read(address: URL): unknown {
  const file = fileURLToPath(address);
  if (!files.has(file)) files.set(file, parse(readFileSync(file, 'utf8')));
  return files.get(file);
}

function at(document: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps.reduce((part, step) => (part as Record<string, unknown>)[step], document);
}
