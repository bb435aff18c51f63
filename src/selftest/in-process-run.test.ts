import { expect, test } from 'vitest';
import { faults } from '../reference/faults/index.ts';
import { startReference } from '../reference/index.ts';
import { runInProcess } from './in-process-run.ts';
import { referenceSettings } from './reference-settings.ts';

test('a run stops after the verdict that is enough', async () => {
  const server = await startReference({ faults: faults.filter(({ name }) => name === 'create-text-plain') });
  try {
    const rows = new Set(['create/content-type', 'create/accepts-valid', 'create/no-server-error']);
    const whole = await runInProcess(referenceSettings(server, { seed: 1 }), rows);
    expect(new Set(whole.verdicts.keys())).toEqual(rows);
    expect(whole.verdicts.get('create/content-type')).toMatchObject({ verdict: 'fail' });
    const cut = await runInProcess(referenceSettings(server, { seed: 1 }), rows, (id) => id === 'create/content-type');
    expect(cut.verdicts.get('create/content-type')).toMatchObject({ verdict: 'fail' });
    expect(cut.verdicts.has('create/no-server-error')).toBe(false);
    expect(cut.requests).toBeLessThan(whole.requests / 2);
  } finally {
    await server.close();
  }
});
