/**
 * Reads the address of a target: a path prefix is kept, a slash at the end is removed.
 * @returns the address, or the predicate of a sentence that says what is wrong with it; credentials are never repeated
 */
export function readBaseUrl(text: string): { readonly url: string } | { readonly problem: string } {
  const takes = 'it takes an http or https URL such as https://staging.example.com/api';
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    const bare = /^[\w.-]+(:\d+)?(\/|$)/.test(text.trim());
    return {
      problem: `${JSON.stringify(text)} is not a URL; ${bare ? `did you mean http://${text.trim()} ?` : takes}`,
    };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    // `localhost:3000` reads as a URL whose scheme is localhost.
    const bare = /^[\w.-]+:\d+(\/|$)/.test(text.trim());
    return { problem: `starts with "${url.protocol}"; ${bare ? `did you mean http://${text.trim()} ?` : takes}` };
  }
  if (url.username !== '' || url.password !== '')
    return {
      problem:
        'contains credentials; remove them: the token goes to tokens.valid or CAWL_TOKEN, other headers to run.headers',
    };
  if (/[?#]/.test(text))
    return { problem: `has a ${text.includes('?') ? 'query (?)' : 'fragment (#)'}; ${takes}, and ends after its path` };
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}` };
}
