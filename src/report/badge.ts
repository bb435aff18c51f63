/** The badge: as SVG, and as the JSON from which shields.io draws one. */

import { completeness, gatingRequirements } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';
import { totals } from './selectors.ts';
import { activeAsJson } from './visible-text.ts';
import { runVerdictWords } from './words.ts';

const label = 'cawl';

/** The text of the badge: how many passed, or how many failed. */
export function badgeText(report: ConformanceReport): string {
  const failed = gatingRequirements(report, 'fail').length;
  const sum = totals(report);
  switch (report.verdict) {
    case 'conformant':
      return `conformant, ${sum.pass} passed`;
    case 'incomplete':
      return `incomplete, ${sum.pass} passed, ${completeness(report.requirements).open.length} open`;
    case 'undecided':
      return `undecided, ${sum.inconclusive} open`;
    case 'nonConformant':
      return failed === 0 ? 'not conformant' : `${failed} failed`;
  }
}

/** The endpoint badge of shields.io: https://shields.io/badges/endpoint-badge */
export function renderBadgeJson(report: ConformanceReport): string {
  const badge = {
    schemaVersion: 1,
    label,
    message: badgeText(report),
    color: runVerdictWords[report.verdict].colour.slice(1),
    ...(report.verdict === 'nonConformant' ? { isError: true } : {}),
  };
  return `${activeAsJson(JSON.stringify(badge, null, 2))}\n`;
}

/** A flat badge, 20 px high. Its text is made of fixed words and numbers, never of text from the target. */
export function renderBadgeSvg(report: ConformanceReport): string {
  const message = badgeText(report);
  const left = size(label);
  const width = left + size(message);
  const text = (words: string, from: number) =>
    `<text x="${from + size(words) / 2}" y="14" textLength="${size(words) - 12}">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3a4048"/><rect x="${left}" width="${width - left}" height="20" fill="${runVerdictWords[report.verdict].colour}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${text(label, 0)}${text(message, left)}</g>
</svg>
`;
}

// Verdana 11 px is about 6.6 px per character; textLength enforces that width in any other font.
function size(text: string): number {
  return Math.round(text.length * 6.6) + 12;
}
