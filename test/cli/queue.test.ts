/**
 * Workers on a queue, over a real Redis: one is killed in mid-job, one is paused for longer than a job may be silent. Nothing is
 * lost, nothing is counted twice, and the target is never asked faster than its rate.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import type { Matrix } from '../../src/core/matrix.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { noRedis, startRedis } from '../redis.ts';
import { cawl, program } from './program.ts';
import { scratch } from './scratch.ts';

const rate = 60;
const token = 'CAWL_TOKEN_OF_TARGET';

describe.skipIf(noRedis !== undefined)(
  `with Redis${noRedis === undefined ? '' : ` (skipped: ${noRedis})`}`,
  { timeout: 240_000 },
  () => {
    let redis: Awaited<ReturnType<typeof startRedis>>;
    beforeAll(async () => {
      redis = await startRedis();
    });
    afterAll(() => redis?.close());

    test('one worker is killed and one is paused: nothing is lost or counted twice, and the rate holds', async () => {
      const { target, baseUrl, arrivals } = await countedTarget();
      const cwd = scratch({ 'fleet.yaml': fleetOf(target, baseUrl) });
      const { tokens, fixtures } = target.settings;
      const env = {
        [token]: tokens.valid,
        CAWL_PASSWORD: fixtures.register.password,
        CAWL_CODE_URL: fixtures.verificationCode!.url!,
        CAWL_QUEUE: redis.url,
      };
      const workers = [0, 1, 2].map(() => startWorker(cwd, env));
      const [killed, paused] = workers as [Running, Running, Running];
      const judging = cawl(['matrix', 'fleet.yaml', '--shards', '4', '--seed', '1'], cwd, { env });
      let hasEnded = false;
      void judging.then(() => {
        hasEnded = true;
      });
      await until(() => hasEnded || arrivals.length > 2 * rate);
      killed.child.kill('SIGKILL');
      paused.child.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 4000));
      paused.child.kill('SIGCONT');
      const { status, err } = await judging;
      expect(status, err).toBe(0);

      const matrix = JSON.parse(readFileSync(join(cwd, 'reports/matrix/matrix.json'), 'utf8')) as Matrix;
      expect(matrix.implementations.map(({ name, freshness }) => `${name} ${freshness}`)).toEqual([
        'target judged',
        'reference judged',
      ]);
      const report = JSON.parse(
        readFileSync(join(cwd, 'reports/matrix/target/conformance.json'), 'utf8'),
      ) as ConformanceReport;
      expect(report.run.merged).toEqual({ shards: 4, of: 4, problems: [] });
      expect(report.requirements.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'notApplicable')).toEqual(
        [],
      );
      // No job ended twice, whichever worker had begun it. The killed worker may have handed in a shard that it no longer printed.
      const done = workers.flatMap(({ printed }) => printed().match(/^target.*: done$/gm) ?? []);
      expect(done).toHaveLength(new Set(done).size);
      expect(done.length).toBeGreaterThanOrEqual(3);
      expect(arrivals.length).toBeGreaterThan(report.run.requests);
      expect(mostWithin(arrivals, 1000)).toBeLessThanOrEqual(rate + 6);
      expect(mostWithin(arrivals, 5000)).toBeLessThanOrEqual(5 * rate + 6);
    });

    test('a job that starts commands, and one without its variable, fail with a sentence', async () => {
      const start = { baseUrl: 'http://127.0.0.1:9', start: ['true'] };
      const cwd = scratch({
        'fleet.yaml': stringify({
          implementations: [
            { name: 'started', ...start, configuration: { tokens: { valid: 'token-of-started' } } },
            {
              name: 'commanded',
              baseUrl: 'http://127.0.0.1:9',
              configuration: { tokens: { valid: { command: ['echo', 'token-of-commanded'] } } },
            },
            // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the configuration
            { name: 'secret', baseUrl: 'http://127.0.0.1:9', configuration: { tokens: { valid: '${NOT_THERE}' } } },
          ],
        }),
      });
      startWorker(cwd, { CAWL_TOKEN: 'token-of-started' }, ['--queue', redis.url]);
      const { status, err } = await cawl(['matrix', 'fleet.yaml', '--queue', redis.url], cwd);
      expect(status, err).toBe(3);
      expect(err).toContain('started the job starts commands');
      expect(err).toContain('commanded the job starts commands');
      expect(err).toMatch(/secret .*NOT_THERE is not set/);
    });

    test('a queue without a worker is reported, and a worker that comes later takes the jobs', async () => {
      const configuration = { run: { depth: 'quick', only: ['logs/accepts-valid'] } };
      const fleet = stringify({ implementations: [{ name: 'late', configuration }] });
      const cwd = scratch({ 'fleet.yaml': fleet });
      const judging = startProgram(cwd, {}, ['matrix', 'fleet.yaml', '--queue', redis.url]);
      const ended = new Promise((resolve) => judging.child.once('close', resolve));
      await until(() => judging.printed().includes('no worker is connected'));
      startWorker(cwd, {}, ['--queue', redis.url]);
      expect(await ended, judging.printed()).toBe(0);
      expect(judging.printed().match(/^no worker is connected/gm)).toHaveLength(1);
    });
  },
);

test('a queue that is not there is reported', async () => {
  const cwd = scratch({ 'fleet.yaml': 'implementations: [{name: reference}]\n' });
  const { status, err } = await cawl(['matrix', 'fleet.yaml', '--queue', 'redis://127.0.0.1:1'], cwd);
  expect(err).toContain('cawl: Redis does not answer');
  expect(status).toBe(2);
});

interface Running {
  readonly child: ChildProcess;
  readonly printed: () => string;
}

function startWorker(cwd: string, env: Readonly<Record<string, string>>, words: readonly string[] = []): Running {
  return startProgram(cwd, env, ['worker', '--stalled-after', '1500ms', ...words]);
}

function startProgram(cwd: string, env: Readonly<Record<string, string>>, words: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr!.setEncoding('utf8').on('data', (more: string) => {
    text += more;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, printed: () => text };
}

/** A reference server behind a proxy that notes when each request arrives, ms. */
async function countedTarget(): Promise<{ target: ReferenceServer; baseUrl: string; arrivals: number[] }> {
  const target = await startReference({ seed: 'queue' });
  const arrivals: number[] = [];
  const proxy: Server = createServer((incoming, outgoing) => {
    arrivals.push(performance.now());
    const { method, url, headers } = incoming;
    const { port } = new URL(target.baseUrl);
    const onward = send({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode!, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await target.close();
  });
  const { port } = proxy.address() as { port: number };
  return { target, baseUrl: `http://127.0.0.1:${port}${new URL(target.baseUrl).pathname}`, arrivals };
}

function fleetOf({ settings }: ReferenceServer, baseUrl: string): string {
  const { fixtures, declares } = settings;
  const only = ['*/accepts-valid', '*/content-type', '*/json', 'auth/*/no-header', 'auth/*/wrong-token'];
  return stringify({
    implementations: [
      {
        name: 'target',
        version: '1.0',
        baseUrl,
        configuration: { tokens: { valid: `\${${token}}` }, fixtures, declares, run: { rate, only } },
      },
      { name: 'reference', configuration: { run: { only: ['*/accepts-valid'] } } },
    ],
  });
}

/** The largest number of moments within a window of so many ms. */
function mostWithin(moments: readonly number[], ms: number): number {
  let from = 0;
  return moments.reduce((most, at, index) => {
    while (moments[from]! < at - ms) from += 1;
    return Math.max(most, index - from + 1);
  }, 0);
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 60_000; waited += 50)
    await new Promise((resolve) => setTimeout(resolve, 50));
}
