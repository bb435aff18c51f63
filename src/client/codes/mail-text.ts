/** Reads a mail: whom it is for, and what its reader sees, out of MIME parts, transfer encodings and character sets. */
import type { Address } from 'postal-mime';
import { cutText } from '../../core/text.ts';

export interface Mail {
  /** As its headers name them. */
  readonly recipients: readonly string[];
  /** What its reader may see, the plain text before the one in HTML; the subject stands at the end of each. */
  readonly texts: readonly string[];
}

/** Characters of a text that are kept: a code stands at its beginning. */
const longestText = 64 * 1024;

/** Never throws: the octets of a mail that cannot be parsed are its text. */
export async function readMail(octets: Uint8Array): Promise<Mail> {
  // Only a run whose codes come by mail needs it.
  const { default: PostalMime } = await import('postal-mime');
  try {
    const { subject = '', text = '', html = '', to = [], cc = [] } = await PostalMime.parse(octets);
    const seen = [text, textOfHtml(html)].filter((one) => one.trim() !== '');
    const bodies = seen.length === 0 ? [''] : seen;
    return {
      recipients: [...to, ...cc].flatMap(addressesOf),
      texts: bodies.map((body) => `${cutText(body, longestText)}\n${cutText(subject, longestText)}`),
    };
  } catch {
    return { recipients: [], texts: [cutText(new TextDecoder().decode(octets), longestText)] };
  }
}

function addressesOf({ address, group = [] }: Address): string[] {
  return address === undefined ? group.map((member) => member.address) : [address];
}

/** Elements that stand apart from what is beside them, as a line or a cell. */
const apart =
  /<\/?(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)\b[^<>]*>/gi;

/** The text that a browser would show: numbers of styles, links and images are not part of it. */
export function textOfHtml(html: string): string {
  return shownIn(html)
    .replace(apart, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (_, hex?: string, decimal?: string) =>
      characterOf(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replaceAll('&nbsp;', ' ')
    .replace(/&(?:zwnj|shy);/g, '');
}

/** Without comments and without elements that show nothing; one that never ends reaches to the end. */
function shownIn(html: string): string {
  const folded = html.toLowerCase();
  const parts: string[] = [];
  let from = 0;
  for (const { 0: start, 1: name, index } of folded.matchAll(/<!--|<(style|script|title)\b/g)) {
    if (index < from) continue;
    parts.push(html.slice(from, index));
    const end = folded.indexOf(name === undefined ? '-->' : `</${name}`, index + start.length);
    if (end === -1) return parts.join('');
    from = name === undefined ? end + '-->'.length : end;
  }
  return [...parts, html.slice(from)].join('');
}

function characterOf(codePoint: number): string {
  return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\ufffd';
}
