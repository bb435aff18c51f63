/** Conforming servers that an earlier version reported, each with the requirement: the runs that found them, reduced. */
import { expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { gateways } from './once-reported/gateways.ts';
import { logs } from './once-reported/logs.ts';
import { users } from './once-reported/users.ts';
import { neutral } from './server/axes.ts';

await loadSuites();

test.each([...logs, ...users, ...gateways])('nothing is reported: $why', async ({ seed, depth, ids, axes }) => {
  const chosen = ids === undefined ? {} : { ids: new Set(ids) };
  const result = await judge({ server: { ...neutral, ...axes }, seed, depth, ...chosen });
  expect(falseAlarmsOf(result).map(({ id, verdict }) => `${id}: ${verdict.message}`)).toEqual([]);
});
