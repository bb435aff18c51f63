/**
 * `index.html`: one self-contained file that opens from disk, is readable without JavaScript, and requests nothing from the
 * network. Its content security policy allows one script, by hash.
 */

import { createHash } from 'node:crypto';
import { failsGate } from '../../core/gate.ts';
import { operations } from '../../core/operation.ts';
import type { ConformanceReport } from '../../core/report.ts';
import { levels } from '../../core/requirement.ts';
import { cutText } from '../../core/text.ts';
import { byArea, tallyOf, verdictInWords } from '../selectors.ts';
import { plural, visible } from '../visible-text.ts';
import { shownWords } from '../words.ts';
import { renderHeader } from './header.ts';
import { historySection } from './history.ts';
import { Budget, html, Markup, type Value } from './markup.ts';
import { requirement } from './requirement.ts';
import { script } from './script.ts';
import { latencySection, openSection, waiverSection } from './sections.ts';
import { selfProofSection } from './self-proof.ts';
import { specificationSection } from './specification.ts';
import { style } from './style.ts';

/** Up to this number of failures start open; with more, all start closed. */
const openedFailures = 6;
/** Markup spent on evidence and drawings, in bytes: with the rest of the page, less than a megabyte. */
const evidenceBudget = 400_000;
/** The share of one requirement, so that the first failures leave room for the others. */
const rowBudget = 60_000;

const scriptHash = createHash('sha256').update(script).digest('base64');
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'`;

/** The page. */
export function renderHtml(report: ConformanceReport): string {
  const budget = new Budget(evidenceBudget);
  const { headline } = verdictInWords(report);
  const failed = report.requirements.filter(
    (row) => row.verdict === 'fail' && failsGate(row.level, report.run.failOn),
  ).length;
  const opened = failed <= openedFailures;
  const areas = byArea(report).map(({ area, title, rows }) => {
    const drawn = rows.map((row) => {
      const own = new Budget(rowBudget);
      const piece = requirement(
        row,
        report,
        opened && row.verdict === 'fail' && failsGate(row.level, report.run.failOn),
        own,
      );
      return budget.spend(piece, requirement(row, report, false, new Budget(0)));
    });
    return html`<section class="area" id="area-${area}" data-rows="${rows.length}" aria-labelledby="area-${area}-title"><h3 id="area-${area}-title">${title} <span class="total">${rows.length}</span></h3>
${drawn}</section>`;
  });
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="cawl ${report.kit.version}"><meta name="color-scheme" content="light dark">
<title>${headline}: ${cutText(visible(report.target.baseUrl), 120)} · cawl</title><style>${new Markup(style)}</style></head>
<body class="is-${report.verdict}"><a class="skip" href="#requirements">Skip to the requirements</a>
<main>${renderHeader(report)}
<section id="requirements" aria-labelledby="requirements-title"><h2 id="requirements-title">Requirements <span class="total">${report.requirements.length}</span></h2>
${filters(report)}${areas}<p id="nothing" hidden>No requirement matches. <button type="button" id="clear">Clear the filter</button></p></section>
${specificationSection(report)}${openSection(report, new Budget(80_000))}${waiverSection(report)}${historySection(report)}${latencySection(report)}${selfProofSection(report)}</main>
<footer>${report.kit.name} ${report.kit.version}${report.run.node !== undefined && ` on Node ${report.run.node}`} · seed ${report.run.seed} · the data is in <code>conformance.json</code></footer>
<p id="told" role="status" class="unseen"></p>
<script>${new Markup(script)}</script></body></html>
`;
  return page.text;
}

function filters(report: ConformanceReport): Value {
  const chips = tallyOf(report.requirements, report).map(
    ({ verdict, count }) =>
      html`<button type="button" class="chip" data-verdict="${verdict}" aria-pressed="false">${shownWords[verdict]} <span class="number">${count}</span></button>`,
  );
  const options = levels.map((level) => html`<option value="${level}">${level}</option>`);
  return html`<form id="filter" class="filter" hidden role="search" aria-label="Filter the requirements"><label class="search"><span class="unseen">Text</span><input id="text" type="search" placeholder="Filter by id or words" autocomplete="off" spellcheck="false"></label>
<div class="chips" role="group" aria-label="Verdict">${chips}</div><label class="pick"><span class="unseen">Level</span><select id="level"><option value="">every level</option>${options}</select></label><label class="pick"><span class="unseen">Operation</span><select id="operation"><option value="">every operation</option>${operations.map((op) => html`<option value="${op}">${op}</option>`)}</select></label>
<p id="count" role="status">${plural(report.requirements.length, 'requirement')}</p></form>`;
}
