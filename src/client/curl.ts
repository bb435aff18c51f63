/** A curl line that shows the same answer again. Secrets are taken from the shell's environment: CAWL_TOKEN and such. */
import type { Operation } from '../core/operation.ts';
import { templateToShell } from '../core/template.ts';

const placeholder =
  /\{((?:otherTenantToken|expiredToken|token)(?:\[\d*:\d*\]|\.(?:reversed|swapcase))?|password|unique:\d+|code:\d+[^}]*)\}/g;
const variables: Record<string, string> = {
  token: '"$CAWL_TOKEN"',
  otherTenantToken: '"$CAWL_OTHER_TOKEN"',
  expiredToken: '"$CAWL_EXPIRED_TOKEN"',
  password: '"$CAWL_PASSWORD"',
};

/** Single-quoted for a POSIX shell, with placeholders left outside the quotes as variables. */
export function quote(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(placeholder)) {
    parts.push(literal(text.slice(from, match.index)), variable(match[1]!));
    from = match.index + match[0].length;
  }
  parts.push(literal(text.slice(from)));
  return parts.filter((part) => part !== '').join('') || "''";
}

function literal(text: string): string {
  return text === '' ? '' : `'${text.replaceAll("'", `'\\''`)}'`;
}

function variable(name: string): string {
  const known = variables[name];
  if (known !== undefined) return known;
  if (/token/i.test(name)) return `"${templateToShell(`{${name}}`)}"`;
  if (name.startsWith('unique:')) return `"curl$(date +%s)n${name.slice('unique:'.length)}"`;
  return '"$CODE"';
}

export function curlLine(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly operation: Operation;
}): string {
  // -g: brackets and braces in a URL are themselves. --data-raw: a body may begin with @.
  const words = ['curl', '-gisS', '--path-as-is'];
  if (request.method === 'HEAD') words.push('-I');
  else if (request.method !== (request.body === null ? 'GET' : 'POST')) words.push('-X', request.method);
  words.push(quote(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.toLowerCase() === 'authorization') words.push('-H', authorization(name, value));
    else if (value === '') words.push('-H', quote(`${name};`));
    else words.push('-H', quote(`${name}: ${value}`));
  }
  if (request.body?.startsWith('base64:'))
    return `printf %s ${quote(request.body.slice('base64:'.length))} | base64 -d | ${words.join(' ')} --data-binary @-`;
  if (request.body !== null) {
    if (!Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type'))
      words.push('-H', `'Content-Type:'`);
    words.push('--data-raw', quote(request.body));
  }
  return words.join(' ');
}

function authorization(name: string, template: string): string {
  if (template === '') return `'${name};'`;
  return `"${name}: ${templateToShell(template)}"`;
}
