import { expect, test } from 'vitest';
import { conformingTargets } from '../targets/index.ts';
import { spared } from './no-false-positives.ts';

const plain = ['plain', 'python'];
const frameworks = ['express', 'fastify', 'hono', 'koa'];

test('no make is forgotten: these, and those of correct-frameworks.test.ts', () => {
  const makes = new Set(conformingTargets.map(({ name }) => name.split('-')[0]));
  expect([...makes].sort()).toEqual([...plain, ...frameworks].sort());
});

spared(plain);
