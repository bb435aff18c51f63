/**
 * Placeholders stand for secrets, and for values that differ between runs, in header templates, evidence, curl lines and
 * reproducers. Only this module knows the notation. Saved reports use it, so it may be extended but never changed.
 *
 *   {token} {otherTenantToken} {expiredToken}      a configured token
 *   {token[2:5]} {token[:5]} {token[2:]}           characters 2 to 4 of it; either end may be left out
 *   {token.reversed} {token.swapcase}              the token backwards, or with upper and lower case exchanged
 *   {password}                                     fixtures.register.password
 *   {unique:1}                                     the unique part of the e-mail of user 1
 *   {code:1} {code:1+1} {code:1[:2][3:]}           the code sent to user 1, or digits derived from it (derive-code.ts)
 *   {3.cursor.next} {3.cursor.prev}                a cursor of the page that step 3 of a reproducer received
 *   {header:X-Api-Key}                             the value of a configured header
 */
import type { Tenant } from './exchange.ts';

export type TokenForm =
  | { readonly kind: 'whole' | 'reversed' | 'swapcase' }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number };

export type Placeholder =
  | { readonly kind: 'token'; readonly tenant: Tenant; readonly form: TokenForm }
  | { readonly kind: 'password' }
  | { readonly kind: 'unique'; readonly user: number }
  | { readonly kind: 'code'; readonly user: number; readonly derivation: string }
  | { readonly kind: 'cursor'; readonly step: number; readonly side: 'next' | 'prev' }
  | { readonly kind: 'header'; readonly name: string };

const tokenNames: { readonly [tenant in Tenant]: string } = {
  valid: 'token',
  otherTenant: 'otherTenantToken',
  expired: 'expiredToken',
};
const tenants = Object.fromEntries(Object.entries(tokenNames).map(([tenant, name]) => [name, tenant as Tenant]));

const notation = new RegExp(
  [
    String.raw`\{(?:(?<token>${Object.values(tokenNames).join('|')})`,
    String.raw`(?:(?<slice>\[(?<from>\d*):(?<to>\d*)\])|\.(?<change>reversed|swapcase))?`,
    String.raw`|(?<password>password)|unique:(?<unique>\d+)|code:(?<code>\d+)(?<derivation>[^{}]*)`,
    String.raw`|(?<step>\d+)\.cursor\.(?<side>next|prev)|header:(?<header>[^{}]+))\}`,
  ].join(''),
  'g',
);

/** A piece of a text: a placeholder as it is written there, or what stands between two of them. */
export interface Segment {
  readonly text: string;
  readonly placeholder?: Placeholder;
}

/** Splits a text at its placeholders. The texts of all segments, joined, are the text again. */
export function parsePlaceholders(text: string): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const match of text.matchAll(notation)) {
    if (match.index > end) segments.push({ text: text.slice(end, match.index) });
    segments.push({ text: match[0], placeholder: placeholderOf(match.groups!) });
    end = match.index + match[0].length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  return segments;
}

function placeholderOf(groups: Readonly<Record<string, string | undefined>>): Placeholder {
  const { token, password, unique, code, derivation = '', step, side, header = '' } = groups;
  if (token !== undefined) return { kind: 'token', tenant: tenants[token]!, form: tokenFormOf(groups) };
  if (password !== undefined) return { kind: 'password' };
  if (unique !== undefined) return { kind: 'unique', user: Number(unique) };
  if (code !== undefined) return { kind: 'code', user: Number(code), derivation };
  if (step !== undefined) return { kind: 'cursor', step: Number(step), side: side as 'next' | 'prev' };
  return { kind: 'header', name: header };
}

function tokenFormOf({ slice, from, to, change }: Readonly<Record<string, string | undefined>>): TokenForm {
  if (slice !== undefined)
    return { kind: 'slice', ...(from ? { from: Number(from) } : {}), ...(to ? { to: Number(to) } : {}) };
  return { kind: (change ?? 'whole') as 'whole' | 'reversed' | 'swapcase' };
}

export type CodePlaceholder = Extract<Placeholder, { kind: 'code' }>;

export function printPlaceholder(placeholder: Placeholder): string {
  switch (placeholder.kind) {
    case 'token':
      return `{${tokenNames[placeholder.tenant]}${printTokenForm(placeholder.form)}}`;
    case 'password':
      return '{password}';
    case 'unique':
      return `{unique:${placeholder.user}}`;
    case 'code':
      return `{code:${placeholder.user}${placeholder.derivation}}`;
    case 'cursor':
      return `{${placeholder.step}.cursor.${placeholder.side}}`;
    case 'header':
      return `{header:${placeholder.name}}`;
  }
}

function printTokenForm(form: TokenForm): string {
  if (form.kind === 'slice') return `[${form.from ?? ''}:${form.to ?? ''}]`;
  return form.kind === 'whole' ? '' : `.${form.kind}`;
}

/** All placeholders of one kind in a text. */
export function placeholdersIn<Kind extends Placeholder['kind']>(
  text: string,
  kind: Kind,
): Extract<Placeholder, { kind: Kind }>[] {
  return parsePlaceholders(text).flatMap(({ placeholder }) =>
    placeholder?.kind === kind ? [placeholder as Extract<Placeholder, { kind: Kind }>] : [],
  );
}

/**
 * Replaces placeholders by their values.
 * @param fill returns the value, or undefined to keep the placeholder; `before` is the character in front of it
 */
export function fillPlaceholders(
  text: string,
  fill: (placeholder: Placeholder, before: string) => string | undefined,
): string {
  let filled = '';
  let before = '';
  for (const { text: written, placeholder } of parsePlaceholders(text)) {
    filled += (placeholder && fill(placeholder, before)) ?? written;
    before = written.slice(-1);
  }
  return filled;
}

/** Fills the token placeholders of a header template with one token, whichever tenant they name. */
export function fillToken(template: string, token: string): string {
  return fillPlaceholders(template, (one) => (one.kind === 'token' ? tokenIn(one.form, token) : undefined));
}

/** Makes the token placeholders of a header template name the token of a tenant. */
export function nameTenant(template: string, tenant: Tenant): string {
  return fillPlaceholders(template, (one) => (one.kind === 'token' ? printPlaceholder({ ...one, tenant }) : undefined));
}

/** A token in one of the forms that a placeholder can have. */
export function tokenIn(form: TokenForm, token: string): string {
  switch (form.kind) {
    case 'whole':
      return token;
    case 'slice':
      return token.slice(form.from ?? 0, form.to);
    case 'reversed':
      return [...token].reverse().join('');
    case 'swapcase':
      return token.replace(/[a-zA-Z]/g, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));
  }
}
