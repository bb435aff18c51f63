/** Writes choices into the `declares` block of a configuration file. Everything else in it stays, comments too. */
import { Document, isCollection, isMap, isScalar, type Node, parseDocument, type Scalar } from 'yaml';
import type { Choice, Declared } from '../core/choice.ts';
import { validator } from '../schema/validator.ts';

/** Parses a line such as `declares.successStatus.create: 201`; undefined if a configuration does not take it. */
export function choiceOf(line: string, because: string): Choice | undefined {
  const [, dotted, text] = /^declares\.([\w.]+): (.*)$/s.exec(line) ?? [];
  if (dotted === undefined || text === undefined) return undefined;
  const path = dotted.split('.');
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  const value: unknown = document.toJS();
  const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  return validator('kit/config')({ declares: nested }).length === 0 ? { path, value, because } : undefined;
}

/**
 * Adds the choices that the text does not declare yet.
 * @param json whether the text is JSON, which has no comments
 */
export function declare(text: string, choices: readonly Choice[], json: boolean): Declared {
  const document = parseDocument(text);
  const added: Choice[] = [];
  const contradicted: (Choice & { declared: unknown })[] = [];
  for (const choice of choices) {
    const path = ['declares', ...choice.path];
    const known: unknown = document.hasIn(path) ? plain(document.getIn(path)) : undefined;
    if (known === undefined || known === null) added.push(choice);
    else if (JSON.stringify(known) !== JSON.stringify(choice.value)) contradicted.push({ ...choice, declared: known });
  }
  if (json) {
    const root = document.toJS() as Record<string, unknown>;
    for (const { path, value } of added) put(root, ['declares', ...path], value);
    return { text: added.length === 0 ? text : `${JSON.stringify(root, null, 2)}\n`, added, contradicted };
  }
  if (added.length === 0) return { text, added, contradicted };
  const span = spanOf(document);
  for (const { path, value, because } of added) {
    for (let depth = 1; depth <= path.length; depth += 1) {
      const above = ['declares', ...path.slice(0, depth - 1)];
      if (!isMap(document.getIn(above))) document.setIn(above, document.createNode({}));
    }
    const node = document.createNode(value) as Node;
    if (isCollection(node)) node.flow = true;
    node.comment = ` ${because}`;
    document.setIn(['declares', ...path], node);
  }
  // A file in flow style cannot hold a block.
  if (isMap(document.contents) && document.contents.flow === true)
    return { text: document.toString({ lineWidth: 0 }), added, contradicted };
  const block = new Document({});
  block.set('declares', document.get('declares', true));
  const lines = block.toString({ lineWidth: 0 });
  // Only this block is rewritten: the library would move every comment of the file.
  const whole =
    span === undefined ? `${text.trimEnd()}\n\n${lines}` : `${text.slice(0, span[0])}${lines}${text.slice(span[1])}`;
  return { text: whole.trimStart(), added, contradicted };
}

/** Start and end of the block in the text, its line break included; undefined if there is none. */
function spanOf({ contents }: Document.Parsed): readonly [number, number] | undefined {
  if (!isMap(contents)) return undefined;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'declares');
  const begin = (pair?.key as Scalar | undefined)?.range?.[0];
  const end = (pair?.value as Scalar | null | undefined)?.range?.[2];
  return begin == null || end == null ? undefined : [begin, end];
}

function plain(node: unknown): unknown {
  return node !== null && typeof node === 'object' && 'toJSON' in node
    ? (node as { toJSON(): unknown }).toJSON()
    : node;
}

function put(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let place = root;
  for (const key of path.slice(0, -1)) {
    place[key] ??= {};
    place = place[key] as Record<string, unknown>;
  }
  place[path.at(-1)!] = value;
}
