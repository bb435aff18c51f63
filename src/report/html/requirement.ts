/** One requirement on the page: a line with its verdict, and the whole proof when it is opened. */
import { failsGate } from '../../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../../core/report.ts';
import type { Assumption } from '../../core/verdict.ts';
import { renderScript } from '../script/script.ts';
import { isExplained, placeInWords, reproducedInWords, shownVerdict, sourceOf } from '../selectors.ts';
import { capitalize, cut, oneLine, plural } from '../visible-text.ts';
import { assumptionWords, shownWords, verdictWords } from '../words.ts';
import { bagDrawing, sampleBars, verdictMark, walkDrawing } from './drawings.ts';
import { command, evidenceSection } from './evidence.ts';
import { type Budget, html, type Markup, shown, type Value } from './markup.ts';
import { sourceWithTitles } from './specification.ts';

const leftOut = html`<p class="quiet">A drawing is left out to keep this page small.</p>`;

/** The requirement; `open` says whether it starts open. */
export function requirement(
  row: ReportedRequirement,
  report: ConformanceReport,
  open: boolean,
  budget: Budget,
): Markup {
  const advisory = row.verdict === 'fail' && !failsGate(row.level, report.run.failOn);
  const result = row.verdict === 'pass' || row.verdict === 'notApplicable' ? null : row.message;
  return html`<details class="row" id="${row.id}" data-verdict="${row.verdict}" data-shown="${shownVerdict(row, report)}" data-level="${row.level}" data-operation="${row.operation ?? 'none'}"${advisory && ADVICE}${isExplained(row, report) && ALSO}${open ? OPEN : null}>
<summary>${verdictMark(row.verdict, !advisory)}<span class="what"><span class="id">${row.id}</span> <span class="statement">${shown(row.statement, 400)}</span>${result !== null && result !== undefined && html` <span class="actual">${shown(result, 500)}</span>`}</span>
<span class="tags"><span class="v v-${shownVerdict(row, report)}">${shownWords[shownVerdict(row, report)]}</span> <span class="quiet">${row.level} · ${sourceOf(row)}</span></span></summary>
<div class="inside">${advisory && html`<p class="quiet">Advice: this does not fail the gate.</p>`}
${budget.spend(html`${verdictText(row)}${sampling(row)}`, leftOut)}
${(row.illustrations ?? []).slice(0, 6).map((drawing) => budget.spend(drawing.kind === 'walk' ? walkDrawing(drawing) : bagDrawing(drawing), leftOut))}
${counterexample(row, budget)}
${evidenceSection(row, report.target.baseUrl, budget)}
${replay(row, report.target.baseUrl, budget)}
<p class="self"><a href="#${row.id}">Link to ${row.id}</a></p></div></details>
`;
}

const OPEN = html` open`;
const ADVICE = html` data-advice`;
const ALSO = html` data-also`;

function verdictText(row: ReportedRequirement): Markup {
  const facts: Value[] = [
    row.message !== undefined && fact(row.verdict === 'fail' ? 'Actual' : 'Result', shown(row.message, 3000)),
    row.wouldDecide !== undefined && fact('What would decide it', shown(row.wouldDecide, 1000)),
    row.before !== undefined &&
      fact(
        'In the run before',
        shown(
          `${verdictWords[row.before.verdict]}${row.before.message === undefined ? '' : `: ${row.before.message}`}`,
          600,
        ),
      ),
    row.place !== undefined && fact('Likely place', shown(placeInWords(row), 600)),
    row.verdict === 'fail' && fact('Repeated', capitalize(reproducedInWords(row) || 'not known')),
    row.reached !== undefined && fact('Situations met', row.reached.join('; ')),
    row.because !== undefined && fact('Why it is required', shown(row.because, 1000)),
    row.decidedBy !== undefined && fact('How it is decided', shown(row.decidedBy, 1000)),
    row.assumptions !== undefined && fact('Rests on', assumptionList(row.assumptions)),
    row.waiver !== undefined &&
      fact('Waived', html`until <b>${row.waiver.until}</b>: ${shown(row.waiver.reason, 1000)}`),
    fact('Level', row.level),
    fact('Source', sourceWithTitles(row)),
    fact(
      'Based on',
      `${plural(row.exchanges, 'exchange')}${row.samples === undefined ? '' : `, ${plural(row.samples.count, 'sample')}`}`,
    ),
  ];
  return html`<dl class="facts-list">${facts}</dl>`;
}

function assumptionList(assumptions: readonly Assumption[]): Markup {
  return html`<ul>${assumptions.map(({ statement, result, observed }) => html`<li>${statement}: <b>${assumptionWords[result]}</b> <span class="quiet">(${shown(observed, 300)})</span></li>`)}</ul>`;
}

function fact(name: string, value: Value): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function sampling(row: ReportedRequirement): Value {
  if (row.samples === undefined) return null;
  const bars = sampleBars(row.samples.kinds, row.samples.count);
  return bars === null ? null : html`<div class="part"><h4>Samples by kind</h4>${bars}</div>`;
}

function counterexample(row: ReportedRequirement, budget: Budget): Value {
  const found = row.counterexample;
  if (found === undefined) return null;
  const how = `${found.shrinks === 0 ? 'not shrunk' : `after ${plural(found.shrinks, 'shrinking step')}`}, seed ${found.seed}, path ${cut(found.path, 200)}`;
  return budget.spend(
    html`<div class="part"><h4>Smallest counterexample</h4><pre class="body" tabindex="0" role="group" aria-label="counterexample">${shown(indented(found.input), 4000)}</pre><p class="quiet">${how}</p></div>`,
    leftOut,
  );
}

function indented(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return oneLine(value);
  }
}

function replay(row: ReportedRequirement, baseUrl: string, budget: Budget): Value {
  if (row.replay === undefined) return null;
  const script = renderScript(row, baseUrl);
  const shownScript =
    script === undefined
      ? null
      : budget.spend(
          html`<details class="headers"><summary>script for bash and curl</summary>${command('script', script, 'Copy the script')}</details>`,
          html`<p class="quiet">The script is left out to keep this page small: <code>cawl replay --script ${row.id}</code></p>`,
        );
  return html`<div class="part"><h4>Replay</h4>${command('replay command', row.replay, 'Copy')}${shownScript}</div>`;
}
