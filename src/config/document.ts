/** A configuration file as text with places: YAML 1.2, of which JSON is a part, so that both name line and column. */
import { isCollection, isMap, isPair, isScalar, LineCounter, type Node, type ParsedNode, parseDocument } from 'yaml';
import { UsageError } from '../core/errors.ts';

export interface ConfigDocument {
  /** As it is shown in messages. */
  readonly name: string;
  /** Plain values, `${NAME}` not yet filled in; an empty file is an empty object. */
  readonly value: unknown;
  /** `cawl.config.yaml:3:12` for a JSON Pointer, of its value or its key; where nothing stands, the nearest place above. */
  place(pointer: string, part?: 'value' | 'key'): string;
}

/** @throws UsageError with every fault of the syntax, each at its line and column */
export function readDocument(name: string, text: string): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
  };
  const faults = [...document.errors, ...document.warnings];
  if (faults.length > 0) {
    const shown = faults.slice(0, 5).map((fault) => `${at(fault.pos[0])}  ${fault.message.split('\n')[0]}`);
    throw new UsageError(
      `${name} cannot be read as ${name.endsWith('.json') ? 'JSON' : 'YAML'}:\n${shown.map((line) => `  ${line}`).join('\n')}`,
      'indent with blanks, never tabs, and quote a text that begins with one of { } [ ] & * # ? | > ! % @ `',
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
    // A value on a line of its own is found by its key; one beside its key by itself.
    if (begins !== undefined && !isCollection(node)) offset = begins;
  }
  return offset;
}
