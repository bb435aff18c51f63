/**
 * Requests that a guard may take for others than the router does, since it looks at a query, at a header of a proxy, or at the
 * method. Like other spellings of a path they may lead anywhere: what a server makes of one is decided elsewhere.
 */
import type { PathVariant } from './paths.ts';

type Headers = NonNullable<PathVariant['headers']>;

/** A path that many servers leave open. */
const open = '/health';
const override = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'] as const;
const overrideWith = (method: string): Headers => override.map((name) => [name, method] as const);

/**
 * @param method the operation's own
 * @param hasEffect whether more than a response shows that the operation was carried out: a response to HEAD has no body, and
 *   GET may be another operation at the same path, which returns a page too
 */
export function disguises(path: string, method: string, hasEffect: boolean): PathVariant[] {
  const query = (kind: string, text: string): PathVariant => ({ kind, label: `with ${kind}`, path: `${path}?${text}` });
  const headers = (kind: string, list: Headers): PathVariant => ({ kind, label: `with ${kind}`, path, headers: list });
  const as = (other: string, list: Headers = []): PathVariant => {
    const kind = `the method ${other}${list.length === 0 ? '' : ` and ${method} in X-HTTP-Method-Override`}`;
    return { kind, label: `with ${kind}`, path, method: other, ...(list.length === 0 ? {} : { headers: list }) };
  };
  return [
    query('a format and a suffix that are often public in the query', 'format=json&x=.css'),
    query('paths that are often public in the query', `${open}/login/public/docs/favicon.ico`),
    headers(
      `${open} in X-Original-URL and X-Forwarded-Uri`,
      ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Uri', 'X-Forwarded-Path'].map((name) => [name, open] as const),
    ),
    headers('the headers of a preflight', [
      ['Origin', 'https://example.com'],
      ['Access-Control-Request-Method', method],
    ]),
    headers('OPTIONS in X-HTTP-Method-Override', overrideWith('OPTIONS')),
    as('OPTIONS'),
    ...(hasEffect ? [as('GET', overrideWith(method)), as('HEAD')] : []),
  ];
}
