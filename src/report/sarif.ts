/** `sarif.json`: SARIF 2.1.0 for code scanning and editors, with one rule per requirement and one result per failure. */
import { createHash } from 'node:crypto';
import { decisiveEvidence } from '../core/evidence.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { requirementsWith, sourceOf } from './selectors.ts';
import { activeAsJson, cut, visible } from './visible-text.ts';
import { documentation } from './words.ts';

/** Failures, waived ones as suppressed. What was not decided is not a result. */
export function renderSarif(report: ConformanceReport): string {
  const rows = [...requirementsWith(report, 'fail'), ...requirementsWith(report, 'waived')];
  const ids = report.requirements.map((row) => row.id);
  const sarif = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'cawl',
            semanticVersion: report.kit.version,
            rules: report.requirements.map((row) => ({
              id: row.id,
              shortDescription: { text: row.statement },
              fullDescription: { text: `${row.statement} (${row.level}, ${sourceOf(row)})` },
              defaultConfiguration: { level: severity(row, report) },
              ...(row.decidedBy === undefined ? {} : { help: { text: row.decidedBy } }),
              helpUri: helpUri(row),
              properties: { tags: [row.level, row.area] },
            })),
          },
        },
        automationDetails: { id: `cawl/${report.run.depth}` },
        invocations: [
          {
            executionSuccessful: requirementsWith(report, 'error').length === 0 && report.run.interrupted !== true,
            startTimeUtc: report.run.startedAt,
          },
        ],
        results: rows.map((row) => result(row, report, ids.indexOf(row.id))),
      },
    ],
  };
  return `${activeAsJson(JSON.stringify(sarif, null, 2))}\n`;
}

function result(row: ReportedRequirement, report: ConformanceReport, ruleIndex: number) {
  const last = decisiveEvidence(row.evidence);
  const sent = last === undefined ? '' : `\n${visible(last.request.method)} ${cut(visible(last.request.url), 500)}`;
  return {
    ruleId: row.id,
    ruleIndex,
    level: severity(row, report),
    message: { text: `${cut(visible(row.message ?? row.statement), 2000)}${sent}` },
    // Code scanning requires a location, but a failure is not in a file of the repository: the report that shows it is named.
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: 'conformance.json' }, region: { startLine: 1 } },
        logicalLocations: [{ fullyQualifiedName: row.id, kind: 'resource' }],
      },
    ],
    partialFingerprints: { 'cawlRequirement/v1': createHash('sha256').update(row.id).digest('hex') },
    ...(row.waiver === undefined
      ? {}
      : { suppressions: [{ kind: 'external', justification: `${row.waiver.reason} (until ${row.waiver.until})` }] }),
  };
}

/** The section of an Internet standard that the requirement rests on, or else the documentation of the kit. */
function helpUri({ source = [] }: ReportedRequirement): string {
  for (const one of source) {
    if ('rfc' in one) return `https://www.rfc-editor.org/rfc/rfc${one.rfc}#section-${one.section}`;
    if ('owasp' in one) return 'https://owasp.org/API-Security/';
  }
  return `${documentation}#what-a-pass-means`;
}

function severity(row: ReportedRequirement, report: ConformanceReport): 'error' | 'note' {
  return failsGate(row.level, report.run.failOn) ? 'error' : 'note';
}
