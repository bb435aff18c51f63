/** How many requests a run sends is a promise to the operator of the target: a change that sends more is made on purpose. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';
import { isFull } from '../extent.ts';

const counts = JSON.parse(readFileSync(new URL('../../bench/requests.json', import.meta.url), 'utf8'));

/** Which of two checks sends what both need depends on timing, and so do a few requests around positive controls. */
const tolerance = { quick: 6, standard: 40 };

async function requestsAt(depth: 'quick' | 'standard', seed: number): Promise<number> {
  const server = await startReference({ seed: `seed ${seed}` });
  try {
    return (await runInProcess(referenceSettings(server, { depth, seed, freshKey: `seed ${seed}` }))).requests;
  } finally {
    await server.close();
  }
}

for (const depth of isFull ? (['quick', 'standard'] as const) : (['quick'] as const))
  test(`a run at depth ${depth} sends as many requests as bench/requests.json says`, async () => {
    const sent = await requestsAt(depth, 1);
    expect(Math.abs(sent - counts.current[depth]), `${sent} requests`).toBeLessThanOrEqual(tolerance[depth]);
  });
