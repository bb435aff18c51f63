/** e) Requests until the first failure, for faults of the reference server: a sample of them, or all. */
export async function untilFailure({ limitMs = 45_000, all = false } = {}) {
  const { faults } = await import('../dist/src/reference/faults/index.js');
  const { prove } = await import('../dist/src/selftest/prove.js');
  const { catalogue } = await import('../dist/suites/catalogue.js');
  const visible = faults.filter(({ unseen }) => unseen === undefined);
  // The stride shares no factor with the number of faults, so that a short run reaches every area.
  const stride = 37;
  const began = Date.now();
  const counts = [];
  for (let at = 0; at < visible.length && (all || Date.now() - began < limitMs); at += 1) {
    const { row } = await prove(visible[(at * stride) % visible.length], catalogue, {
      depth: 'standard',
      seed: 1,
      scope: 'owner',
    });
    if (row.caught) counts.push(row.requests);
  }
  counts.sort((a, b) => a - b);
  return {
    faults: counts.length,
    of: visible.length,
    median: counts[Math.floor(counts.length / 2)] ?? null,
    p90: counts[Math.floor(counts.length * 0.9)] ?? null,
  };
}
