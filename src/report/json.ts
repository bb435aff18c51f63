/** `conformance.json`, described by schemas/kit/report.schema.json: the same report gives the same bytes. */
import type { ConformanceReport } from '../core/report.ts';
import { activeAsJson } from './visible-text.ts';

const first: readonly string[] = [
  'schemaVersion',
  'kit',
  'target',
  'run',
  'verdict',
  'summary',
  'requirements',
  'groups',
  'observations',
  'waiverProblems',
  'selfProof',
  'correctServers',
  'id',
  'level',
  'area',
  'section',
  'operation',
  'statement',
  'source',
  'because',
  'decidedBy',
  'message',
  'wouldDecide',
  'exchanges',
  'samples',
  'counterexample',
  'illustrations',
  'evidence',
];

/** The report as JSON text with the keys in a fixed order, unlisted ones last. Ends with a line break. */
export function renderJson(report: ConformanceReport): string {
  return `${activeAsJson(JSON.stringify(report, inOrder, 2))}\n`;
}

// Values from the target keep their order; only objects that belong to the report are sorted.
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  if (!('schemaVersion' in value) && !('statement' in value && 'verdict' in value)) return value;
  const rank = (name: string) => {
    const place = first.indexOf(name === 'verdict' && 'statement' in value ? 'decidedBy' : name);
    return place < 0 ? first.length : place;
  };
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rank(a) - rank(b)));
}
