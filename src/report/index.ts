/** The reports of a run: siblings over one result, written beside each other into one folder. */
import type { ConformanceReport } from '../core/report.ts';
import { renderBadgeJson, renderBadgeSvg } from './badge.ts';
import { claimFolder } from './folder.ts';
import { type HarEntryInput, renderHar } from './har.ts';
import { renderHtml } from './html/page.ts';
import { renderJson } from './json.ts';
import { renderJunit } from './junit.ts';
import { renderSarif } from './sarif.ts';
import { renderMarkdown } from './summary.ts';

export { renderSummary, type SummaryOptions } from './console.ts';
export { type DiffRow, diffReports, type ObservationChange, type ReportDiff } from './diff.ts';
export { diffInWords, renderDiffConsole, renderDiffJson, renderDiffMarkdown } from './diff-text.ts';
export { githubAnnotations } from './github.ts';
export type { HarEntryInput } from './har.ts';
export { type Paint, painter } from './paint.ts';
export { type DecidedRow, type Progress, type ProgressOptions, progress } from './progress.ts';
export { renderBadgeJson, renderBadgeSvg, renderHar, renderHtml, renderJson, renderJunit, renderMarkdown, renderSarif };

/** What a run can write, and `console`, which writes no file. */
export const reporterNames = ['console', 'html', 'json', 'junit', 'allure', 'github', 'har', 'sarif'] as const;
export type ReporterName = (typeof reporterNames)[number];

export interface WriteOptions {
  /** The report folder; made where it is missing. */
  readonly dir: string;
  readonly reporters: readonly ReporterName[];
  readonly extras?: {
    /** Exchanges for the HAR; without them it holds the evidence. */
    readonly har?: readonly HarEntryInput[];
  };
}

const files: { readonly [name in Exclude<ReporterName, 'allure'>]: readonly string[] } = {
  console: [],
  html: ['index.html'],
  json: ['conformance.json', 'summary.md', 'badge.svg', 'badge.json'],
  junit: ['junit.xml'],
  github: ['summary.md'],
  har: ['conformance.har'],
  sarif: ['sarif.json'],
};

const renderers: Readonly<Record<string, (report: ConformanceReport, extras: WriteOptions['extras']) => string>> = {
  'index.html': (report) => renderHtml(report),
  'conformance.json': (report) => renderJson(report),
  'summary.md': (report) => renderMarkdown(report),
  'badge.svg': (report) => renderBadgeSvg(report),
  'badge.json': (report) => renderBadgeJson(report),
  'junit.xml': (report) => renderJunit(report),
  'conformance.har': (report, extras) => renderHar(report, extras?.har),
  'sarif.json': (report) => renderSarif(report),
};

/** The files, relative to the report folder, that these reporters write; Allure's come with names of its own. */
export function filesOf(reporters: readonly ReporterName[]): string[] {
  const names = reporters.flatMap((name) => (name === 'allure' ? ['allure/index.html'] : files[name]));
  return [...new Set(names)];
}

/**
 * Writes the reports and gives the files written, relative to the folder. What an earlier run wrote there is replaced or
 * taken away, anything else stays as it is.
 * @throws UsageError where a file in the way was not written by a run (see {@link checkFolder})
 */
export async function writeReports(
  report: ConformanceReport,
  { dir, reporters, extras }: WriteOptions,
): Promise<string[]> {
  const names = filesOf(reporters).filter((name) => name !== 'allure/index.html');
  const folder = await claimFolder(dir, filesOf(reporters));
  for (const name of names) await folder.write(name, renderers[name]?.(report, extras) ?? '');
  if (reporters.includes('allure')) {
    // Heavy (0.5 s), and wanted by few: loaded when asked for.
    const { writeAllure } = await import('./allure.ts');
    await writeAllure(report, folder);
  }
  return folder.done();
}

export { checkFolder } from './folder.ts';
