// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configurations hold ${NAME}
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startingConfiguration } from '../../src/cli/init.ts';
import { main } from '../../src/cli/program.ts';
import { choiceOf, declare } from '../../src/config/declare.ts';
import { fakeIo, scratch } from './scratch.ts';

const lines = ['declares.refusalStatus: 401', 'declares.successStatus.create: 201', 'declares.sortBy: ["createdAt"]'];
const choices = lines.map((line) => choiceOf(line, 'seen 3 times')!);

test('only lines that the configuration accepts are choices', () => {
  expect(choices[1]).toEqual({ path: ['successStatus', 'create'], value: 201, because: 'seen 3 times' });
  for (const line of ['refusalStatus: 401', 'declares.refusalStatus: 7', 'declares.unheard: 1', 'declares.sortBy: ['])
    expect(choiceOf(line, '')).toBeUndefined();
});

test('a file without `declares` gets it at its end and is otherwise unchanged', () => {
  const { text, added } = declare(startingConfiguration(), choices, false);
  expect(added).toHaveLength(3);
  expect(text.startsWith(startingConfiguration().trimEnd())).toBe(true);
  expect(text.slice(startingConfiguration().trimEnd().length)).toBe(
    '\n\ndeclares:\n  refusalStatus: 401 # seen 3 times\n  successStatus:\n    create: 201 # seen 3 times\n  sortBy: [ createdAt ] # seen 3 times\n',
  );
});

test('existing declarations are kept, and contradictions are reported', () => {
  const before = 'a: 1 # kept\ndeclares: {refusalStatus: 403, successStatus: {create: 201}}\nb:   2 # kept\n';
  const { text, added, contradicted } = declare(before, choices, false);
  expect(added.map(({ path }) => path)).toEqual([['sortBy']]);
  expect(contradicted).toMatchObject([{ path: ['refusalStatus'], value: 401, declared: 403 }]);
  expect(text).toMatch(/^a: 1 # kept\ndeclares:.*\nb: {3}2 # kept\n$/s);
  expect(parse(text)).toEqual({
    a: 1,
    b: 2,
    declares: { refusalStatus: 403, successStatus: { create: 201 }, sortBy: ['createdAt'] },
  });
  expect(declare(text, choices, false).text).toBe(text);
});

test('a JSON configuration stays JSON', () => {
  const { text } = declare('{"baseUrl": "${URL}"}', choices.slice(0, 1), true);
  expect(JSON.parse(text)).toEqual({ baseUrl: '${URL}', declares: { refusalStatus: 401 } });
});

test('a YAML file between braces gets its declarations there', () => {
  const { text } = declare('# ours\n{baseUrl: "http://a.test", declares: {refusalStatus: 403}}\n', choices, false);
  expect(text).toMatch(/^# ours\n/);
  expect(parse(text)).toEqual({
    baseUrl: 'http://a.test',
    declares: { refusalStatus: 403, successStatus: { create: 201 }, sortBy: ['createdAt'] },
  });
  expect(declare(text, choices, false).text).toBe(text);
  const json = declare('{"baseUrl": "http://a.test"}', choices.slice(0, 1), false).text;
  expect(parse(json)).toEqual({ baseUrl: 'http://a.test', declares: { refusalStatus: 401 } });
});

test('learn without a configuration is an error', async () => {
  const cwd = scratch();
  const { io, said } = fakeIo(cwd);
  expect(await main(['learn'], io)).toBe(2);
  expect(said.err).toContain('cawl init writes one to fill in');
  expect(() => readFileSync(join(cwd, 'cawl.config.yaml'))).toThrow();
});
