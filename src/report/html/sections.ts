/** The chapters after the requirements: what the specification leaves open, waivers, times of answers, the self-proof. */
import { adviceFor } from '../../core/gaps.ts';
import { operations } from '../../core/operation.ts';
import type { ConformanceReport, Observation } from '../../core/report.ts';
import { printSource } from '../../core/source.ts';
import { requirementsWith } from '../selectors.ts';
import { duration, oneLine, plural, thousands, visible } from '../visible-text.ts';
import { histogram } from './drawings.ts';
import { command } from './evidence.ts';
import { type Budget, html, type Markup, shown, type Value } from './markup.ts';

const leftOut = html`<li class="quiet">Left out here, to keep this page small; it is in <code>conformance.json</code>.</li>`;

/** "Open in the specification": each gap, what this implementation chose, and what follows for clients. */
export function openChapter(report: ConformanceReport, budget: Budget): Value {
  if (report.observations.length === 0) return null;
  const declarable = report.observations.flatMap((seen) => (seen.declare === undefined ? [] : [seen.declare]));
  const all = declarable.join('\n');
  return html`<section id="open" aria-labelledby="open-title"><h2 id="open-title">Open in the specification</h2>
<p class="intro">The specification does not say these things. None of them is a fault: they are what this implementation chose. ${declarable.length > 0 && 'What is declared in the configuration is tested from then on.'}</p>
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

/** Waivers with the day on which they end, and those that no longer hold. */
export function waiverChapter(report: ConformanceReport): Value {
  const waived = requirementsWith(report, 'waived');
  const problems = report.waiverProblems ?? [];
  if (waived.length + problems.length === 0) return null;
  const lines = waived.map(
    (row) =>
      html`<tr><th scope="row"><a href="#${row.id}">${row.id}</a></th><td>${shown(row.waiver?.reason ?? '', 600)}</td><td class="date">${row.waiver?.until ?? ''}</td></tr>`,
  );
  const table = html`<div class="scroll" tabindex="0" role="group" aria-label="Waivers in force"><table><thead><tr><th scope="col">Requirement</th><th scope="col">Reason</th><th scope="col">Holds until</th></tr></thead><tbody>${lines}</tbody></table></div>`;
  const spent = problems
    .slice(0, 100)
    .map(({ requirement, problem }) => html`<li><code>${shown(requirement, 120)}</code>: ${shown(problem, 400)}</li>`);
  return html`<section id="waivers" aria-labelledby="waivers-title"><h2 id="waivers-title">Waivers</h2>
<p class="intro">Known failures that the configuration excuses until a day. They stay visible, and they end.</p>
${waived.length > 0 && table}${spent.length > 0 && html`<h3>To be taken out</h3><ul class="plain-list bad-list">${spent}</ul>`}</section>`;
}

/** Times of answers, by operation. */
export function latencyChapter(report: ConformanceReport): Value {
  const drawn = operations.flatMap((name) => {
    const latency = report.run.latency?.[name];
    return latency === undefined || latency.count === 0 ? [] : [histogram(name, latency)];
  });
  if (drawn.length === 0) return null;
  const inFlight = report.run.inFlight;
  return html`<section id="times" aria-labelledby="times-title"><h2 id="times-title">Times of answers</h2>
<p class="intro">In milliseconds, as measured by the kit${inFlight !== undefined && ` with ${inFlight.average.toFixed(1)} requests in flight on average, ${inFlight.limit} at most`}. No requirement depends on them.</p>
<div class="latencies">${drawn}</div></section>`;
}

/** The self-proof: servers broken in one named way, and which requirement caught each. */
export function selfProofChapter(report: ConformanceReport): Value {
  const proof = report.selfProof;
  if (proof === undefined || proof.length === 0) return null;
  const caught = proof.filter((row) => row.caught).length;
  const lines = proof
    .slice(0, 500)
    .map(
      (row) =>
        html`<tr><th scope="row"><code>${row.fault}</code></th><td>${shown(row.breaks, 300)}</td><td>${row.level}</td><td><code>${row.owner}</code></td><td><span class="v v-${row.caught ? 'pass' : 'fail'}">${row.caught ? 'caught' : 'missed'}</span></td><td>${row.caughtBy.slice(0, 6).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`)}${row.caughtBy.length > 6 && ` and ${row.caughtBy.length - 6} more`}</td><td class="number">${thousands(row.requests)}</td><td class="number">${duration(row.ms)}</td></tr>`,
    );
  return html`<section id="proof" aria-labelledby="proof-title"><h2 id="proof-title">Self-proof</h2>
<p class="intro">The kit was turned on ${plural(proof.length, 'server')} that ${proof.length === 1 ? 'is' : 'are each'} broken in one named way; it caught ${caught === proof.length ? 'all of them' : `${caught}`}.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Self-proof table"><table><thead><tr><th scope="col">Fault</th><th scope="col">What it breaks</th><th scope="col">Level</th><th scope="col">Owner</th><th scope="col">Verdict</th><th scope="col">Caught by</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Time</th></tr></thead><tbody>${lines}</tbody></table></div>${correctServers(report)}</section>`;
}

/** Servers of other makes that keep the specification: what is blamed there is a false alarm. */
function correctServers({ correctServers: servers = [] }: ConformanceReport): Value {
  if (servers.length === 0) return null;
  const spared = servers.filter(({ blamed }) => blamed.length === 0).length;
  const lines = servers
    .slice(0, 200)
    .map(
      ({ server, passed, blamed, requests, ms }) =>
        html`<tr><th scope="row"><code>${shown(server, 80)}</code></th><td><span class="v v-${blamed.length === 0 ? 'pass' : 'fail'}">${blamed.length === 0 ? 'not blamed' : 'blamed'}</span></td><td>${blamed.slice(0, 6).map(({ id, message }, index) => html`${index > 0 && '; '}<code>${id}</code>: ${shown(message, 200)}`)}</td><td class="number">${thousands(passed)}</td><td class="number">${thousands(requests)}</td><td class="number">${duration(ms)}</td></tr>`,
    );
  return html`<h3>Correct servers of other makes</h3>
<p class="intro">Of ${plural(servers.length, 'server')} that keep the specification, each in its own way, ${spared === servers.length ? 'none was blamed' : `${servers.length - spared} were blamed`}.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table of correct servers"><table><thead><tr><th scope="col">Server</th><th scope="col">Verdict</th><th scope="col">False alarms</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Time</th></tr></thead><tbody>${lines}</tbody></table></div>`;
}
