/** Exchanges on the page: request and response, the body formatted and raw, and the curl command to copy. */
import { decisiveEvidence, type Evidence } from '../../core/evidence.ts';
import type { ReportedRequirement } from '../../core/report.ts';
import { byteSize, plural } from '../visible-text.ts';
import { type Budget, exact, html, type Markup, shown, type Value } from './markup.ts';

/** How many of the first and the last exchanges of a requirement are shown; all are in conformance.json. */
const firstOnes = 2;
const lastOnes = 4;
const bodyLimit = 6000;

const leftOut = html`<p class="quiet">Left out to keep this page small; it is in <code>conformance.json</code>.</p>`;

/** The evidence of one requirement, bounded in number and in size. */
export function evidenceSection(
  { evidence, verdict }: Pick<ReportedRequirement, 'evidence' | 'verdict'>,
  baseUrl: string,
  budget: Budget,
): Value {
  if (evidence === undefined || evidence.length === 0) return null;
  const decisive = verdict === 'fail' ? decisiveEvidence(evidence) : undefined;
  const between = evidence.length - firstOnes - lastOnes;
  const picked = between > 0 ? [...evidence.slice(0, firstOnes), ...evidence.slice(-lastOnes)] : evidence;
  const drawn = picked.map((entry, index) => {
    const place = between > 0 && index >= firstOnes ? index + between : index;
    const gap =
      between > 0 && index === firstOnes
        ? html`<p class="quiet">${plural(between, 'exchange')} between these ${between === 1 ? 'is' : 'are'} in <code>conformance.json</code>.</p>`
        : null;
    return [gap, budget.spend(exchange(entry, place + 1, evidence.length, baseUrl, entry === decisive), leftOut)];
  });
  return html`<div class="part"><h4>${evidence.length === 1 ? 'The exchange' : `The ${evidence.length} exchanges`}</h4>${drawn}</div>`;
}

function exchange(evidence: Evidence, place: number, of: number, baseUrl: string, isWrong: boolean): Markup {
  const { request, response } = evidence;
  const path = request.url.startsWith(`${baseUrl}/`) ? request.url.slice(baseUrl.length) : request.url;
  const title = evidence.note ?? (of > 1 ? `exchange ${place}` : 'request and response');
  const number = evidence.number === undefined ? of > 1 && String(place) : `#${evidence.number}`;
  return html`<figure class="exchange${isWrong ? ' wrong' : ''}">
<figcaption>${number !== false && html`<span class="step">${number}</span>`}<span>${shown(title, 300)}</span>${isWrong && html` <strong class="role">shows it</strong>`}${evidence.role === 'control' && html` <span class="role quiet">control</span>`}</figcaption>
<div class="wire"><div class="side"><p class="line"><b>${request.method}</b> <code>${shown(path, 1500)}</code></p>
${headerList('request headers', request.headers)}${request.body !== null && body(request.body)}</div>
<div class="side">${
    response === null
      ? html`<p class="line"><b class="bad">no response</b> ${shown(evidence.failure ?? '', 400)}</p>`
      : html`<p class="line"><b class="${response.status >= 500 ? 'bad' : ''}">${response.status}</b> <span class="quiet">${byteSize(response.bytes)} · ${Math.round(evidence.ms)} ms</span></p>
${headerList('response headers', response.headers)}${body(response.body)}`
  }</div></div>
${trace(evidence)}${command('curl command', evidence.curl, 'Copy as curl')}
</figure>`;
}

/** Where the exchange is in the traces of the server; nothing if neither side says so. */
function trace({ trace }: Evidence): Value {
  if (trace === undefined || (trace.link === undefined && trace.server === undefined)) return null;
  const named = Object.entries(trace.server ?? {}).map(
    ([name, value]) => html` · <span class="quiet">${shown(name, 60)}</span> <code>${shown(value, 400)}</code>`,
  );
  const isLink = trace.link !== undefined && /^https?:\/\//.test(trace.link);
  return html`<p class="trace"><span class="quiet">trace</span> ${isLink ? html`<a href="${trace.link ?? ''}" rel="noreferrer">${trace.id}</a>` : html`<code>${trace.id}</code>`}${named}</p>`;
}

/** Longer commands are only in conformance.json: half a command is worse than none. */
const commandLimit = 20_000;

/** A command to paste into a shell, with a button that copies it character for character. */
export function command(label: string, line: string, button: string): Markup {
  if (line.length > commandLimit)
    return html`<p class="quiet">The ${label} is too long for this page; it is in <code>conformance.json</code>.</p>`;
  return html`<div class="command"><pre tabindex="0" role="group" aria-label="${label}">${shown(line, commandLimit)}</pre><button type="button" class="copy" data-copy="${exact(line)}">${button}</button></div>`;
}

function headerList(label: string, headers: Readonly<Record<string, string>>): Value {
  const entries = Object.entries(headers);
  if (entries.length === 0) return null;
  const lines = entries
    .slice(0, 40)
    .map(([name, value]) => html`<div><dt>${shown(name, 120)}</dt><dd>${shown(value, 400)}</dd></div>`);
  return html`<details class="headers"><summary>${plural(entries.length, label.replace(/s$/, ''), label)}</summary><dl>${lines}</dl></details>`;
}

function body(text: string): Markup {
  if (text === '') return html`<p class="quiet">empty body</p>`;
  const pretty = prettyJson(text);
  if (pretty === null)
    return html`<pre class="body" tabindex="0" role="group" aria-label="body">${shown(text, bodyLimit)}</pre>`;
  return html`<pre class="body" tabindex="0" role="group" aria-label="body">${shown(pretty, bodyLimit)}</pre><details class="headers"><summary>raw body</summary><pre class="body" tabindex="0" role="group" aria-label="raw body">${shown(text, bodyLimit)}</pre></details>`;
}

/** The text as indented JSON; null if it is not JSON, or indented already. */
export function prettyJson(text: string): string | null {
  if (text.length > 200_000) return null;
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return pretty === text ? null : pretty;
  } catch {
    return null;
  }
}
