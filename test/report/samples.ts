/**
 * Made-up reports over the real catalogue, for tests of the structure of each format. What a user sees of a real run is in
 * goldens.test.ts; a target that attacks the reader of its report is in hostile-report.ts.
 */
import { defined } from '../../src/core/defined.ts';
import type { Evidence } from '../../src/core/evidence.ts';
import type { ConformanceReport, Observation, ReportedRequirement } from '../../src/core/report.ts';
import { reportRequirement, summarize } from '../../src/runner/document.ts';
import { catalogue } from '../../suites/catalogue.ts';

export type Change = Partial<Omit<ReportedRequirement, 'id'>>;

const baseUrl = 'https://staging.example.com/api';

/** A report in which each requirement passes, except for the changes, by id. */
export function sampleReport(
  changes: Readonly<Record<string, Change>>,
  rest: Partial<ConformanceReport> = {},
): ConformanceReport {
  const unknown = Object.keys(changes).filter((id) => catalogue.every((requirement) => requirement.id !== id));
  if (unknown.length > 0) throw new Error(`not in the catalogue: ${unknown.join(', ')}`);
  const requirements = catalogue.map((requirement) => ({
    ...reportRequirement(requirement, { verdict: 'pass', exchanges: 3 }, undefined, 'reports/conformance.json'),
    ...changes[requirement.id],
  }));
  return {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: '0.1.0' },
    target: { baseUrl },
    run: {
      ...{ seed: 20270105, depth: 'standard', startedAt: '2027-01-05T10:22:31.000Z', durationMs: 41_250 },
      ...{ requests: 3912, retries: 2, shard: null, node: 'v20.20.2', failOn: 'gate' },
      inFlight: { average: 6.4, limit: 8 },
      latency: { logs: latency },
    },
    verdict: 'conformant',
    summary: summarize(requirements),
    requirements,
    observations,
    ...rest,
  };
}

const latency = {
  ...{ count: 2119, min: 2.1, median: 14.8, p95: 88.2, max: 612.4 },
  buckets: [5, 10, 20, 50, 100, 200, 500, null].map((bound, index) => [bound, 410 - 50 * index] as const),
};

const observations: readonly Observation[] = [
  {
    ...{ gap: 'refusalStatus', section: '7', about: 'the status of a refusal', value: 401, seen: 803 },
    ...{ otherwise: [{ value: 403, seen: 12 }], declare: 'declares.refusalStatus: 401' },
  },
  {
    ...{ gap: 'endOfLog', section: '2', about: 'how the end of a log is shown', value: 'null', seen: 61 },
    declare: 'declares.endOfLog: "null"',
  },
  { gap: 'codeReuse', section: '4.3', about: 'whether a code serves a second time', value: 'refused', seen: 3 },
];

/** An exchange with the logs of a webhook. */
export function exchange(target: string, body: string, more: Partial<Evidence> & { status?: number } = {}): Evidence {
  const { status = 200, ...rest } = more;
  const url = `${baseUrl}${target}`;
  return {
    request: { method: 'GET', url, headers: { Authorization: 'Bearer ***', Accept: 'application/json' }, body: null },
    response: {
      status,
      headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
      body,
      bytes: body.length,
    },
    ms: 12.4,
    curl: `curl -sS '${url}' -H "Authorization: Bearer $CAWL_TOKEN"`,
    ...rest,
  };
}

const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `log_2027-01-04_${String(from + index).padStart(5, '0')}`);
const page = (from: number, to: number, totalItems: number) =>
  JSON.stringify({ data: items(from, to), cursor: { next: null, prev: null, totalItems } });

const walkPage = (place: number, reachedBy: 'first' | 'next' | 'prev', from: number, to: number) => ({
  ...{ place, reachedBy, items: to - from + 1, total: 51 },
  ...{ first: items(from, from)[0]!, last: items(to, to)[0]! },
});

const search = '/v2/webhooks/wh_1/logs/search?status=failed';

const walkComplete: Change = {
  verdict: 'fail',
  exchanges: 42,
  message: 'the walk with status=failed has 48 items; expected 51, its totalItems',
  counterexample: { input: { query: { status: 'failed' } }, shrinks: 4, seed: 20270105, path: '12:0:1' },
  samples: { count: 13, kinds: { 'one status': 6, 'status and sort': 5, range: 2 } },
  evidence: [
    exchange(search, page(1, 25, 51), { note: 'page 1' }),
    exchange(`${search}&next=c2FsdDE6MjU%3D`, page(29, 51, 51), { note: 'page 2, reached by next' }),
  ],
  illustrations: [
    {
      kind: 'walk',
      title: 'wh_1, status=failed',
      pages: [
        walkPage(1, 'first', 1, 25),
        { ...walkPage(2, 'next', 29, 51), wrong: true, note: 'the last page, 3 items short' },
      ],
    },
    {
      kind: 'bags',
      ...{ left: 'the two statuses together', right: 'the walk without a filter' },
      ...{ missing: items(26, 28), surplus: [], missingCount: 3, surplusCount: 0 },
    },
  ],
  capsule: {
    steps: [{ method: 'GET', target: search, headers: [['Authorization', 'Bearer {token}']], body: null }],
    symptom: { kind: 'check' },
  },
  replay: 'cawl replay reports/conformance.json logs/walk-complete',
};

const prevReturns: Change = {
  verdict: 'fail',
  exchanges: 37,
  message: 'prev from items 76–100 returned items 26–50; expected the page that ends at item 75',
  evidence: [exchange(`${search}&prev=cDI%3D`, page(26, 50, 173), { note: 'reached by prev from page 4' })],
  replay: 'cawl replay reports/conformance.json logs/prev-returns',
};

const serverError: Change = {
  verdict: 'fail',
  exchanges: 88,
  message: 'a registration with an apostrophe in lastName answered 500',
  evidence: [
    {
      request: {
        method: 'POST',
        url: `${baseUrl}/v2/auth/register`,
        headers: { Authorization: 'Bearer ***', 'Content-Type': 'application/json' },
        body: '{"firstName":"Ada","lastName":"\'","email":"cawl+17@example.com","password":"***"}',
      },
      response: { status: 500, headers: { 'content-type': 'text/html' }, body: '<title>Error</title>', bytes: 20 },
      ms: 31,
      curl: `curl -sS -X POST '${baseUrl}/v2/auth/register' --data-raw @body.json`,
      note: 'the shrunk counterexample',
    },
  ],
};

const cutConnection: Change = {
  verdict: 'fail',
  exchanges: 6,
  message: 'no answer to a list of 1,000 profileIds, twice on fresh connections',
  evidence: [
    {
      request: { method: 'POST', url: `${baseUrl}/v2/calendars/common-events`, headers: {}, body: '{"limit":10}' },
      response: null,
      failure: 'ECONNRESET: other side closed',
      ms: 5,
      curl: `curl -sS -X POST '${baseUrl}/v2/calendars/common-events' --data-raw @body.json`,
    },
  ],
};

const inconclusive = (message: string, wouldDecide: string): Change => ({
  ...{ verdict: 'inconclusive', exchanges: 4, message, wouldDecide },
});
const noCode = inconclusive('no code arrived within 5 s', 'fixtures.verificationCode in the configuration');
const fewItems = inconclusive('the log fills 2 pages, and 3 are needed', 'a webhook whose log fills three pages');

export const conformant: ConformanceReport = sampleReport({});

/** Failures of several kinds: five that count, two advisory, one waived; an unneeded waiver; an error of the kit. */
export const failing: ConformanceReport = sampleReport(
  {
    'logs/walk-complete': walkComplete,
    'logs/prev-returns': prevReturns,
    'logs/range-gap': { verdict: 'fail', exchanges: 118, message: 'two ranges hold 9 items too many' },
    'register/no-server-error': serverError,
    'create/no-server-error': cutConnection,
    'auth/logs/refusal-status': { verdict: 'fail', exchanges: 9, message: '403 without WWW-Authenticate' },
    'register/ordinary-names': { verdict: 'fail', exchanges: 14, message: 'O’Brien is rejected', evidence: [] },
    'logs/range-overlap': fewItems,
    'verify/lockout': noCode,
    'logs/sort-direction': {
      ...{ verdict: 'waived', exchanges: 20, message: 'asc and desc give the same order of 173 items' },
      waiver: { reason: 'sorting lands in release 4.2', until: '2027-01-31' },
    },
    'logs/parallel': { verdict: 'error', exchanges: 2, message: 'TypeError: cannot read properties of undefined' },
  },
  {
    verdict: 'nonConformant',
    waiverProblems: [{ requirement: 'logs/total-constant', problem: 'the requirement passes: remove the waiver' }],
    correctServers: [
      { server: 'plain-offset', passed: 122, blamed: [], requests: 2800, ms: 2900 },
      {
        ...{ server: 'koa-scan', passed: 120, requests: 2900, ms: 3100 },
        blamed: [{ id: 'logs/limit', message: 'a page of 12 <items>' }],
      },
    ],
    selfProof: [
      selfProofRow('walk-stops-early', 'logs/walk-complete', ['logs/walk-complete', 'logs/walks-agree']),
      selfProofRow('status-swapped', 'logs/status-truth', []),
    ],
  },
);

function selfProofRow(fault: string, owner: string, caughtBy: readonly string[]) {
  const caught = caughtBy.includes(owner);
  return {
    fault,
    breaks: 'ends a walk one page early',
    level: 'derived',
    owner,
    caught,
    caughtBy,
    requests: 412,
    ms: 31,
  } as const;
}

/** No failure, but a short log: little stays open. */
export const incomplete: ConformanceReport = sampleReport(
  { 'logs/prev-returns': fewItems, 'logs/next-advances': fewItems },
  { verdict: 'incomplete' },
);

/** No failure, but no verification code and a short log: much stays open. */
export const undecided: ConformanceReport = sampleReport(
  {
    ...Object.fromEntries(
      catalogue.filter(({ operation }) => operation === 'verify').map(({ id }) => [id, noCode] as const),
    ),
    'logs/prev-returns': fewItems,
    'logs/next-advances': fewItems,
  },
  { verdict: 'undecided' },
);

/** Stopped by the user after twenty requirements. */
export const interrupted: ConformanceReport = sampleReport(
  Object.fromEntries(
    catalogue
      .slice(20)
      .map(({ id }) => [id, inconclusive('not reached: the run was stopped before', 'a run to its end')]),
  ),
  { verdict: 'undecided', run: defined({ ...conformant.run, interrupted: true, durationMs: 3_120, requests: 214 }) },
);
