/** What becomes of a finding when its check runs again: reported, replaced, or undecided for what it rests on. */
import { expect, test } from 'vitest';
import { row } from '../../../test/requirement.ts';
import { contextOf, json, page } from '../../../test/run-context.ts';
import { ExchangeTally, NotSent } from '../../client/index.ts';
import type { RunSettings } from '../../core/config.ts';
import type { Requirement } from '../../core/requirement.ts';
import type { Assumption } from '../../core/verdict.ts';
import { CheckContext } from '../check-context.ts';
import { type Conclusion, fail, inconclusive, pass } from '../conclusion.ts';
import type { CheckFunction } from '../registry.ts';
import { Confirmation } from './confirmation.ts';

/** A target that answers every request alike, until a check changes how. */
interface Target {
  status: number;
  total: () => number;
  /** Of a search by status, if it is another one. */
  byStatus?: () => number;
  requests: number;
}

type Failure = Extract<Conclusion, { verdict: 'fail' }>;

const finding = { verdict: 'fail', message: 'items are missing', proof: [] } as const;
const found: CheckFunction = async () => fail(finding.message, []);

/** Confirms the finding of a check that runs again as `work` says. */
async function confirm(
  work: (target: Target) => CheckFunction,
  more: Partial<Requirement & RunSettings> = {},
  first: Failure = finding,
) {
  const target: Target = { status: 200, total: () => 3, requests: 0 };
  const { maxRequests = 100, maxTimeMs, ...requirement } = more;
  const run = await contextOf(
    ({ url }, response) => {
      target.requests += 1;
      const { total, byStatus = total } = target;
      const body = page([], { totalItems: url?.includes('status=') ? byStatus() : total() });
      response.writeHead(target.status, { 'Content-Type': 'application/json' }).end(body);
    },
    { settleMs: 5, maxRequests, ...(maxTimeMs === undefined ? {} : { maxTimeMs }) },
  );
  const check = { requirement: { ...row, ...requirement }, limitMs: undefined, tally: new ExchangeTally() };
  const ending = await new Confirmation(run).confirm({ ...check, work: work(target) }, first);
  return { ending, target, assumptions: 'assumptions' in ending ? resultsOf(ending.assumptions ?? []) : {} };
}

const resultsOf = (assumptions: readonly Assumption[]) =>
  Object.fromEntries(assumptions.map(({ kind, result }) => [kind, result]));

test('a finding that the check shows again is reported with all that it rests on', async () => {
  const { ending, assumptions } = await confirm(() => found);
  expect(ending).toMatchObject(finding);
  expect(assumptions).toEqual({
    'token-valid': 'holds',
    available: 'holds',
    'log-unchanged': 'holds',
    'reads-settled': 'holds',
  });
});

test('a finding that one of two further runs shows is reported', async () => {
  let runs = 0;
  const { ending } = await confirm(() => async (t) => {
    runs += 1;
    return runs === 1 ? pass() : found(t);
  });
  expect(ending.verdict).toBe('fail');
  expect(runs).toBe(2);
});

/** Notes which of three cases a check tries; `isShown` tells whether one of them, tried so often, shows the finding. */
function tryingCases(tried: string[][], isShown: (run: number) => boolean): CheckFunction {
  return async (t) => {
    tried.push([...t.casesOf(['a', 'b', 'c'], (name) => name)]);
    if (isShown(tried.length)) fail(finding.message, [], { case: { name: 'b' } });
  };
}

test('a finding is confirmed on the case that showed it alone, with the samples that were tried', async () => {
  const tried: string[][] = [];
  const samples = { count: 3, kinds: {} };
  const first = { ...finding, samples, case: { name: 'b' } };
  const { ending } = await confirm(() => tryingCases(tried, () => true), {}, first);
  expect(ending).toMatchObject({ verdict: 'fail', samples, reproduced: { times: 2, of: 2 } });
  expect(tried).toEqual([['b']]);
});

test('all cases are tried where the one that showed a finding does not show it again', async () => {
  const tried: string[][] = [];
  const first = { ...finding, case: { name: 'b' } };
  const { ending } = await confirm(() => tryingCases(tried, (run) => run === 3), {}, first);
  expect(ending).toMatchObject({ verdict: 'fail', reproduced: { times: 2, of: 3 } });
  expect(tried).toEqual([['b'], ['a', 'b', 'c'], ['a', 'b', 'c']]);
});

test('a finding is confirmed by what shows it again, and on its case only where that does not', async () => {
  for (const [shows, tries] of [
    [true, []],
    [false, [['b']]],
  ] as const) {
    const tried: string[][] = [];
    const showsAgain = async (): Promise<boolean> => shows;
    const first = { ...finding, case: { name: 'b', showsAgain } };
    const { ending } = await confirm(() => tryingCases(tried, () => true), {}, first);
    expect(ending).toMatchObject({ verdict: 'fail', reproduced: { times: 2, of: 2 } });
    expect(tried).toEqual(tries);
  }
});

test('a finding that no further run shows is replaced by how the last one ended', async () => {
  expect((await confirm(() => async () => pass())).ending).toEqual({
    verdict: 'pass',
    message: 'a finding did not recur in two more runs of the check: items are missing',
  });
  const { ending } = await confirm(() => async () => inconclusive('it changed', 'a quiet log'));
  expect(ending).toMatchObject({ verdict: 'inconclusive', message: 'it changed' });
});

test('a requirement is inconclusive if the token stops being accepted', async () => {
  const { ending, assumptions } = await confirm((target) => async (t) => {
    target.status = 401;
    return found(t);
  });
  expect(ending).toMatchObject({
    verdict: 'inconclusive',
    message:
      'it is not certain that the valid token stayed valid: valid requests to two operations were rejected (a 401). Without that: items are missing',
    wouldDecide: 'a token that stays valid for the whole run',
  });
  expect(assumptions['token-valid']).toBe('fails');
});

test('an outage that outlasts the confirmation makes the requirement inconclusive', async () => {
  const { ending } = await confirm((target) => async (t) => {
    target.status = 500;
    return found(t);
  });
  expect(ending.verdict).toBe('inconclusive');
});

test('a rejected canonical request does not excuse a finding about that request', async () => {
  const { ending, assumptions } = await confirm(
    () => async (t) => {
      await t.sendCanonical('logs');
      return found(t);
    },
    { id: 'create/accepts-valid', area: 'operations', operation: 'create' },
  );
  expect(ending.verdict).toBe('fail');
  expect(assumptions).toEqual({ 'token-valid': 'holds' });
});

test('a finding that no change of the log explains is reported while the log changes', async () => {
  let total = 3;
  const { ending, assumptions } = await confirm((target) => async () => {
    total += 1;
    target.total = () => total;
    fail('next leads round in a circle', [], { whateverChanges: true });
  });
  expect(ending).toMatchObject({ verdict: 'fail' });
  expect(assumptions).not.toHaveProperty('log-unchanged');
});

test('a log that changes for good in each confirmation makes the requirement inconclusive', async () => {
  let total = 3;
  const { ending, assumptions } = await confirm((target) => async (t) => {
    total += 1;
    target.total = () => total;
    return found(t);
  });
  expect(ending).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('nobody else changed the log: totalItems went from 4 to 5'),
  });
  expect(assumptions['log-unchanged']).toBe('fails');
});

test('entries that change their status and nothing else make the requirement inconclusive', async () => {
  let delivered = 1;
  const { ending } = await confirm((target) => async (t) => {
    delivered += 1;
    target.byStatus = () => delivered;
    return found(t);
  });
  expect(ending).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringContaining('totalItems with status=succeeded went from 2 to 3'),
  });
});

test('a log that changes in the first confirmation alone is confirmed once more', async () => {
  const { ending } = await confirm((target) => async (t) => {
    target.total = () => 4;
    return found(t);
  });
  expect(ending.verdict).toBe('fail');
});

test('a total that differs from read to read is not a change of the log', async () => {
  let reads = 0;
  const { ending } = await confirm((target) => async (t) => {
    target.total = () => (reads += 1);
    return found(t);
  });
  expect(ending.verdict).toBe('fail');
});

test('a valid search that was accepted just before is not sent once more before the confirmation', async () => {
  let requests = 0;
  const run = await contextOf(
    (request, response) => {
      requests += 1;
      json(page([]))(request, response);
    },
    { settleMs: 5 },
  );
  const check = { requirement: row, limitMs: undefined, tally: new ExchangeTally(), work: found };
  await new CheckContext(run, row, new AbortController().signal).sendCanonical('logs');
  await new Confirmation(run).confirm(check, finding);
  expect(requests).toBe(1 + 3);
});

test.each([
  ['about changes of the log', { aboutChange: true }],
  ['whose check notices a change of the log', { noticesChange: true }],
] as const)('a requirement %s does not rest on a log that does not change', async (_, requirement) => {
  let total = 3;
  const { ending, assumptions } = await confirm(
    (target) => async (t) => {
      total -= 1;
      target.total = () => total;
      return found(t);
    },
    requirement,
  );
  expect(ending.verdict).toBe('fail');
  expect(Object.keys(assumptions)).not.toContain('log-unchanged');
});

test('a confirmation about a log sends four requests beside those of the check: two of them by status', async () => {
  expect((await confirm(() => found)).target.requests).toBe(4);
});

test.each([
  ['about changes of the log', { aboutChange: true }, finding],
  ['that no change of the log explains', {}, { ...finding, whateverChanges: true }],
] as const)('a finding %s takes no search by status', async (_, requirement, first) => {
  expect((await confirm(() => found, requirement, first)).target.requests).toBe(2);
});

test('if the finding is a rejected canonical request, that is sent once before the confirmation and once after it', async () => {
  const { target } = await confirm(
    (all) => {
      all.status = 400;
      return found;
    },
    { id: 'create/accepts-valid', area: 'operations', operation: 'create' },
  );
  // Both of the other operations are tried, since neither is accepted; and then the finding is confirmed once more.
  expect(target.requests).toBe(2 * 2 * 3);
});

/** Whole ms between the runs that confirm two findings which were made at the same time. */
async function msBetweenTwo(first: Failure): Promise<number> {
  const run = await contextOf(json('{}'), { settleMs: 400 });
  const confirmation = new Confirmation(run);
  const confirmedAt: number[] = [];
  const check = {
    requirement: { ...row, area: 'auth', operation: 'create' },
    limitMs: undefined,
    tally: new ExchangeTally(),
    work: async () => {
      confirmedAt.push(run.client.clock.elapsed());
      return fail(finding.message, []);
    },
  } as const;
  const endings = await Promise.all([confirmation.confirm(check, first), confirmation.confirm(check, first)]);
  expect(endings.map(({ verdict }) => verdict)).toEqual(['fail', 'fail']);
  expect(confirmedAt[0]).toBeGreaterThan(395);
  return confirmedAt[1]! - confirmedAt[0]!;
}

test('findings that something was accepted wait for the same pause, others for one each', async () => {
  expect(await msBetweenTwo({ ...finding, symptom: { kind: 'accepted' } })).toBeLessThan(400);
  expect(await msBetweenTwo(finding)).toBeGreaterThan(395);
});

test('a finding becomes inconclusive if the run is out of time before its confirmation starts', async () => {
  const { ending } = await confirm(() => found, { maxTimeMs: 0 });
  expect(ending).toMatchObject({ verdict: 'inconclusive', message: expect.stringContaining('is used up') });
});

test.each([
  ['that a change of the log may explain', {}, finding, 'inconclusive'],
  ['that no change of the log explains', {}, { ...finding, whateverChanges: true }, 'fail'],
  ['about another operation', { area: 'operations', operation: 'create' }, finding, 'fail'],
  [
    'that what comes late may explain',
    { area: 'registration', operation: 'register' },
    { ...finding, mayBeLate: true },
    'inconclusive',
  ],
] as const)('what becomes of a finding %s where the run may not confirm it', async (_, requirement, first, verdict) => {
  const { ending } = await confirm(
    () => async () => {
      throw new NotSent('budget', 'the budget of the run is used up', '--max-requests');
    },
    requirement,
    first,
  );
  expect(ending.verdict).toBe(verdict);
});

test('a finding that the second run does not show stays open where a third cannot be sent', async () => {
  let runs = 0;
  const { ending } = await confirm(() => async () => {
    runs += 1;
    if (runs === 1) return pass();
    throw new NotSent('budget', 'no requests are left');
  });
  expect(ending).toMatchObject({
    verdict: 'inconclusive',
    message: expect.stringMatching(/^a second run of the check does not show it, .*: items are missing$/),
  });
});
