/**
 * g) The longest chain of requests that wait for each other, and the requirements that form it: runs against a simulated target
 * that answers each request after the same time. Exact, since no time passes but the simulated one.
 */
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

const runs = [
  { depth: 'standard', latencyMs: 50 },
  { depth: 'standard', latencyMs: 200 },
  { depth: 'deep', latencyMs: 50 },
];

/** @param concurrency most requests in flight */
export async function chains(concurrency = 32) {
  const { loadSuites } = await built('src/checks/load-suites.js');
  const { timeRun } = await built('test/simulation/latency.js');
  await loadSuites();
  const found = [];
  for (const { depth, latencyMs } of runs) {
    const { ms, requests, inFlight, stages } = await timeRun(latencyMs, concurrency, { depth });
    const chain = stages.map(({ stage, ms: took, last }) => ({
      stage,
      steps: Math.round(took / latencyMs),
      last: last[0]?.title ?? '',
    }));
    found.push({ depth, latencyMs, concurrency, ms, requests, steps: Math.round(ms / latencyMs), inFlight, chain });
  }
  return found;
}
