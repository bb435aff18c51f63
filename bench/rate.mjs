/**
 * a) Overhead of the kit: throughput of a deep run, compared with a bare undici pool that sends the same requests with the
 * same concurrency. Each has its own server process, because a server rejects a registered e-mail faster than it registers
 * a new one.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Pool } from 'undici';
import { startServer } from './children.mjs';

const concurrency = 32;

/** @param rounds number of rounds, kit and bare pool in turn; the first one warms up and does not count */
export async function rate({ rounds = 8 } = {}) {
  const { runInProcess } = await import('../dist/src/selftest/in-process-run.js');
  const [server, other] = [await startServer(), await startServer()];
  const settings = {
    ...server.settings,
    waivers: [],
    run: {
      depth: 'deep',
      concurrency,
      rate: 0,
      timeoutMs: 10_000,
      maxRequests: 100_000,
      seed: 1,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
  let recorded = [];
  const { origin } = new URL(settings.baseUrl);
  const record = ({ request }) => {
    if (request.origin === origin) recorded.push(request);
  };
  const measured = [];
  subscribe('undici:request:create', record);
  try {
    for (let round = 0; round < rounds; round += 1) {
      recorded = [];
      const { requests, ms } = await runInProcess(settings);
      const kit = (requests / ms) * 1000;
      const sent = recorded.map(({ method, path, headers, body }) => ({ method, path, headers, body }));
      const bare = await bareRate(other.settings.baseUrl, sent);
      measured.push({ requests, kit, bare, ratio: kit / bare });
    }
  } finally {
    unsubscribe('undici:request:create', record);
    server.close();
    other.close();
  }
  const counted = measured.slice(1).sort((a, b) => a.ratio - b.ratio);
  const { requests, kit, bare, ratio } = counted[Math.floor(counted.length / 2)];
  return {
    concurrency,
    requests,
    kitPerSecond: Math.round(kit),
    barePerSecond: Math.round(bare),
    ratio: Number(ratio.toFixed(2)),
    ratios: counted.map((one) => Number(one.ratio.toFixed(2))),
  };
}

async function bareRate(baseUrl, requests) {
  const pool = new Pool(new URL(baseUrl).origin, { connections: concurrency, pipelining: 1 });
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next < requests.length) {
        const reply = await pool.request(requests[next++]).catch(() => undefined);
        await reply?.body.arrayBuffer().catch(() => undefined);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await pool.destroy();
  return requests.length / seconds;
}
