/** Words of bash from texts with placeholders: variables that the script sets stand where the report has placeholders. */
import { type CodePlaceholder, type Placeholder, parsePlaceholders } from '../../core/placeholders.ts';
import { escapeForDoubleQuotes } from '../../core/shell-quote.ts';

/** How the value of a placeholder is written where it stands. */
export type Spelling = 'url' | 'json' | 'header';

/** One word: text in single quotes, placeholders beside it in double quotes. */
export function word(text: string, spelling: Spelling): string {
  let before = '';
  const parts = parsePlaceholders(text).map(({ text: written, placeholder }) => {
    const quoted = before.endsWith('"');
    before = written;
    return placeholder === undefined ? single(written) : `"${expansion(placeholder, spelling, quoted)}"`;
  });
  return parts.join('') || "''";
}

export const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function expansion(placeholder: Placeholder, spelling: Spelling, quoted: boolean): string {
  switch (placeholder.kind) {
    case 'unique':
      return `\${unique_${placeholder.user}}`;
    case 'cursor': {
      const name = `\${${placeholder.side}_${placeholder.step}}`;
      return spelling === 'url' ? `$(encode "${name}")` : name;
    }
    case 'code': {
      const digits = derived(placeholder.derivation, `code_${placeholder.user}`);
      // A JSON number has no leading zeros.
      return spelling === 'json' && !quoted ? `$((10#${digits}))` : digits;
    }
    case 'header':
      return `\${${headerVariable(placeholder.name)}}`;
    case 'token':
    case 'password':
      return escapeForDoubleQuotes(wordOf(placeholder));
  }
}

/** A test of bash: the wrong code has the value of the right one. */
export function rightByChance({ user, derivation }: CodePlaceholder): string {
  return `[ $((10#${derived(derivation, `code_${user}`)})) = $((10#$code_${user})) ]`;
}

const wordOf = (placeholder: Extract<Placeholder, { kind: 'token' | 'password' }>): string =>
  placeholder.kind === 'password' ? '{password}' : tokenText(placeholder);

function tokenText({ tenant, form }: Extract<Placeholder, { kind: 'token' }>): string {
  const name = { valid: 'token', otherTenant: 'otherTenantToken', expired: 'expiredToken' }[tenant];
  if (form.kind === 'slice') return `{${name}[${form.from ?? ''}:${form.to ?? ''}]}`;
  return form.kind === 'whole' ? `{${name}}` : `{${name}.${form.kind}}`;
}

/** The variable that holds the value of a configured header. */
export const headerVariable = (name: string): string => `CAWL_HEADER_${name.toUpperCase().replace(/\W/g, '_')}`;

/** Digits derived from a code, as core/derive-code.ts describes them. */
function derived(derivation: string, variable: string): string {
  if (derivation === '') return `\${${variable}}`;
  if (/^[+-]\d+$/.test(derivation)) return `$((10#\${${variable}} ${derivation[0]} ${derivation.slice(1)}))`;
  return derivation.replace(/\[(\d*):(\d*)\](\d*)/g, (_all, from: string, to: string, literal: string) => {
    const start = from === '' ? '0' : from;
    const part = to === '' ? `\${${variable}:${start}}` : `\${${variable}:${start}:${Number(to) - Number(start)}}`;
    return `${part}${literal}`;
  });
}
