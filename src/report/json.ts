/** `conformance.json`, as schemas/kit/report.schema.json describes it: the same report gives the same octets. */
import type { ConformanceReport } from '../core/report.ts';

const first: readonly string[] = [
  'schemaVersion',
  'kit',
  'target',
  'run',
  'verdict',
  'summary',
  'requirements',
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

/** The report as JSON text, keys in the order of the contract, others after them as they came. Ends with a line break. */
export function renderJson(report: ConformanceReport): string {
  return `${JSON.stringify(report, inOrder, 2)}\n`;
}

// What a target answered is shown in its own order: only objects of the report's own are put in order.
function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  if (!('schemaVersion' in value) && !('statement' in value && 'verdict' in value)) return value;
  const rank = (name: string) => {
    const place = first.indexOf(name === 'verdict' && 'statement' in value ? 'decidedBy' : name);
    return place < 0 ? first.length : place;
  };
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rank(a) - rank(b)));
}
