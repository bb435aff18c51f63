/** A curl line that sends the same request. Secrets come from environment variables; see core/shell-quote.ts. */
import type { MessageShape } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { escapeForDoubleQuotes, quoteForShell } from '../../core/shell-quote.ts';

export function curlLine(request: {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly operation: Operation;
  readonly shape?: MessageShape | undefined;
}): string {
  // -g: brackets and braces in a URL are themselves. --data-raw: a body may begin with @.
  const words = ['curl', '-gisS', '--path-as-is'];
  if (request.method === 'HEAD') words.push('-I');
  else if (request.method !== (request.body === null ? 'GET' : 'POST')) words.push('-X', request.method);
  if (request.shape?.version === '1.0') words.push('--http1.0');
  if (request.shape?.target === 'absolute') words.push('--request-target', quoteForShell(request.url));
  words.push(quoteForShell(request.url));
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.toLowerCase() === 'authorization') words.push('-H', authorization(name, value));
    else if (value === '') words.push('-H', quoteForShell(`${name};`));
    else words.push('-H', quoteForShell(`${name}: ${value}`));
  }
  if (request.body?.startsWith('base64:'))
    return `printf %s ${quoteForShell(request.body.slice('base64:'.length))} | base64 -d | ${words.join(' ')} --data-binary @-`;
  if (request.body !== null) {
    if (!Object.keys(request.headers).some((name) => name.toLowerCase() === 'content-type'))
      words.push('-H', `'Content-Type:'`);
    words.push('--data-raw', quoteForShell(request.body));
  }
  return words.join(' ');
}

function authorization(name: string, template: string): string {
  if (template === '') return `'${name};'`;
  return `"${name}: ${escapeForDoubleQuotes(template)}"`;
}
