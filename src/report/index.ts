/** The reports of a run: one file per format, all rendered from the same document. */
export { renderSummary, type SummaryOptions } from './console/console.ts';
export { describeFailure } from './console/failures.ts';
export { type DecidedRow, type Progress, type ProgressOptions, progress } from './console/progress.ts';
export { type DiffRow, diffReports, type ObservationChange, type ReportDiff } from './diff.ts';
export { diffInWords, renderDiffConsole, renderDiffJson, renderDiffMarkdown } from './diff-text.ts';
export { checkFolder, whyNotWritten } from './folder.ts';
export { leftBehindFile } from './left-behind.ts';
export { type Paint, painter } from './paint.ts';
export { checkReporters, defaultReporters, filesOf, type ReporterName, reporter, reporterNames } from './reporters.ts';
export { reasonInWords, sourceOf } from './selectors.ts';
export { visible } from './visible-text.ts';
export { areaTitles } from './words.ts';
export { loadWriters, type WriteOptions, writeReports } from './write.ts';
