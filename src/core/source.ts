/**
 * Where a requirement comes from, as data: a section of the specification, of an RFC, or an entry of an OWASP list.
 * Reports and the command line print it with {@link printSource}; the `section` field of `conformance.json` keeps
 * the shorter text of {@link sectionText}, which other tools already read.
 */

/** One place in one document. `spec: 'intro'` is the text before §1 of the specification. */
export type Source =
  | { readonly spec: string }
  | { readonly rfc: number; readonly section: string }
  | { readonly owasp: string };

/** One place, or several that state the requirement together. */
export type Sources = Source | readonly Source[];

/** For readers: `§4.4`, `introduction, §7`, `RFC 9110 §15.5.2, §11.6.1; RFC 6750 §3`, `OWASP API2`. */
export function printSource(sources: Sources): string {
  return printed(sources, (section) => (section === 'intro' ? 'introduction' : `§${section}`));
}

/** For the `section` field of the JSON report: `4.4`, `intro, 7`; places in other documents as {@link printSource} has them. */
export function sectionText(sources: Sources): string {
  return printed(sources, (section) => section);
}

function printed(sources: Sources, specPlace: (section: string) => string): string {
  const places = new Map<string, string[]>();
  for (const source of [sources].flat()) {
    const [document, place] = documentAndPlace(source, specPlace);
    places.set(document, [...(places.get(document) ?? []), place]);
  }
  return [...places].map(([document, of]) => `${document}${of.join(', ')}`).join('; ');
}

function documentAndPlace(source: Source, specPlace: (section: string) => string): [document: string, place: string] {
  if ('spec' in source) return ['', specPlace(source.spec)];
  if ('rfc' in source) return [`RFC ${source.rfc} `, `§${source.section}`];
  return ['OWASP ', source.owasp];
}
