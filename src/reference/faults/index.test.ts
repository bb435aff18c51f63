import { expect, test } from 'vitest';
import { createServer } from '../server.ts';
import { faults } from './index.ts';

test('every fault changes at least one step of the server', () => {
  for (const fault of faults) {
    const server = createServer({ logs: 173, pageSize: 20, latencyMs: 0, clock: Date.now });
    const before = { ...server.steps };
    fault.apply(server);
    expect(server.steps, fault.name).not.toEqual(before);
  }
});
