/** A target that refuses everything for a while after some wrong tokens is decided all the same, within the time of a run. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { checks } from '../../src/checks/registry.ts';
import { isFromSpecification } from '../../src/core/requirement.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';
import { owners } from './server-faults.ts';

beforeAll(() => loadSuites());

const standard = { seed: 1, depth: 'standard', maxTimeMs: 80_000 } as const;
const banningServer = (banAfter: 12 | 20, ban: Server['ban']): Server => ({ ...neutral, count: 37, banAfter, ban });

test.each([
  [12, { status: 403, ms: 700 }],
  [12, { status: 401, ms: 3000, extends: 'each-request' }],
  [12, { status: 429, ms: 5000, counts: 'in-a-row' }],
  [20, { status: 429, ms: 5000 }],
  [20, { status: 403, ms: 5000 }],
] as const)('after %d wrong tokens %o: all that the specification demands is decided', async (banAfter, ban) => {
  const result = await judge({ ...standard, server: banningServer(banAfter, ban) });
  expect(falseAlarmsOf(result)).toEqual([]);
  const demanded = checks().filter(({ requirement }) => isFromSpecification(requirement.level));
  const open = demanded.filter(({ requirement }) => result.verdicts.get(requirement.id)?.verdict === 'inconclusive');
  expect(open.map(({ requirement }) => requirement.id)).toEqual([]);
});

test('a ban of ten seconds leaves most of it decided, and tells what it left open', async () => {
  const result = await judge({ ...standard, server: banningServer(12, { status: 401, ms: 10_000 }) });
  const open = [...result.verdicts.values()].filter(({ verdict }) => verdict === 'inconclusive');
  expect(open.length).toBeLessThan(30);
  for (const { message } of open) expect(message).toMatch(/requests without the valid token/);
});

test.each([
  'create without header',
  'register with any token',
  'verify without header',
  'logs with any token',
  'later pages without token',
] as const)('a ban does not hide that the server serves %s', async (fault) => {
  const result = await judge({ ...standard, fault, server: banningServer(12, { status: 403, ms: 700 }) });
  expect(result.verdicts.get(owners[fault]!)?.verdict).toBe('fail');
});
