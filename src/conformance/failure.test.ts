import { expect, test } from 'vitest';
import { callSite, errorAt } from './failure.ts';

const defineHere = () => callSite(defineHere);

test('an error has one stack frame, at the caller, and none that its message imitates', () => {
  const error = errorAt(defineHere(), 'ConformanceError', 'logs/json', 'actual\n    at https://example.com:80');
  expect(error.stack?.split('\n')).toEqual([
    'ConformanceError: logs/json',
    expect.stringMatching(/failure\.test\.ts:\d+/),
  ]);
});
