/**
 * a) What the kit costs: requests a second of its deep samples against those of a bare undici pool that sends the very
 * same requests with the same concurrency, to the same server in another process. Both in turns, the best of each.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Pool } from 'undici';
import { startServer } from './children.mjs';

const concurrency = 32;
/** Rows that generate, send, judge and record, at ten times their usual samples. */
const rows = new Set(['create/no-server-error', 'register/no-server-error', 'logs/no-server-error']);

export async function rate({ rounds = 3 } = {}) {
  const { runCourse } = await import('../dist/src/selftest/course-run.js');
  const server = await startServer();
  const settings = {
    ...server.settings,
    waivers: [],
    run: {
      depth: 'deep',
      concurrency,
      rate: 0,
      timeoutMs: 10_000,
      maxRequests: 20_000,
      seed: 1,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
  try {
    const recorded = [];
    const record = ({ request: { origin, method, path, headers, body } }) => {
      if (origin === new URL(settings.baseUrl).origin) recorded.push({ method, path, headers, body });
    };
    subscribe('undici:request:create', record);
    await runCourse(settings, rows);
    unsubscribe('undici:request:create', record);
    const kit = [];
    const bare = [];
    for (let round = 0; round < rounds; round += 1) {
      const { requests, ms } = await runCourse(settings, rows);
      kit.push((requests / ms) * 1000);
      bare.push(await bareRate(server.settings.baseUrl, recorded));
    }
    const best = (rates) => Math.round(Math.max(...rates));
    return {
      concurrency,
      requests: recorded.length,
      kitPerSecond: best(kit),
      barePerSecond: best(bare),
      ratio: Number((best(kit) / best(bare)).toFixed(2)),
    };
  } finally {
    server.close();
  }
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
