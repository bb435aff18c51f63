/** Lines such as `declares.successStatus.create: 201` as one YAML block, which the configuration takes as it is. */

interface Branch {
  readonly [key: string]: Branch | string;
}

/** The block, with a line break at its end; empty without lines. */
export function declaredYaml(lines: readonly string[]): string {
  const root: Record<string, Branch | string> = {};
  for (const line of lines) {
    const [, dotted, value] = /^([\w.]+): (.*)$/s.exec(line) ?? [];
    if (dotted !== undefined && value !== undefined) put(root, dotted.split('.'), value);
  }
  return print(root, '').join('');
}

function put(root: Record<string, Branch | string>, path: readonly string[], value: string): void {
  let place = root;
  for (const key of path.slice(0, -1)) {
    const below = place[key];
    if (typeof below !== 'object') place[key] = {};
    place = place[key] as Record<string, Branch | string>;
  }
  place[path.at(-1)!] = value;
}

function print(branch: Branch, indent: string): string[] {
  return Object.entries(branch).flatMap(([key, below]) =>
    typeof below === 'string'
      ? [`${indent}${key}: ${below}\n`]
      : [`${indent}${key}:\n`, ...print(below, `${indent}  `)],
  );
}
