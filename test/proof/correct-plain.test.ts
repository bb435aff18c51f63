import { expect, test } from 'vitest';
import { correctTargets } from '../targets/index.ts';
import { spared } from './sparing.ts';

const plain = ['plain', 'python'];
const frameworks = ['express', 'fastify', 'hono', 'koa'];

test('no make is forgotten: these, and those of correct-frameworks.test.ts', () => {
  const makes = new Set(correctTargets.map(({ name }) => name.split('-')[0]));
  expect([...makes].sort()).toEqual([...plain, ...frameworks].sort());
});

spared(plain);
