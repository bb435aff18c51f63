/**
 * Header templates in which the good token is never spelled out: `{token}`, `{token[a:b]}` (characters a to b, b left
 * out), `{token.reversed}`, `{token.swapcase}`. A name may stand for a sibling: `{otherTenantToken}`, `{expiredToken}`.
 */
const slot = /\{(token|otherTenantToken|expiredToken)(?:\[(\d*):(\d*)\]|\.(reversed|swapcase))?\}/g;

/** The text with the token filled in. */
export function resolveTemplate(template: string, token: string): string {
  return template.replace(slot, (_all, _name, from?: string, to?: string, change?: string) => {
    if (change === 'reversed') return [...token].reverse().join('');
    if (change === 'swapcase') return swapCase(token);
    if (from === undefined) return token;
    return token.slice(Number(from || 0), to === '' || to === undefined ? undefined : Number(to));
  });
}

const variables: Record<string, string> = {
  token: 'CAWL_TOKEN',
  otherTenantToken: 'CAWL_OTHER_TOKEN',
  expiredToken: 'CAWL_EXPIRED_TOKEN',
};

/** The same as text inside double quotes of bash, the token taken from `CAWL_TOKEN`. */
export function templateToShell(template: string): string {
  let shell = '';
  let done = 0;
  for (const match of template.matchAll(slot)) {
    shell += escaped(template.slice(done, match.index)) + expansion(match);
    done = match.index + match[0].length;
  }
  return shell + escaped(template.slice(done));
}

function expansion([, name, from, to, change]: RegExpExecArray): string {
  const variable = variables[name!]!;
  if (change === 'reversed') return `$(printf %s "$${variable}" | rev)`;
  if (change === 'swapcase') return `$(printf %s "$${variable}" | tr 'A-Za-z' 'a-zA-Z')`;
  if (from === undefined) return `$${`{${variable}}`}`;
  const start = Number(from || 0);
  return to === '' || to === undefined ? `\${${variable}:${start}}` : `\${${variable}:${start}:${Number(to) - start}}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"$`]/g, '\\$&');
}

export function swapCase(text: string): string {
  return text.replace(/[a-zA-Z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
}
