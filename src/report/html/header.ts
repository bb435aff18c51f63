/** The top of the page: verdict in words, target, counts as a picture, failures, and what was not decided. */
import { operations } from '../../core/operation.ts';
import type { ConformanceReport, ReportedRequirement } from '../../core/report.ts';
import { levels } from '../../core/requirement.ts';
import {
  alsoInWords,
  conditionsInWords,
  type FailureGroup,
  failureGroups,
  gatingWith,
  placeInWords,
  requirementsWith,
  sameInWords,
  sourceOf,
  tallyOf,
  tokenEnd,
  verdictInWords,
} from '../selectors.ts';
import { undecidedGroups } from '../undecided.ts';
import { duration, moment, plural, thousands } from '../visible-text.ts';
import { levelMeanings, shownWords } from '../words.ts';
import { bar, squares, verdictMark } from './drawings.ts';
import { html, type Markup, shown, type Value } from './markup.ts';

const mostListed = 60;
/** Failures shown before the fold-out: what was not decided must be visible without much scrolling. */
const firstListed = 6;

/** Everything above the requirements. */
export function renderHeader(report: ConformanceReport): Markup {
  const { headline, sentence } = verdictInWords(report);
  const { run, target } = report;
  const conditions = conditionsInWords(report);
  return html`<header class="top"><p class="brand"><b>cawl</b> conformance report</p>
<h1 class="h-${report.verdict}">${headline}${run.interrupted === true && html` <small>interrupted</small>`}</h1>
<p class="lede">${sentence}</p>${undecidedNotice(report)}
<dl class="facts">${term('Target', html`${target.embedded === true && 'embedded reference server '}<code>${shown(target.baseUrl, 200)}</code>${target.fault !== undefined && html` with the fault <code>${shown(target.fault, 80)}</code>`}`)}
${term('Started', html`<time datetime="${run.startedAt}">${moment(run.startedAt)}</time>`)}
${term('Duration', `${duration(run.durationMs)}, ${plural(run.requests, 'request')}${run.retries > 0 ? `, ${plural(run.retries, 'retry', 'retries')}` : ''}, depth ${run.depth}`)}
${term('Seed', html`<code>${run.seed}</code>`)}${conditions.length > 0 && term('Conditions', conditions.join('; '))}${run.shard !== null && term('Shard', run.shard)}</dl></header>
<div class="overview"><div class="story">${failures(report)}${undecided(report)}${untested(report)}${choicesNotice(report)}</div>
<aside class="levels" aria-labelledby="levels-title"><h2 id="levels-title">By level</h2>${levels.map((level) => levelPicture(report, level))}${operationView(report)}${legend(report)}</aside></div>`;
}

/** What was not decided is easily missed below failures, so it is announced above them. */
function undecidedNotice(report: ConformanceReport): Value {
  const groups = undecidedGroups(report);
  const [first] = groups;
  if (first === undefined || requirementsWith(report, 'fail').length === 0) return null;
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const token = tokenEnd(report);
  const { reason, remedy } = token ?? { reason: first.reason, remedy: first.wouldDecide };
  const more = token === undefined ? groups.length - 1 : groups.length;
  return html`<p class="open-too"><b>${count} not decided</b>: ${shown(reason, 200)}${remedy !== undefined && html` <span class="remedy">${shown(remedy, 200)}</span>`}${more > 0 && html`; <a href="#undecided">${plural(more, 'more reason')}</a>`}</p>`;
}

function term(name: string, value: Value): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function failures(report: ConformanceReport): Value {
  const failed = gatingWith(report, 'fail').length;
  const advised = requirementsWith(report, 'fail').length - failed;
  const groups = failureGroups(report);
  const gate = groups.filter(({ isGating }) => isGating);
  const advice = groups.filter(({ isGating }) => !isGating);
  const broken = requirementsWith(report, 'error');
  const none = html`<section aria-labelledby="failed-title"><h2 id="failed-title">What failed</h2><p>${
    report.verdict === 'conformant'
      ? `Nothing, in ${plural(report.run.requests, 'request')}. A requirement passes only after a check that it could have failed; open one below to see how it was decided.`
      : 'Nothing that was decided; what was not is listed below.'
  }</p></section>`;
  return [
    gate.length === 0
      ? none
      : html`<section aria-labelledby="failed-title"><h2 id="failed-title">What failed <span class="total">${failed}${gate.length < failed && `, ${plural(gate.length, 'cause')}`}</span></h2>${list(gate.map((group) => found(group, report)))}</section>`,
    (report.waiverProblems?.length ?? 0) > 0 &&
      html`<p><a href="#waivers">${plural(report.waiverProblems?.length ?? 0, 'waiver')}</a> to remove or renew: this fails the run too.</p>`,
    broken.length > 0 &&
      html`<section aria-labelledby="broken-title"><h2 id="broken-title">Internal errors of the kit <span class="total">${broken.length}</span></h2><p class="quiet">A bug in the kit, not in the target.</p>${list(broken.map((head) => found({ head, same: [], also: [], isGating: true }, report)))}</section>`,
    advice.length > 0 &&
      html`<section aria-labelledby="advisory-title"><h2 id="advisory-title">Advice <span class="total">${advised}</span></h2><p class="quiet">Good practice that is not followed: the specification does not require it, and it does not fail the run.</p>${list(advice.map((group) => found(group, report)))}</section>`,
  ];
}

/** One cause, with the failures that it explains. */
function found(group: FailureGroup, report: ConformanceReport): Markup {
  const { head, also } = group;
  const same = sameInWords(group);
  const words = alsoInWords(group, report.run.failOn);
  const links = also.map(({ id }, index) => html`${index > 0 && ', '}<a href="#${id}">${id}</a>`);
  return html`<li>${verdictMark(head.verdict, group.isGating)}<div><a href="#${head.id}">${head.id}</a> <span class="quiet">${head.level} · ${sourceOf(head)}</span><p>${shown(head.message ?? head.statement, 300)}</p>${same !== undefined && html`<p class="quiet">the same: ${same}</p>`}${head.place !== undefined && html`<p class="quiet">likely ${shown(placeInWords(head), 300)}</p>`}${words !== undefined && html`<details class="also"><summary>${words}</summary><p class="ids">${links}</p></details>`}</div></li>`;
}

function list(all: readonly Markup[]): Markup {
  const lines = all.slice(0, mostListed);
  const more = all.length - lines.length;
  const below = more > 0 && html`<p class="quiet">and ${thousands(more)} more below</p>`;
  if (lines.length <= firstListed + 2) return html`<ul class="found">${lines}</ul>${below}`;
  return html`<ul class="found">${lines.slice(0, firstListed)}</ul><details class="rest"><summary>${all.length - firstListed} more</summary><ul class="found">${lines.slice(firstListed)}</ul>${below}</details>`;
}

function undecided(report: ConformanceReport): Value {
  const groups = undecidedGroups(report);
  if (groups.length === 0) return null;
  const count = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const lines = groups.slice(0, 20).map(({ reason, wouldDecide, rows }) => {
    const ids = rows.slice(0, 8).map((row, index) => html`${index > 0 && ', '}<a href="#${row.id}">${row.id}</a>`);
    return html`<li>${verdictMark('inconclusive')}<div><b>${shown(reason, 300)}</b>${wouldDecide !== undefined && html`<p class="remedy">${shown(wouldDecide, 400)}</p>`}<p class="ids">${ids}${rows.length > 8 && ` and ${rows.length - 8} more`}</p></div></li>`;
  });
  return html`<section id="undecided" aria-labelledby="undecided-title"><h2 id="undecided-title">What was not decided <span class="total">${count}</span></h2><ul class="found">${lines}</ul></section>`;
}

function untested(report: ConformanceReport): Value {
  const groups = new Map<string, ReportedRequirement[]>();
  for (const row of requirementsWith(report, 'notApplicable')) {
    const reason = row.message ?? 'switched off';
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  if (groups.size === 0) return null;
  const count = requirementsWith(report, 'notApplicable').length;
  const lines = [...groups].slice(0, 12).map(([reason, rows]) => {
    const ids = rows.slice(0, 4).map((row, index) => html`${index > 0 && ', '}<a href="#${row.id}">${row.id}</a>`);
    return html`<li>${verdictMark('notApplicable')}<div>${shown(reason, 300)}<p class="ids">${ids}${rows.length > 4 && ` and ${rows.length - 4} more`}</p></div></li>`;
  });
  return html`<section aria-labelledby="untested-title"><h2 id="untested-title">What was not tested <span class="total">${count}</span></h2><ul class="found">${lines}</ul></section>`;
}

function choicesNotice(report: ConformanceReport): Value {
  const count = report.observations.length;
  if (count === 0) return null;
  return html`<section aria-labelledby="choices-title"><h2 id="choices-title">What the specification leaves open <span class="total">${count}</span></h2><p>What this implementation chose, and what a client must not rely on: <a href="#open">Open in the specification</a>.</p></section>`;
}

function levelPicture(report: ConformanceReport, level: (typeof levels)[number]): Value {
  const rows = report.requirements.filter((row) => row.level === level);
  if (rows.length === 0) return null;
  const words = tallyOf(rows, report).map(({ verdict, count }) => `${count} ${shownWords[verdict]}`);
  return html`<div class="level"><h3>${level} <span class="quiet">${levelMeanings[level]}</span></h3>${squares(rows, report, `${rows.length} ${level}: ${words.join(', ')}`)}<p class="tally">${words.join(' · ')}</p></div>`;
}

/** The same requirements by the operation that they are about; a name shows its requirements only. */
function operationView(report: ConformanceReport): Value {
  const pictures = operations.map((operation) => {
    const rows = report.requirements.filter((row) => row.operation === operation);
    if (rows.length === 0) return null;
    const tally = tallyOf(rows, report);
    const words = tally.map(({ verdict, count }) => `${count} ${shownWords[verdict]}`);
    return html`<div class="level"><h3><a href="#requirements" data-operation="${operation}">${operation}</a></h3>${bar(tally, `${rows.length} of ${operation}: ${words.join(', ')}`)}<p class="tally">${words.join(' · ')}</p></div>`;
  });
  return html`<h2>By operation</h2>${pictures}`;
}

function legend(report: ConformanceReport): Markup {
  return html`<ul class="legend" aria-label="Legend">${tallyOf(report.requirements, report).map(({ verdict }) => html`<li><svg aria-hidden="true" width="13" height="13" viewBox="0 0 13 13"><rect class="q-${verdict}" x="1.5" y="1.5" width="10" height="10" rx="2"></rect></svg>${shownWords[verdict]}</li>`)}</ul>`;
}
