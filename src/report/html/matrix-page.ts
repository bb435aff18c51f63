/** `matrix.html`: many implementations side by side on one self-contained page; differences first. */
import { createHash } from 'node:crypto';
import { defined } from '../../core/defined.ts';
import {
  cellVerdicts,
  type Matrix,
  type MatrixCell,
  type MatrixGap,
  type MatrixImplementation,
  type MatrixRow,
} from '../../core/matrix.ts';
import { areas } from '../../core/requirement.ts';
import { areaTitle, cellWords, depthsInWords, markOf } from '../matrix-text.ts';
import { cut, moment, plural } from '../visible-text.ts';
import { html, Markup, shown, type Value } from './markup.ts';
import { matrixScript } from './matrix-script.ts';
import { matrixStyle } from './matrix-style.ts';
import { style } from './style.ts';

/** Characters of a message that the page keeps. */
const mostMessage = 300;

const scriptHash = createHash('sha256').update(matrixScript).digest('base64');
const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'`;

export function renderMatrixHtml(matrix: Matrix): string {
  const { implementations, requirements, kit } = matrix;
  const indexed = requirements.map((row, index) => ({ row, index }));
  const different = indexed.filter(({ row }) => row.different);
  const same = indexed.filter(({ row }) => !row.different);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="generator" content="cawl ${kit.version}"><meta name="color-scheme" content="light dark">
<title>${plural(implementations.length, 'implementation')} · cawl matrix</title><style>${new Markup(style + matrixStyle)}</style></head>
<body><a class="skip" href="#matrix">Skip to the matrix</a><main><header class="top"><p class="brand"><b>cawl</b> matrix</p>
<h1>${plural(implementations.length, 'implementation')}</h1><p class="lede">${ledeOf(matrix, different.length)}</p>
${cards(implementations)}</header>
<section id="matrix" aria-labelledby="matrix-title"><h2 id="matrix-title">Requirements <span class="total">${requirements.length}</span></h2>${search(requirements.length)}${legend()}
${group('Differences', different, matrix, true)}${group('The same everywhere', same, matrix, different.length === 0)}</section>
${gapSection(matrix)}${settled(matrix)}</main>
<div id="panel" hidden role="status"><h2 id="panel-title"></h2><button type="button" id="close">Close</button><dl id="facts"></dl></div>
<footer>${kit.name} ${kit.version} · ${moment(matrix.at)} · the data is in <code>matrix.json</code></footer>
<script type="application/json" id="data">${dataOf(matrix)}</script><script>${new Markup(matrixScript)}</script></body></html>
`;
  return page.text;
}

function ledeOf({ implementations, trend }: Matrix, different: number): string {
  const known = implementations.filter(({ freshness }) => freshness !== 'missing').length;
  const missing = implementations.length - known;
  return [
    different === 0 ? 'They differ in no requirement.' : `They differ in ${plural(different, 'requirement')}.`,
    ...(missing === 0 ? [] : [`${missing} could not be judged.`]),
    ...(trend === undefined ? [] : [`Since ${moment(trend.since)}: ${trend.better} better, ${trend.worse} worse.`]),
    depthsInWords(implementations),
  ].join(' ');
}

/** Cards that are shown before the matrix without being asked for. */
const mostCards = 12;

function cards(implementations: readonly MatrixImplementation[]): Markup {
  const list = html`<ul class="implementations">${implementations.map(implementation)}</ul>`;
  if (implementations.length <= mostCards) return list;
  return html`<details class="group"><summary><h2>Results and reports <span class="total">${implementations.length}</span></h2></summary>${list}</details>`;
}

function implementation({
  name,
  version,
  verdict,
  badge,
  freshness,
  problem,
  at,
  report,
}: MatrixImplementation): Markup {
  const title = html`<b>${shown(name, 60)}</b> ${version !== undefined && html`<span class="quiet">${shown(version, 40)}</span>`}`;
  return html`<li>${report === undefined ? title : html`<a href="${report}">${title}</a>`}<span class="badge h-${verdict ?? 'undecided'}">${badge ?? 'not judged'}</span>${freshness !== 'judged' && html`<span class="state">${freshness}</span> ${problem !== undefined && shown(problem, 300)} `}<span class="quiet">${at === undefined ? '' : moment(at)}</span></li>`;
}

function search(count: number): Markup {
  const examples = ['different', 'changed', 'fail', 'passed→failed', 'failed→passed', 'level:stated'];
  return html`<form id="search" class="filter" hidden role="search"><label class="search"><span class="unseen">Query</span><input id="query" type="search" placeholder="different, server:fail, passed→failed, or words" autocomplete="off" spellcheck="false"></label>
<div class="chips" role="group" aria-label="Examples of queries">${examples.map((query) => html`<button type="button" class="chip" data-query="${query}">${query}</button>`)}<button type="button" class="chip" data-query="">all</button></div><p id="count" role="status">${plural(count, 'requirement')}</p></form>`;
}

function legend(): Markup {
  return html`<ul class="key" aria-label="Legend">${cellVerdicts.map((verdict) => html`<li><b class="c-${verdict}" aria-hidden="true">${markOf({ verdict })}</b>${cellWords[verdict]}</li>`)}<li>• changed since the last matrix</li><li>dotted: stale or partial</li><li>Arrow keys move, Enter shows a cell</li></ul>`;
}

type Indexed = { readonly row: MatrixRow; readonly index: number };

function group(title: string, rows: readonly Indexed[], { implementations }: Matrix, isOpen: boolean): Value {
  if (rows.length === 0) return null;
  const heads = implementations.map(
    ({ name, version, freshness }) =>
      html`<th scope="col"><span class="name">${shown(name, 40)}${version !== undefined && html` <small>${shown(version, 20)}</small>`}${freshness !== 'judged' && html` <small>${freshness}</small>`}</span></th>`,
  );
  const bodies = areas.map((area) => {
    const own = rows.filter(({ row }) => row.area === area);
    if (own.length === 0) return null;
    return html`<tbody class="area"><tr><th scope="rowgroup" class="title">${areaTitle(area)} <span class="total">${own.length}</span></th><td class="rest" colspan="${implementations.length}"></td></tr>${own.map(line)}</tbody>`;
  });
  return html`<details class="group"${isOpen && new Markup(' open')}><summary><h2>${title} <span class="total">${rows.length}</span></h2></summary>
<div class="grid" role="region" aria-label="${title}" tabindex="0"><table role="grid"><caption class="unseen">${title}: requirement by implementation</caption><thead><tr><th scope="col">Requirement</th>${heads}</tr></thead>${bodies}</table></div></details>`;
}

function line({ row, index }: Indexed): Markup {
  return html`<tr data-row="${index}"><th scope="row"><code>${row.id}</code> <span class="quiet">${row.level}</span></th>${row.cells.map(cell)}</tr>
`;
}

function cell({ verdict, freshness, before, bug }: MatrixCell): Markup {
  const classes = [`c-${verdict}`];
  if ((freshness === 'stale' || freshness === 'partial') && verdict !== 'missing') classes.push(`f-${freshness}`);
  if (before !== undefined) classes.push('changed');
  if (bug !== undefined) classes.push('tracked');
  const told = [
    cellWords[verdict],
    ...(before === undefined ? [] : [`was ${cellWords[before]}`]),
    ...(freshness === 'judged' || verdict === 'missing' ? [] : [freshness]),
  ];
  return html`<td class="${classes.join(' ')}" tabindex="-1"><span aria-hidden="true">${markOf({ verdict })}</span><span class="unseen">${told.join(', ')}</span></td>`;
}

function gapSection({ gaps, implementations }: Matrix): Value {
  if (gaps.length === 0) return null;
  const heads = implementations.map(({ name }) => html`<th scope="col">${shown(name, 40)}</th>`);
  const lines = gaps.map(
    ({ gap, about, portable, values, different }: MatrixGap) =>
      html`<tr><th scope="row"><code>${gap}</code>${different && html` <span class="v-advice">differs</span>`}<br><span class="quiet">${about ?? ''}</span></th><td class="value portable">${shown(portable, 600)}</td>${values.map((list) => html`<td class="value">${list.length === 0 ? html`<span class="quiet">not observed</span>` : html`<code>${shown(list.slice(0, 3).join(', '), 80)}</code>`}</td>`)}</tr>`,
  );
  return html`<section id="gaps" aria-labelledby="gaps-title"><h2 id="gaps-title">Choices in the gaps <span class="total">${gaps.length}</span></h2><p class="intro">The specification leaves these open, so that none of them is wrong. A client that is to work with all of them relies only on what the second column says.</p>
<div class="grid gaps" role="region" aria-label="Choices in the gaps" tabindex="0"><table><thead><tr><th scope="col">Gap</th><th scope="col">A portable client</th>${heads}</tr></thead><tbody>${lines}</tbody></table></div></section>`;
}

function settled({ settledBugs = [] }: Matrix): Value {
  if (settledBugs.length === 0) return null;
  return html`<section><h2>Bug links without a failure <span class="total">${settledBugs.length}</span></h2><ul>${settledBugs.map(({ implementation: name, requirement, url }) => html`<li>${name}: <code>${requirement}</code>, <a href="${url}">${shown(url, 120)}</a></li>`)}</ul></section>`;
}

/** What the script shows of a cell. A script element ends at `</`, so that no `<` is in it. */
function dataOf({ implementations, requirements }: Matrix): Markup {
  const heads = implementations.map(({ version, at, freshness, problem, report }) => ({
    version,
    at: at === undefined ? undefined : moment(at),
    fresh: freshness,
    why: problem,
    report,
  }));
  const rows = requirements.map(({ id, level, area, statement, different, cells }) => ({
    id,
    level,
    area,
    statement,
    different,
    cells: cells.map((one, index) => compact(one, implementations[index]!)),
  }));
  const text = JSON.stringify({ words: cellWords, names: implementations.map(({ name }) => name), heads, rows });
  return new Markup(text.replaceAll('<', '\\u003c'));
}

/** Of most cells the verdict alone; version, date and freshness only if they are not those of the whole column. */
function compact({ verdict, message, before, bug, version, at, freshness }: MatrixCell, head: MatrixImplementation) {
  const isTold = message !== undefined && verdict !== 'pass' && verdict !== 'notApplicable';
  const more = defined({
    message: isTold ? cut(message, mostMessage) : undefined,
    before,
    bug,
    version: version === head.version ? undefined : version,
    at: at === undefined || at === head.at ? undefined : moment(at),
    fresh: freshness === head.freshness ? undefined : freshness,
  });
  return Object.keys(more).length === 0 ? verdict : { verdict, ...more };
}
