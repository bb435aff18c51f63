/** f) Requests of a run on the reference server without a fault, beside those of the last released version. */
import { readFileSync } from 'node:fs';

export async function requestCounts() {
  const { startReference } = await import('../dist/src/reference/index.js');
  const { runInProcess } = await import('../dist/src/selftest/in-process-run.js');
  const { referenceSettings } = await import('../dist/src/selftest/reference-settings.js');
  const { released } = JSON.parse(readFileSync(new URL('requests.json', import.meta.url), 'utf8'));
  const found = [];
  for (const depth of ['quick', 'standard']) {
    const server = await startReference();
    const { requests } = await runInProcess(referenceSettings(server, { depth, seed: 1 }));
    await server.close();
    found.push({ depth, before: released[depth], version: released.version, now: requests });
  }
  return found;
}
