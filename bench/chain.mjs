/**
 * g) The longest chain of requests that wait for each other, and the requirements that form it: a standard run against a
 * simulated target that answers each request after the same time. Exact, since no time passes but the simulated one.
 */
const built = (path) => import(new URL(`../dist/${path}`, import.meta.url).href);

/** @param concurrency most requests in flight */
export async function chains(latencies = [50, 200], concurrency = 32) {
  const { loadSuites } = await built('src/checks/load-suites.js');
  const { timeRun } = await built('test/simulation/latency.js');
  await loadSuites();
  const found = [];
  for (const latencyMs of latencies) {
    const { ms, requests, inFlight, stages } = await timeRun(latencyMs, concurrency);
    const chain = stages.map(({ stage, ms: took, last }) => ({
      stage,
      steps: Math.round(took / latencyMs),
      last: last[0]?.title ?? '',
    }));
    found.push({ latencyMs, concurrency, ms, requests, steps: Math.round(ms / latencyMs), inFlight, chain });
  }
  return found;
}
