// In any test runner: `judge()` returns a report. Here with the one that comes with Node: `node --test`.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { judge } from 'cawl-conformance';
import { start, target } from '../app/server.js';

let server;
before(async () => {
  server = await start();
});
after(() => server.close());

test('the service meets the specification', async (t) => {
  const { report } = await judge({
    baseUrl: server.baseUrl,
    tokens: target.tokens,
    fixtures: server.fixtures,
    depth: process.env.DEPTH ?? 'standard',
    signal: t.signal,
  });
  // One subtest per requirement. Advice does not fail.
  for (const { id, level, verdict, message } of report.requirements)
    await t.test(id, { skip: verdict === 'pass' || verdict === 'fail' ? false : (message ?? verdict) }, () => {
      if (level !== 'advisory') assert.notEqual(verdict, 'fail', message);
    });
  assert.notEqual(report.verdict, 'undecided');
});
