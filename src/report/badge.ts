/** The badge: an SVG drawn here, and the JSON that shields.io draws one from. */
import type { ConformanceReport } from '../core/report.ts';
import { counts, openThatCounts, rowsOf, totals } from './selectors.ts';

const label = 'cawl';
const colours = { conformant: '#2e7d4f', nonConformant: '#b3261e', undecided: '#8a6100' } as const;

/** What the badge says: how many passed, or how many failed. */
export function badgeText(report: ConformanceReport): string {
  const failed = rowsOf(report, 'fail').filter((row) => counts(report, row.level)).length;
  const sum = totals(report);
  const open = openThatCounts(report);
  if (report.verdict === 'conformant') return `conformant, ${sum.pass} passed${open === 0 ? '' : `, ${open} open`}`;
  if (report.verdict === 'undecided') return `undecided, ${sum.inconclusive} open`;
  return failed === 0 ? 'not conformant' : `${failed} failed`;
}

/** The endpoint badge of shields.io: https://shields.io/badges/endpoint-badge */
export function renderBadgeJson(report: ConformanceReport): string {
  const badge = {
    schemaVersion: 1,
    label,
    message: badgeText(report),
    color: colours[report.verdict].slice(1),
    ...(report.verdict === 'nonConformant' ? { isError: true } : {}),
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

/** A flat badge, 20 px high. The texts are our own words and numbers: nothing of a target's. */
export function renderBadgeSvg(report: ConformanceReport): string {
  const message = badgeText(report);
  const left = size(label);
  const width = left + size(message);
  const text = (words: string, from: number) =>
    `<text x="${from + size(words) / 2}" y="14" textLength="${size(words) - 12}">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a4048"/><rect x="${left}" width="${width - left}" height="20" fill="${colours[report.verdict]}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0)}${text(message, left)}</g>
</svg>
`;
}

// Verdana 11 px is about 6.6 px a character; textLength holds the text to it whatever font there is.
function size(text: string): number {
  return Math.round(text.length * 6.6) + 12;
}
