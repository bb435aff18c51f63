/** Drawings: requirements as squares, a walk as pages, two bags of items that differ, response times. Without a library. */
import type { ConformanceReport, Latency, ReportedRequirement } from '../../core/report.ts';
import { idOfItem } from '../../core/text.ts';
import type { BagDifference, WalkDrawing } from '../../core/verdict.ts';
import { shownVerdict } from '../selectors.ts';
import { capitalize, cut, plural, thousands } from '../visible-text.ts';
import { type ShownVerdict, shownVerdicts, shownWords } from '../words.ts';
import { html, Markup, shown, type Value } from './markup.ts';

/** One square per requirement, coloured and shaped by verdict; failures first. */
export function squares(rows: readonly ReportedRequirement[], report: ConformanceReport, label: string): Markup {
  const perLine = 22;
  const pitch = 14;
  const sorted = rows
    .map(({ id, ...row }) => ({ id, verdict: shownVerdict(row, report) }))
    .sort((a, b) => shownVerdicts.indexOf(a.verdict) - shownVerdicts.indexOf(b.verdict));
  const lines = Math.max(1, Math.ceil(sorted.length / perLine));
  const width = perLine * pitch;
  const cells = sorted.map(
    (row, index) =>
      html`<rect data-id="${row.id}" class="q-${row.verdict}" x="${(index % perLine) * pitch + 1.5}" y="${Math.floor(index / perLine) * pitch + 1.5}" width="10" height="10" rx="2"><title>${row.id}: ${shownWords[row.verdict]}</title></rect>`,
  );
  return html`<svg class="squares" role="img" aria-label="${label}" viewBox="0 0 ${width} ${lines * pitch}" width="${width}" height="${lines * pitch}">${cells}</svg>`;
}

/** Counts as one bar, a piece per verdict, as wide as {@link squares}. */
export function bar(
  tally: readonly { readonly verdict: ShownVerdict; readonly count: number }[],
  label: string,
): Markup {
  const width = 22 * 14;
  const total = tally.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  const pieces = tally.map(({ verdict, count }) => {
    const share = (count / total) * width;
    x += share;
    return html`<rect class="q-${verdict}" x="${(x - share + 1).toFixed(1)}" y="1" width="${Math.max(1, share - 2).toFixed(1)}" height="10" rx="2"></rect>`;
  });
  return html`<svg role="img" aria-label="${label}" viewBox="0 0 ${width} 12" width="${width}" height="12">${pieces}</svg>`;
}

/** Pages of a walk that are drawn. */
const maxPages = 24;

/** A walk: one box per page in reading order, the wrong one marked. */
export function walkDrawing(walk: WalkDrawing): Markup {
  const wrongAt = walk.pages.findIndex((page) => page.wrong === true);
  // A long walk is shown around the place where it went wrong.
  const from =
    walk.pages.length <= maxPages
      ? 0
      : Math.max(0, Math.min((wrongAt < 0 ? maxPages : wrongAt) - maxPages + 4, walk.pages.length - maxPages));
  const pages = walk.pages.slice(from, from + maxPages).map((page) => {
    const how = page.reachedBy === 'first' ? 'first request' : page.reachedBy === 'next' ? 'by next' : 'by prev';
    const arrow = page.reachedBy === 'prev' ? '←' : '→';
    return html`<li class="${page.wrong === true ? 'box wrong' : 'box'}"><span class="how">${page.reachedBy !== 'first' && html`<span aria-hidden="true">${arrow} </span>`}${how}</span>
<b>page ${page.place}</b>${page.wrong === true && html`<strong class="here">here</strong>`}<span>${plural(page.items, 'item')}${page.total !== null && html` <span class="quiet">of ${thousands(page.total)}</span>`}</span>
${page.first !== undefined && named(page.first)}${page.last !== undefined && page.last !== page.first && html`<span class="to">to ${named(page.last)}</span>`}
${page.note !== undefined && html`<em>${shown(page.note, 200)}</em>`}</li>`;
  });
  const cutFront = from > 0 && html`<li class="more">${plural(from, 'page')} before</li>`;
  const after = walk.pages.length - from - pages.length;
  return html`<figure class="walk"><figcaption>${shown(capitalize(walk.title), 300)}</figcaption><ol>${cutFront}${pages}${after > 0 && html`<li class="more">${plural(after, 'page')} after</li>`}</ol></figure>`;
}

/** An item in a box. A JSON object is shown by its id, and in full on hovering. */
function named(item: string): Markup {
  return html`<code title="${cut(item, 300)}">${shown(idOfItem(item) ?? item, 60)}</code>`;
}

/** Two bags of items that should be equal. */
export function bagDrawing(bags: BagDifference): Markup {
  return html`<figure class="bags"><figcaption><span>${shown(bags.left, 300)}</span> <span class="quiet">against</span> <span>${shown(bags.right, 300)}</span></figcaption>
<div class="pair">${bagSide('Missing', '−', bags.missing, bags.missingCount)}${bagSide('Surplus', '+', bags.surplus, bags.surplusCount)}</div></figure>`;
}

function bagSide(word: string, sign: string, items: readonly string[], count: number): Markup {
  const list = items.slice(0, 5).map((item) => html`<li><code>${shown(item, 160)}</code></li>`);
  const more = count - list.length;
  return html`<div class="${count === 0 ? 'bag none' : 'bag'}"><p><b>${word}</b> ${count === 0 ? 'nothing' : html`<span class="count"><span aria-hidden="true">${sign}</span>${thousands(count)}</span>`}</p>${list.length > 0 && html`<ul>${list}${more > 0 && html`<li class="quiet">and ${thousands(more)} more</li>`}</ul>`}</div>`;
}

/** Number of samples of each kind. */
export function sampleBars(kinds: Readonly<Record<string, number>>, count: number): Value {
  const entries = Object.entries(kinds).sort((a, b) => b[1] - a[1]);
  if (entries.length === 0) return null;
  const top = Math.max(1, count, ...entries.map(([, number]) => number));
  const bars = entries
    .slice(0, 12)
    .map(
      ([kind, number]) =>
        html`<li><span>${shown(kind, 60)}</span><span class="bar" aria-hidden="true"><span style="width:${((number / top) * 100).toFixed(1)}%"></span></span><span class="number">${thousands(number)}</span></li>`,
    );
  const more = entries.length - bars.length;
  return html`<ul class="kinds">${bars}</ul>${more > 0 && html`<p class="quiet">and ${plural(more, 'kind')} more</p>`}`;
}

/** The response times of one operation as a histogram. */
export function histogram(name: string, latency: Latency): Markup {
  const width = 240;
  const height = 64;
  const top = Math.max(1, ...latency.buckets.map(([, count]) => count));
  const step = width / Math.max(1, latency.buckets.length);
  const bars = latency.buckets.map(([, count], index) => {
    const size = count === 0 ? 0 : Math.max(1.5, (count / top) * (height - 4));
    return html`<rect x="${(index * step + 1).toFixed(1)}" y="${(height - size).toFixed(1)}" width="${(step - 2).toFixed(1)}" height="${size.toFixed(1)}" rx="1.5"></rect>`;
  });
  const labels = latency.buckets.map(
    ([bound], index) =>
      html`<text x="${(index * step + step / 2).toFixed(1)}" y="${height + 13}">${bound === null ? '∞' : bound < 1000 ? bound : `${bound / 1000}s`}</text>`,
  );
  const spoken = latency.buckets
    .map(([bound, count]) => `${bound === null ? 'more' : `up to ${bound} ms`}: ${count}`)
    .join(', ');
  return html`<figure class="latency"><figcaption><b>${name}</b> <span class="quiet">${plural(latency.count, 'response')}</span></figcaption>
<svg role="img" aria-label="Response times of ${name}. ${spoken}" viewBox="0 0 ${width} ${height + 18}" width="${width}" height="${height + 18}">${bars}<line x1="0" y1="${height}" x2="${width}" y2="${height}"></line>${labels}</svg>
<p>median <b>${milliseconds(latency.median)}</b>, 95 % within <b>${milliseconds(latency.p95)}</b>, slowest <b>${milliseconds(latency.max)}</b></p></figure>`;
}

function milliseconds(ms: number): string {
  return ms >= 1000 ? `${(ms / 1000).toFixed(1)} s` : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/**
 * The mark of a verdict; a failure that the gate does not count has the mark of advice. Each has a different shape, so that they can
 * be distinguished without colour.
 */
export function verdictMark(verdict: ReportedRequirement['verdict'], isGating = true): Markup {
  if (verdict === 'fail' && !isGating) return html`<span class="mark m-advice" aria-hidden="true">!</span>`;
  return html`<span class="mark m-${verdict}" aria-hidden="true">${new Markup(marks[verdict])}</span>`;
}

const marks: { readonly [verdict in ReportedRequirement['verdict']]: string } = {
  pass: '✓',
  fail: '✕',
  error: '!',
  inconclusive: '?',
  waived: '~',
  notApplicable: '–',
};
