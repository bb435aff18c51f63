/** The sections after the requirements: what the specification leaves open, waivers, response times. */
import { adviceFor } from '../../core/gaps.ts';
import { operations } from '../../core/operation.ts';
import type { ConformanceReport, Observation } from '../../core/report.ts';
import { printSource } from '../../core/source.ts';
import { declaredYaml } from '../declared-yaml.ts';
import { expiryInWords, requirementsWith } from '../selectors.ts';
import { oneLine, thousands, visible } from '../visible-text.ts';
import { histogram } from './drawings.ts';
import { command } from './evidence.ts';
import { type Budget, html, type Markup, shown, type Value } from './markup.ts';

const leftOut = html`<li class="quiet">Left out to keep this page small; it is in <code>conformance.json</code>.</li>`;

/** Each gap of the specification, what this implementation chose, and what follows for clients. */
export function openSection(report: ConformanceReport, budget: Budget): Value {
  if (report.observations.length === 0) return null;
  const declarable = report.observations.flatMap((seen) => (seen.declare === undefined ? [] : [seen.declare]));
  const all = declaredYaml(declarable);
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Open in the specification</h2>
<p class="intro">The specification leaves these choices to the implementation, so none of them is a fault. ${declarable.length > 0 && 'A choice that the configuration declares is tested from then on.'}</p>
<ul class="gaps">${report.observations.map((seen) => budget.spend(gap(seen), leftOut))}</ul>
${declarable.length > 1 && command('lines for the configuration', all, 'Copy all lines')}</section>`;
}

function gap(seen: Observation): Markup {
  const others = (seen.otherwise ?? [])
    .slice(0, 8)
    .map((other) => html`, <code>${shown(oneLine(other.value), 120)}</code> ${thousands(other.seen)}×`);
  return html`<li><div class="gap-what"><b>${shown(seen.about ?? seen.gap, 200)}</b><span class="quiet">${seen.gap} · ${printSource({ spec: seen.section })}</span></div>
<p class="chosen"><code>${shown(oneLine(seen.value), 300)}</code> <span class="quiet">seen ${thousands(seen.seen)}×${others}</span></p>
<p>${adviceFor(seen.gap) ?? `Do not rely on ${visible(seen.about ?? seen.gap)}: another server may choose otherwise.`}</p>${seen.declare !== undefined && html`<p class="declare"><code>${shown(seen.declare, 300)}</code></p>`}</li>`;
}

/** Waivers with their last day, and those that no longer hold. */
export function waiverSection(report: ConformanceReport): Value {
  const waived = requirementsWith(report, 'waived');
  const problems = report.waiverProblems ?? [];
  if (waived.length + problems.length === 0) return null;
  const lines = waived.map(
    (row) =>
      html`<tr><th scope="row"><a href="#${row.id}">${row.id}</a></th><td>${shown(row.waiver?.reason ?? '', 600)}</td><td class="date">${row.waiver?.until ?? ''}${expiryInWords(row, report) !== undefined && html` <span class="v v-inconclusive">${expiryInWords(row, report)}</span>`}</td></tr>`,
  );
  const table = html`<div class="scroll" tabindex="0" role="group" aria-label="Waivers in force"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Reason</th><th scope="col">Holds until</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  const spent = problems
    .slice(0, 100)
    .map(({ requirement, problem }) => html`<li><code>${shown(requirement, 120)}</code>: ${shown(problem, 400)}</li>`);
  return html`<section id="waivers" aria-labelledby="waivers-title"><h2 id="waivers-title">Waivers</h2>
<p class="intro">Known failures that the configuration accepts until a date. They stay visible, and they expire.</p>
${waived.length > 0 && table}${spent.length > 0 && html`<h3>To remove or renew</h3><ul class="plain-list bad-list">${spent}</ul>`}</section>`;
}

/** Response times by operation. */
export function latencySection(report: ConformanceReport): Value {
  const drawn = operations.flatMap((name) => {
    const latency = report.run.latency?.[name];
    return latency === undefined || latency.count === 0 ? [] : [histogram(name, latency)];
  });
  if (drawn.length === 0) return null;
  const inFlight = report.run.inFlight;
  return html`<section id="times" aria-labelledby="times-title"><h2 id="times-title">Response times</h2>
<p class="intro">In milliseconds, as measured by the kit${inFlight !== undefined && ` with ${inFlight.average.toFixed(1)} requests in flight on average, ${inFlight.limit} at most`}. No requirement depends on them.</p>
<div class="latencies">${drawn}</div></section>`;
}
