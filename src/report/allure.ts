/**
 * Allure, used only in this file: `allure-results/` in Allure's format with one test per requirement, and
 * `allure/index.html`, generated in this process as one file that opens from disk and loads nothing from elsewhere. Both are
 * written from the report, not by an adapter to the runner, so they cannot disagree with the gate.
 */

import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Link, StatusDetails, TestResult } from 'allure-js-commons';
import { defined } from '../core/defined.ts';
import type { Evidence } from '../core/evidence.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict } from '../core/report.ts';
import type { Level } from '../core/requirement.ts';
import { cutText } from '../core/text.ts';
import type { Folder } from './folder.ts';
import { sourceOf } from './selectors.ts';
import { oneLine, visible, visibleLines } from './visible-text.ts';
import { areaTitles, verdictWords } from './words.ts';

/** Maximum size of the one attachment of a test, bytes: thousands of attachments made reports of more than 100 MB. */
export const attachmentLimit = 20_000;

const severities: { readonly [level in Level]: string } = {
  stated: 'blocker',
  derived: 'critical',
  declared: 'normal',
  advisory: 'minor',
};

const statuses: { readonly [verdict in ReportedVerdict]: 'passed' | 'failed' | 'broken' | 'skipped' } = {
  pass: 'passed',
  fail: 'failed',
  error: 'broken',
  inconclusive: 'skipped',
  waived: 'skipped',
  notApplicable: 'skipped',
};

/** Writes `allure-results/` and `allure/index.html` into the report folder. */
export async function writeAllure(report: ConformanceReport, folder: Folder): Promise<void> {
  const results: string[] = [];
  const put = async (name: string, content: string) => {
    results.push(name);
    await folder.write(`allure-results/${name}`, content);
  };
  for (const row of report.requirements) {
    const attachment = attachmentOf(row);
    const result = await testResult(row, report, attachment !== null);
    if (attachment !== null) await put(attachmentName(result.uuid), attachment);
    await put(`${result.uuid}-result.json`, `${JSON.stringify(result)}\n`);
  }
  await put('environment.properties', environment(report));
  await folder.write(
    'allure/index.html',
    await generate(
      report,
      results.map((name) => join(folder.dir, 'allure-results', name)),
    ),
  );
}

async function testResult(row: ReportedRequirement, report: ConformanceReport, attached: boolean): Promise<TestResult> {
  const { createTestResult } = await import('allure-js-commons/sdk/reporter');
  // A requirement has the same id in every run, so that Allure's history follows it.
  const digest = createHash('sha256').update(`cawl ${row.id}`).digest('hex');
  const uuid = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  const began = Date.parse(report.run.startedAt);
  const labels = {
    epic: areaTitles[row.area] ?? row.area,
    feature: row.operation ?? 'every operation',
    severity: severities[row.level],
    tag: row.level,
  };
  const links: Link[] = [
    { name: `${sourceOf(row)}, in the conformance report`, url: `../index.html#${row.id}`, type: 'link' },
  ];
  return {
    ...createTestResult(uuid, digest),
    historyId: digest,
    testCaseId: digest,
    name: row.id,
    fullName: row.id,
    titlePath: [labels.epic],
    description: [row.statement, row.because, row.decidedBy].filter((part) => part !== undefined).join('\n\n'),
    status: statuses[row.verdict] as NonNullable<TestResult['status']>,
    stage: 'finished' as TestResult['stage'],
    statusDetails: details(row),
    start: began,
    stop: began + (report.run.times?.[row.id] ?? 0),
    labels: Object.entries(labels).map(([name, value]) => ({ name, value })),
    links,
    parameters:
      row.samples === undefined ? [] : [{ name: 'samples', value: String(row.samples.count), excluded: true }],
    attachments: attached ? [{ name: 'evidence', type: 'text/plain', source: attachmentName(uuid) }] : [],
  };
}

function attachmentName(uuid: string): string {
  return `${uuid}-attachment.txt`;
}

function details(row: ReportedRequirement): StatusDetails {
  if (row.verdict === 'pass') return {};
  const waived = row.waiver === undefined ? '' : ` Waived until ${row.waiver.until}: ${row.waiver.reason}`;
  const remedy = row.wouldDecide === undefined ? '' : ` ${row.wouldDecide}`;
  const text = `${row.verdict === 'fail' ? '' : `${verdictWords[row.verdict]}: `}${row.message ?? row.statement}${remedy}${waived}`;
  return { message: cutText(visible(text), 4000), ...defined({ trace: row.replay }) };
}

function attachmentOf(row: ReportedRequirement): string | null {
  if ((row.evidence?.length ?? 0) === 0 && row.counterexample === undefined) return null;
  const parts = [row.message ?? row.statement];
  if (row.counterexample !== undefined) parts.push(`smallest counterexample\n${oneLine(row.counterexample.input)}`);
  // The last exchange shows the symptom, so it comes first, where it is never cut off.
  for (const evidence of [...(row.evidence ?? [])].reverse()) parts.push(exchange(evidence));
  return bounded(visibleLines(parts.join('\n\n')), attachmentLimit);
}

function exchange({ request, response, failure, ms, curl, note }: Evidence): string {
  const answer =
    response === null
      ? (failure ?? 'no response')
      : `${response.status}, ${Math.round(ms)} ms\n${cutText(response.body, 4000)}`;
  const sent = `${request.method} ${request.url}${request.body === null ? '' : `\n${cutText(request.body, 4000)}`}`;
  return [note ?? 'exchange', sent, answer, cutText(curl, 4000)].join('\n');
}

/** The text cut to a number of UTF-8 bytes, between characters. */
function bounded(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const note = '\n… cut';
  let end = limit - Buffer.byteLength(note);
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString()}${note}`;
}

function environment(report: ConformanceReport): string {
  const values = {
    target: visible(report.target.baseUrl),
    seed: report.run.seed,
    depth: report.run.depth,
    kit: report.kit.version,
  };
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${String(value).replace(/\\/g, '\\\\')}\n`)
    .join('');
}

async function generate(report: ConformanceReport, results: readonly string[]): Promise<string> {
  const { AllureReport, resolveConfig } = await import('@allurereport/core');
  const work = await mkdtemp(join(tmpdir(), 'cawl-allure-'));
  try {
    await mkdir(join(work, 'report'));
    const config = await resolveConfig(
      {
        name: `cawl: ${report.verdict}`,
        output: join(work, 'report'),
        plugins: {
          awesome: {
            import: '@allurereport/plugin-awesome',
            options: { singleFile: true, reportLanguage: 'en', groupBy: ['epic', 'feature'] },
          },
        },
      },
      { cwd: work },
    );
    const allure = new AllureReport(config);
    await allure.start();
    for (const file of results) await allure.readFile(file);
    await allure.done();
    return offline(await readFile(join(work, 'report', 'index.html'), 'utf8'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' data: blob:; style-src 'unsafe-inline' data:; img-src data: blob:; font-src data:; media-src data: blob:; connect-src data: blob:; worker-src blob:; base-uri 'self'";

/**
 * Allure's page without its analytics tag, which no option removes, and under a policy that lets it load nothing from
 * outside the file.
 */
export function offline(page: string): string {
  const quiet = page
    .replace(/<script\b[^>]*\bsrc=["']?(?:https?:)?\/\/[^>]*>\s*<\/script>/gi, '')
    .replace(/<script>\s*window\.dataLayer\s*=[\s\S]*?<\/script>/gi, '')
    .replace(/<link\b[^>]*\bhref=["']?(?:https?:)?\/\/[^>]*>/gi, '');
  return quiet.replace(
    /<head>/i,
    `<head><!-- written by cawl --><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
