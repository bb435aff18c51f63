/** What the proof of a finding shows beside its requirement: by this, one defect is told from another with the same symptoms. */
import type { Evidence } from '../evidence.ts';
import type { ReportedRequirement } from '../report.ts';

/**
 * - `plain`: it shows without any filter or sort;
 * - `first-pages`: it shows without a cursor;
 * - `rejected-apart`: its last exchange is a rejection, of the same request apart from accepted ones;
 * - `not-json`: a success whose body is not JSON;
 * - `server-error`: a 5xx response, or none;
 * - `bags`: items that are missing or surplus;
 * - `mixed`: both, as where two orders are mixed.
 */
export const traits = ['plain', 'first-pages', 'rejected-apart', 'not-json', 'server-error', 'bags', 'mixed'] as const;
export type Trait = (typeof traits)[number];

export type Finding = Pick<
  ReportedRequirement,
  'id' | 'level' | 'operation' | 'message' | 'evidence' | 'illustrations' | 'place'
>;

/** All traits of a finding. */
export function traitsOf({ evidence = [], illustrations = [] }: Finding): ReadonlySet<Trait> {
  const bags = illustrations.filter((drawing) => drawing.kind === 'bags');
  const last = evidence.at(-1);
  const found: Readonly<Record<Trait, boolean>> = {
    plain: evidence.length > 0 && !evidence.some((one) => hasParameter(one, filters)),
    'first-pages': evidence.length > 0 && !evidence.some((one) => hasParameter(one, cursors)),
    'rejected-apart': evidence.length > 1 && (last?.response?.status ?? 0) >= 400,
    'not-json': evidence.some(isSuccessWithoutJson),
    'server-error': evidence.some(({ response }) => response === null || response.status >= 500),
    bags: bags.length > 0,
    mixed: bags.some(({ missingCount, surplusCount }) => missingCount > 0 && surplusCount > 0),
  };
  return new Set(traits.filter((trait) => found[trait]));
}

const filters = ['status', 'from', 'to', 'sortBy', 'sortDirection'];
const cursors = ['next', 'prev'];

function hasParameter({ request }: Evidence, names: readonly string[]): boolean {
  const query = request.url.split('?')[1] ?? '';
  return query.split('&').some((parameter) => names.includes(parameter.split('=')[0]!));
}

function isSuccessWithoutJson({ response }: Evidence): boolean {
  if (response === null || response.status < 200 || response.status > 299) return false;
  // A long body is cut in evidence: its start must do.
  return response.body.trim() !== '' && !/^\s*[[{"\d]/.test(response.body);
}
