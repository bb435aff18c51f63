import { expect, test } from 'vitest';
import type { Evidence } from '../evidence.ts';
import type { Level } from '../requirement.ts';
import { groupByCause } from './groups.ts';
import type { Finding } from './traits.ts';

const exchange = (url: string, status: number, body = '{}'): Evidence => ({
  request: { method: 'GET', url, headers: {}, body: null },
  response: { status, headers: {}, body, bytes: body.length },
  ms: 1,
  curl: 'curl',
});

const finding = (
  id: string,
  evidence: readonly Evidence[] = [],
  level: Level = 'derived',
  message = 'wrong',
): Finding => ({
  id,
  level,
  operation: id.includes('create') ? 'create' : id.includes('verify') ? 'verify' : 'logs',
  message,
  evidence,
});

const idsOf = (rows: readonly Finding[]) =>
  groupByCause(rows).map(({ head, same, also }) => [head.id, same.map(({ id }) => id), also.map(({ id }) => id)]);

const plain = exchange('http://x/v2/webhooks/w/logs/search?next=a', 200);
const filtered = exchange('http://x/v2/webhooks/w/logs/search?status=failed&next=a', 200);

test('what a claim explains follows it, also over several steps', () => {
  const rows = [
    finding('logs/status-partition', [filtered]),
    finding('logs/walk-complete', [plain]),
    finding('logs/next-advances'),
  ];
  expect(idsOf(rows)).toEqual([['logs/next-advances', [], ['logs/status-partition', 'logs/walk-complete']]]);
});

test('a walk that is short only under a filter is explained by the filter, a plain one explains it', () => {
  const survive = finding('logs/filters-survive-paging', [filtered]);
  expect(idsOf([finding('logs/walk-complete', [filtered]), survive])).toEqual([
    ['logs/filters-survive-paging', [], ['logs/walk-complete']],
  ]);
  expect(idsOf([finding('logs/walk-complete', [plain]), survive])).toEqual([
    ['logs/walk-complete', [], ['logs/filters-survive-paging']],
  ]);
});

test('a token that is remembered explains an open operation only if the request is rejected apart', () => {
  const open = finding('auth/create/no-header', [exchange('http://x/', 201)], 'stated');
  const remembered = (apart: number) =>
    finding('auth/create/never-remembered', [exchange('http://x/', 201), exchange('http://x/', apart)], 'stated');
  expect(idsOf([open, remembered(401)])[0]?.[0]).toBe('auth/create/never-remembered');
  expect(idsOf([open, remembered(201)])[0]?.[0]).toBe('auth/create/no-header');
});

test('the same finding at several operations is one group', () => {
  const rows = [
    finding('auth/create/no-header', [], 'stated', 'POST /v2/calendars/common-events answered 201 with 4 items'),
    finding('auth/verify/no-header', [], 'stated', 'POST /v2/auth/verify-user answered 200'),
  ];
  expect(idsOf(rows)).toEqual([['auth/create/no-header', ['auth/verify/no-header'], []]]);
});

test('a page to log in, which answers everything, is one group', () => {
  const login = exchange('http://x/', 200, '<!doctype html><title>Log in</title>');
  const rows = [
    'create/content-type',
    'create/json',
    'create/page-shape',
    'auth/create/no-header',
    'auth/create/wrong-token',
  ];
  expect(idsOf(rows.map((id) => finding(id, [login], 'stated')))).toEqual([['create/content-type', [], rows.slice(1)]]);
  // An open operation of a server that answers JSON elsewhere is another defect.
  expect(
    idsOf([finding('create/json', [login]), finding('auth/create/no-header', [exchange('http://x/', 200)])]),
  ).toHaveLength(2);
});

test('what the gate does not count never hides what it counts', () => {
  const rows = [finding('logs/range-far', [], 'advisory'), finding('logs/range-gap', [], 'derived')];
  expect(idsOf(rows)).toEqual([
    ['logs/range-gap', [], []],
    ['logs/range-far', [], []],
  ]);
});

test('every finding is in exactly one group, whatever fails together', () => {
  const rows = [
    'logs/walk-complete',
    'logs/filters-survive-paging',
    'logs/status-partition',
    'logs/prev-returns',
    'logs/sort-permutes',
  ];
  for (const evidence of [[plain], [filtered], []]) {
    const groups = groupByCause(rows.map((id) => finding(id, evidence)));
    expect(
      groups
        .flatMap(({ head, same, also }) => [head, ...same, ...also])
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...rows].sort());
  }
});
