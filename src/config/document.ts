/** A configuration file as values with places. It is read as YAML 1.2, which contains JSON, so that both have line and column. */
import { isCollection, isMap, isPair, isScalar, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { UsageError } from '../core/errors.ts';

export interface ConfigDocument {
  /** As messages show it. */
  readonly name: string;
  /** Plain values, `${NAME}` not yet filled in; an empty file is an empty object. */
  readonly value: unknown;
  /** Where the value of a JSON Pointer is, or its key; of a value that is missing, the closest place above. */
  place(pointer: string, part?: 'value' | 'key'): Place;
}

/** A place in a file; line and column start at 1. */
export interface Place {
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/** `cawl.config.yaml:3:12` */
export function formatPlace({ name, line, column }: Place): string {
  return `${name}:${line}:${column}`;
}

/** @throws UsageError with the first five syntax errors, each with line and column */
export function readDocument(name: string, text: string): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { name, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const errors = [...document.errors, ...document.warnings];
  if (errors.length > 0) {
    const shown = errors
      .slice(0, 5)
      .map(({ pos, message }) => `  ${formatPlace(at(pos[0]))}  ${message.split('\n')[0]}`);
    throw new UsageError(
      `${name} cannot be read as ${name.endsWith('.json') ? 'JSON' : 'YAML'}:\n${shown.join('\n')}`,
      'indent with spaces, never tabs, and quote a text that starts with one of { } [ ] & * # ? | > ! % @ `',
      'INVALID_CONFIGURATION',
    );
  }
  return {
    name,
    value: document.toJS() ?? {},
    place: (pointer, part = 'value') => at(offsetOf(document.contents, stepsOf(pointer), part)),
  };
}

/** The steps of a JSON Pointer, RFC 6901. */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function offsetOf(contents: ParsedNode | Node | null, steps: readonly string[], part: 'value' | 'key'): number {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  for (const [place, step] of steps.entries()) {
    if (!isCollection(node)) break;
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && isScalar(item.key) && String(item.key.value) === step);
      if (pair === undefined) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      if (part === 'key' && place === steps.length - 1) break;
      node = pair.value;
    } else {
      node = node.items[Number(step)];
    }
    const begins = (node as Node | null)?.range?.[0];
    // A list or map that starts on the next line is found by its key, any other value by itself.
    if (begins !== undefined && !isCollection(node)) offset = begins;
  }
  return offset;
}
