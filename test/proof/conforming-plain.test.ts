import { expect, test } from 'vitest';
import { conformingTargets } from '../targets/index.ts';
import { expectNoFalseAlarms } from './false-alarms.ts';

const plain = ['plain', 'python'];
const frameworks = ['express', 'fastify', 'hono', 'koa'];

test('each conforming server is judged here or in conforming-frameworks.test.ts', () => {
  const makes = new Set(conformingTargets.map(({ name }) => name.split('-')[0]));
  expect([...makes].sort()).toEqual([...plain, ...frameworks].sort());
});

expectNoFalseAlarms(plain);
