// In Jest, which loads ES modules with `node --experimental-vm-modules node_modules/jest/bin/jest.js`.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalogue, judge } from 'cawl-conformance';
import { start, target } from '../app/server.js';

let server;
let report;
beforeAll(async () => {
  server = await start();
  ({ report } = await judge({
    baseUrl: server.baseUrl,
    tokens: target.tokens,
    fixtures: server.fixtures,
    depth: process.env.DEPTH ?? 'standard',
  }));
}, 300_000);
afterAll(() => server.close());

const ids = catalogue.filter(({ level }) => level !== 'advisory').map(({ id }) => id);
test.each(ids)('%s', (id) => {
  const { verdict, message } = report.requirements.find((requirement) => requirement.id === id);
  expect(verdict === 'fail' ? message : undefined).toBeUndefined();
});

test('enough was decided', () => {
  expect(report.verdict).not.toBe('undecided');
});
