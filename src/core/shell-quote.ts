/**
 * Quotes texts with placeholders for bash. Secrets come from environment variables: CAWL_TOKEN, CAWL_OTHER_TOKEN,
 * CAWL_EXPIRED_TOKEN, CAWL_PASSWORD and CODE. A fresh e-mail is made from the time of day.
 */
import type { Tenant } from './exchange.ts';
import { type Placeholder, parsePlaceholders, type TokenForm } from './placeholders.ts';

const tokenVariables: { readonly [tenant in Tenant]: string } = {
  valid: 'CAWL_TOKEN',
  otherTenant: 'CAWL_OTHER_TOKEN',
  expired: 'CAWL_EXPIRED_TOKEN',
};

/** One word: text in single quotes, placeholders beside them as variables in double quotes. */
export function quoteForShell(text: string): string {
  const parts = parsePlaceholders(text).map(({ text: written, placeholder }) => {
    const expansion = placeholder === undefined ? undefined : expansionOf(placeholder);
    return expansion === undefined ? `'${written.replaceAll("'", `'\\''`)}'` : `"${expansion}"`;
  });
  return parts.join('') || "''";
}

/** Text for between double quotes. */
export function escapeForDoubleQuotes(text: string): string {
  return parsePlaceholders(text)
    .map(({ text: written, placeholder }) => {
      const expansion = placeholder === undefined ? undefined : expansionOf(placeholder);
      return expansion ?? written.replace(/[\\"$`]/g, '\\$&');
    })
    .join('');
}

/** A bash expansion that is valid between double quotes; undefined if no variable holds the value. */
function expansionOf(placeholder: Placeholder): string | undefined {
  switch (placeholder.kind) {
    case 'token':
      return tokenExpansion(tokenVariables[placeholder.tenant], placeholder.form);
    case 'password':
      return variable('CAWL_PASSWORD');
    case 'unique':
      return `curl$(date +%s)n${placeholder.user}`;
    case 'code':
      return variable('CODE');
    case 'cursor':
    case 'header':
      return undefined;
  }
}

const variable = (name: string) => `\${${name}}`;

function tokenExpansion(name: string, form: TokenForm): string {
  switch (form.kind) {
    case 'whole':
      return variable(name);
    case 'reversed':
      return `$(printf %s "$${name}" | rev)`;
    case 'swapcase':
      return `$(printf %s "$${name}" | tr 'A-Za-z' 'a-zA-Z')`;
    case 'slice': {
      const from = form.from ?? 0;
      return form.to === undefined ? `\${${name}:${from}}` : `\${${name}:${from}:${form.to - from}}`;
    }
  }
}
