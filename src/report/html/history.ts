/** The last runs of the same target as lines: passed, failed and not decided, and how long each run took. */
import type { ConformanceReport, HistoryEntry } from '../../core/report.ts';
import { duration, moment, plural } from '../visible-text.ts';
import { runVerdictWords } from '../words.ts';
import { html, type Markup, type Value } from './markup.ts';

const width = 640;
const height = 120;
/** Room for the dots at both ends. */
const margin = 8;

const lines = [
  ['passed', 'pass'],
  ['failed', 'fail'],
  ['undecided', 'inconclusive'],
] as const;

/** The section; nothing if no history was kept, or this is its first run. */
export function historySection({ history = [] }: ConformanceReport): Value {
  if (history.length < 2) return null;
  return html`<section id="history" aria-labelledby="history-title"><h2 id="history-title">The last ${history.length} runs</h2>
<p class="intro">Of the same target. Runs of another depth decide other requirements.</p>
<figure class="trend"><svg role="img" aria-label="Passed, failed and not decided requirements of ${plural(history.length, 'run')}; the table below has the numbers" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${lines.map(([key, verdict]) => line(history, key, verdict))}</svg>
<figcaption><span class="v-pass">passed</span> · <span class="v-fail">failed</span> · <span class="v-inconclusive">not decided</span></figcaption></figure>
<details class="rest"><summary>numbers and durations</summary><div class="scroll" tabindex="0" role="group" aria-label="The last runs"><table><thead><tr><th scope="col">Started</th><th scope="col">Verdict</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Failed</th><th scope="col" class="number">Not decided</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Duration</th><th scope="col">Depth</th></tr></thead><tbody>${[...history].reverse().map(row)}</tbody></table></div></details></section>`;
}

function line(history: readonly HistoryEntry[], key: 'passed' | 'failed' | 'undecided', verdict: string): Markup {
  const most = Math.max(1, ...history.flatMap((entry) => lines.map(([name]) => entry[name])));
  const points = history.map((entry, index) => {
    const x = margin + (index / (history.length - 1)) * (width - 2 * margin);
    const y = height - margin - (entry[key] / most) * (height - 2 * margin);
    return [x.toFixed(1), y.toFixed(1)] as const;
  });
  const dots = points.map(([x, y], index) => {
    const entry = history[index]!;
    return html`<circle class="d-${verdict}" cx="${x}" cy="${y}" r="3"><title>${moment(entry.startedAt)}: ${entry[key]}</title></circle>`;
  });
  return html`<polyline class="t-${verdict}" points="${points.map((point) => point.join(',')).join(' ')}"></polyline>${dots}`;
}

function row(entry: HistoryEntry): Markup {
  const { startedAt, verdict, passed, failed, undecided, requests, durationMs, depth } = entry;
  return html`<tr><th scope="row">${moment(startedAt)}</th><td>${runVerdictWords[verdict]?.headline ?? verdict}</td><td class="number">${passed}</td><td class="number">${failed}</td><td class="number">${undecided}</td><td class="number">${requests}</td><td class="number">${duration(durationMs)}</td><td>${depth}</td></tr>`;
}
