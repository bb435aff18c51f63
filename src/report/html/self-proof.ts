/** The self-proof: faulty servers with the requirements that caught them, and conforming servers, on which nothing may fail. */
import type { ConformanceReport } from '../../core/report.ts';
import { duration, plural, thousands } from '../visible-text.ts';
import { html, type Markup, shown, type Value } from './markup.ts';

/** Nothing if the report has no self-proof. */
export function selfProofSection(report: ConformanceReport): Value {
  const proof = report.selfProof;
  if (proof === undefined || proof.length === 0) return null;
  const caught = proof.filter((row) => row.caught).length;
  const rows = proof
    .slice(0, 500)
    .map((row) => [
      html`<th scope="row"><code>${row.fault}</code></th>`,
      html`<td>${shown(row.breaks, 300)}</td><td>${row.level}</td><td><code>${row.owner}</code></td>`,
      html`<td>${verdict(row.caught, 'caught', 'missed')}</td><td>${ids(row.caughtBy)}</td>`,
      ...costs(row.requests, row.ms),
    ]);
  const result = caught === proof.length ? 'caught all of them' : `caught ${caught}`;
  return html`<section id="proof" aria-labelledby="proof-title"><h2 id="proof-title">Self-proof</h2>
<p class="intro">The kit judged ${plural(proof.length, 'server')} with one known fault each, and ${result}.</p>
${table('Self-proof table', ['Fault', 'Defect', 'Level', 'Owner', 'Verdict', 'Caught by', 'Requests', 'Time'], rows)}${conformingServers(report)}</section>`;
}

/** Conforming servers: whatever fails there is a false alarm. */
function conformingServers({ correctServers: servers = [] }: ConformanceReport): Value {
  if (servers.length === 0) return null;
  const clean = servers.filter(({ blamed }) => blamed.length === 0).length;
  const rows = servers
    .slice(0, 200)
    .map(({ server, passed, blamed, requests, ms }) => [
      html`<th scope="row"><code>${shown(server, 80)}</code></th>`,
      html`<td>${verdict(blamed.length === 0, 'no false alarm', 'false alarm')}</td>`,
      html`<td>${blamed.slice(0, 6).map(({ id, message }, index) => html`${index > 0 && '; '}<code>${id}</code>: ${shown(message, 200)}`)}</td>`,
      html`<td class="number">${thousands(passed)}</td>`,
      ...costs(requests, ms),
    ]);
  const result = clean === servers.length ? 'there was no false alarm' : `${servers.length - clean} had a false alarm`;
  return html`<h3>Conforming servers</h3>
<p class="intro">Of ${plural(servers.length, 'server')} that meet the specification, each in a different way, ${result}.</p>
${table('Table of conforming servers', ['Server', 'Verdict', 'False alarms', 'Passed', 'Requests', 'Time'], rows)}`;
}

const numeric = ['Passed', 'Requests', 'Time'];

function table(label: string, columns: readonly string[], rows: readonly (readonly Markup[])[]): Markup {
  const head = columns.map((name) =>
    numeric.includes(name) ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`,
  );
  const body = rows.map((cells) => html`<tr>${cells}</tr>`);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function verdict(isGood: boolean, good: string, bad: string): Markup {
  return html`<span class="v v-${isGood ? 'pass' : 'fail'}">${isGood ? good : bad}</span>`;
}

function costs(requests: number, ms: number): readonly Markup[] {
  return [html`<td class="number">${thousands(requests)}</td>`, html`<td class="number">${duration(ms)}</td>`];
}

function ids(all: readonly string[]): Value {
  const named = all.slice(0, 6).map((id, index) => html`${index > 0 && ', '}<code>${id}</code>`);
  return [...named, all.length > 6 && ` and ${all.length - 6} more`];
}
