/** The sections of the specification, and which requirements come from each: where the section numbers on the page lead. */
import { failsGate } from '../../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../../core/report.ts';
import { sectionOrder, sections } from '../../core/sections.ts';
import { printSource, type Source } from '../../core/source.ts';
import { sourceOf } from '../selectors.ts';
import { plural } from '../visible-text.ts';
import { adviceWord, verdictWords } from '../words.ts';
import { verdictMark } from './drawings.ts';
import { html, type Markup, type Value } from './markup.ts';

/** The source of a requirement, with the title of each section and a link to {@link specificationSection}. */
export function sourceWithTitles(row: ReportedRequirement): Value {
  const sources = row.source;
  if (sources === undefined) return sourceOf(row);
  const elsewhere = sources.filter((source) => !isKnownSection(source));
  const places: Value[] = [
    ...sources.filter(isKnownSection).map(({ spec }) => html`<a href="#section-${spec}">${titled(spec)}</a>`),
    ...(elsewhere.length > 0 ? [printSource(elsewhere)] : []),
  ];
  return html`${places.map((place, index) => html`${index > 0 && '; '}${place}`)}`;
}

/** Each section with its requirements and their verdicts; nothing if the report names no section as data. */
export function specificationSection(report: ConformanceReport): Value {
  const parts = sectionOrder.flatMap((section) => {
    const rows = report.requirements.filter(({ source = [] }) =>
      source.some((one) => 'spec' in one && one.spec === section),
    );
    return rows.length === 0 ? [] : [part(section, rows, report)];
  });
  if (parts.length === 0) return null;
  return html`<section id="specification" aria-labelledby="specification-title"><h2 id="specification-title">Sections of the specification</h2>
<p class="intro">Where the stated and derived requirements come from.</p>
<dl class="facts-list">${parts}</dl></section>`;
}

function part(section: string, rows: readonly ReportedRequirement[], { run }: ConformanceReport): Markup {
  const links = rows.map(({ id, verdict, level }) => {
    const isAdvice = verdict === 'fail' && !failsGate(level, run.failOn);
    return html`<li>${verdictMark(verdict, !isAdvice)} <a href="#${id}">${id}</a> <span class="quiet">${isAdvice ? adviceWord : verdictWords[verdict]}</span></li>`;
  });
  return html`<div id="section-${section}"><dt>${titled(section)}</dt><dd><details class="headers"><summary>${plural(rows.length, 'requirement')}</summary><ul class="plain-list">${links}</ul></details></dd></div>`;
}

function titled(section: string): string {
  return section === 'intro' ? (sections[section] ?? section) : `§${section} ${sections[section]}`;
}

function isKnownSection(source: Source): source is { readonly spec: string } {
  return 'spec' in source && sections[source.spec] !== undefined;
}
