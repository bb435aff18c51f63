/** `cawl diff --html`: two reports side by side on one self-contained page without a script. */
import type { ConformanceReport, ReportedRequirement } from '../../core/report.ts';
import { type DiffRow, diffReports } from '../diff.ts';
import { diffInWords, diffSections } from '../diff-text.ts';
import { headlineOf, shownVerdict, targetInWords, verdictInWords } from '../selectors.ts';
import { duration, moment, oneLine, plural } from '../visible-text.ts';
import { shownWords } from '../words.ts';
import { html, Markup, shown, type Value } from './markup.ts';
import { style } from './style.ts';

const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;
/** Requirements listed in one section. */
const mostListed = 200;

/** The page; the earlier report stands on the left. */
export function renderDiffHtml(before: ConformanceReport, after: ConformanceReport): string {
  const diff = diffReports(before, after);
  const sides = [indexed(before), indexed(after)] as const;
  const sections = diffSections.map(([key, title]) =>
    diff[key].length === 0 ? null : section(title, diff[key], sides),
  );
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="cawl ${after.kit.version}"><meta name="color-scheme" content="light dark">
<title>${diff.regressed ? 'Worse' : 'Not worse'} · cawl diff</title><style>${new Markup(style)}</style></head>
<body><main><header class="top"><p class="brand"><b>cawl</b> comparison of two reports</p>
<h1 class="h-${diff.regressed ? 'nonConformant' : 'conformant'}">${diff.regressed ? 'Worse' : 'Not worse'}</h1>
<p class="lede">${diffInWords(diff)}</p></header>
<div class="pair runs">${run('Before', before)}${run('After', after)}</div>
${sections}${observations(diff.observations)}</main>
<footer>${after.kit.name} ${after.kit.version}</footer></body></html>
`;
  return page.text;
}

interface Side {
  readonly report: ConformanceReport;
  readonly rows: ReadonlyMap<string, ReportedRequirement>;
}

const indexed = (report: ConformanceReport): Side => ({
  report,
  rows: new Map(report.requirements.map((row) => [row.id, row])),
});

function run(title: string, report: ConformanceReport): Markup {
  const { startedAt, requests, durationMs, depth, seed } = report.run;
  return html`<section aria-label="${title}"><h2>${title}: <span class="h-${report.verdict}">${headlineOf(report)}</span></h2><p>${verdictInWords(report).sentence}</p><p class="quiet">${shown(targetInWords(report), 200)} · ${moment(startedAt)} · ${plural(requests, 'request')} in ${duration(durationMs)} · ${depth} · seed ${seed}</p></section>`;
}

function section(title: string, rows: readonly DiffRow[], [before, after]: readonly [Side, Side]): Markup {
  const more = rows.length - mostListed;
  const lines = rows
    .slice(0, mostListed)
    .map(
      ({ id, level, statement }) =>
        html`<li><p><b class="id">${id}</b> <span class="quiet">${level}</span></p><p class="quiet">${shown(statement, 300)}</p><div class="pair">${cell('before', id, before)}${cell('after', id, after)}</div></li>`,
    );
  return html`<section><h2>${title} <span class="total">${rows.length}</span></h2><ul class="sides">${lines}</ul>${more > 0 && html`<p class="quiet">and ${more} more</p>`}</section>`;
}

function cell(when: string, id: string, { rows, report }: Side): Markup {
  const row = rows.get(id);
  if (row === undefined) return html`<div class="bag none">${when}: not in this report</div>`;
  const verdict = shownVerdict(row, report);
  return html`<div class="bag"><p>${when}: <span class="v v-${verdict}">${shownWords[verdict]}</span></p>${row.message !== undefined && html`<p>${shown(row.message, 600)}</p>`}</div>`;
}

function observations(changes: ReturnType<typeof diffReports>['observations']): Value {
  if (changes.length === 0) return null;
  const seen = (value: unknown) =>
    value === undefined
      ? html`<span class="quiet">not observed</span>`
      : html`<code>${shown(oneLine(value), 120)}</code>`;
  return html`<section><h2>Different choices in the gaps <span class="total">${changes.length}</span></h2><div class="scroll"><table><thead><tr><th scope="col">Gap</th><th scope="col">Before</th><th scope="col">After</th></tr></thead><tbody>${changes.map(({ gap, before, after }) => html`<tr><th scope="row">${gap}</th><td>${seen(before)}</td><td>${seen(after)}</td></tr>`)}</tbody></table></div></section>`;
}
