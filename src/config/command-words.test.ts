import { expect, test } from 'vitest';
import { shellProblem, splitCommand } from './command-words.ts';

test.each([
  ['./print-code {email}', ['./print-code', '{email}']],
  ['curl -H "X-Key: a b" http://h/?e={email}', ['curl', '-H', 'X-Key: a b', 'http://h/?e={email}']],
  ["tool --header='X: y' 'a|b;c'", ['tool', '--header=X: y', 'a|b;c']],
  ['  a   ""  b ', ['a', '', 'b']],
])('%s', (line, words) => {
  expect(splitCommand(line)).toEqual({ words });
  expect(shellProblem(line)).toBeUndefined();
});

test.each(['curl x | jq .', 'a && b', 'a; b', 'echo $HOME', 'a > b', 'echo `id`'])('%s needs a shell', (line) => {
  expect(shellProblem(line)).toMatch(/^has \S, and no shell reads it/);
});

test('an open quote and an empty line are problems', () => {
  expect(splitCommand('echo "a')).toEqual({ problem: 'has a quote that is not closed' });
  expect(splitCommand('  ')).toEqual({ problem: 'is empty' });
});
