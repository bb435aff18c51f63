import { expect, test } from 'vitest';
import { rejectUnsupported, runningVitest } from './running-vitest.ts';

test.for(['3.2.0', '3.2.7', '4.0.0', '4.1.12', '5.1.1', undefined])('vitest %s is supported', (version) => {
  expect(() => rejectUnsupported(version)).not.toThrow();
});

test.for(['1.6.0', '2.1.9', '3.1.4', '6.0.0'])('vitest %s is rejected with what works instead', (version) => {
  expect(() => rejectUnsupported(version)).toThrow(`vitest ${version}; it works in vitest 3.2 or later, 4 or 5`);
});

test('the vitest that defines tests is the one that runs this file', () => {
  expect(runningVitest().test).toBe(test);
});
