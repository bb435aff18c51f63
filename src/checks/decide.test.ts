/** From what a check says, or throws, to its verdict; and what watch and capsule make of exchanges. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { row } from '../../test/requirement.ts';
import { settingsOf } from '../../test/settings.ts';
import { NotSent } from '../client/index.ts';
import type { RunSettings } from '../core/config.ts';
import type { Requirement } from '../core/requirement.ts';
import { fc } from '../generators/fc.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive, notApplicable, pass } from './conclusion.ts';
import { decide } from './decide.ts';
import { checks, checksOf } from './registry.ts';
import { buildReproducer } from './reproducer.ts';
import { createRunContext, type RunContext } from './run-context.ts';

vi.setConfig({ testTimeout: 30_000 });

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const token = 'a-token-that-nobody-may-see';
const page = (data: readonly string[], cursor: object = {}) =>
  JSON.stringify({ data, cursor: { totalItems: data.length, ...cursor } });

async function contextOf(listener: RequestListener, run: Partial<RunSettings> = {}): Promise<RunContext> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, {
    tokens: { valid: token },
    run: { concurrency: 4, timeoutMs: 2000, maxRequests: 50, ...run },
  });
  const context = createRunContext(settings);
  closing.push(
    () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
    () => context.client.close(),
  );
  return context;
}

const json =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);

test('a pass counts the exchanges that it rests on: sent, used, or judged in traffic', async () => {
  const context = await contextOf(json(page([])));
  const own = await decide(context, row, async (t) => {
    await Promise.all([t.sendCanonical('logs'), t.sendCanonical('logs')]);
    return pass({ message: 'well', samples: { count: 2, kinds: { plain: 2 } } });
  });
  expect(own).toEqual({ verdict: 'pass', exchanges: 2, message: 'well', samples: { count: 2, kinds: { plain: 2 } } });
  const watched = { ...row, id: 'logs/json' };
  const judged = await decide(context, watched, async (t) => {
    expect(t.findings).toEqual({ judged: 2, violations: [] });
    await t.sendCanonical('logs');
    return pass({ message: `${t.findings.judged} judged` });
  });
  expect(judged).toEqual({ verdict: 'pass', exchanges: 3, message: '3 judged' });
});

test('pass() without exchanges becomes inconclusive', async () => {
  const context = await contextOf(json(page([])));
  expect(await decide(context, row, async () => pass())).toMatchObject({ verdict: 'inconclusive', exchanges: 0 });
});

test('a pass without a situation that it requires is inconclusive, and one with it lists what it met', async () => {
  const context = await contextOf(json(page([])));
  const paged: Requirement = { ...row, points: ['a page border'] };
  const send = (t: CheckContext) => t.sendCanonical('logs');
  expect(await decide(context, paged, async (t) => void (await send(t)))).toMatchObject({
    verdict: 'inconclusive',
    message: 'the run did not meet a page border',
    wouldDecide: 'a webhook with two pages of logs or more (fixtures.webhooks)',
  });
  const met = await decide(context, paged, async (t) => {
    t.reached('both statuses', 'a page border');
    await send(t);
  });
  expect(met).toEqual({ verdict: 'pass', exchanges: 1, reached: ['a page border', 'both statuses'] });
});

test('a failure carries masked evidence and a reproducer', async () => {
  const context = await contextOf(json(page(['an item'])));
  const outcome = await decide(context, row, async (t) => {
    const exchange = await t.sendCanonical('logs');
    fail(`it said ${token}`, [exchange, [exchange, 'once more']], {
      symptom: { kind: 'refused' },
      level: 'derived',
    });
  });
  expect(outcome).toMatchObject({
    verdict: 'fail',
    exchanges: 1,
    level: 'derived',
    message: 'it said {token}',
    capsule: { symptom: { kind: 'refused' } },
  });
  if (outcome.verdict !== 'fail') throw new Error('unreachable');
  expect(outcome.evidence.map((one) => one.note)).toEqual([undefined, 'once more']);
  expect(outcome.capsule?.steps).toHaveLength(2);
  expect(JSON.stringify(outcome)).not.toContain(token);
});

test('a check ends where fail(), inconclusive() or notApplicable() is called, however deep', async () => {
  const context = await contextOf(json(page([])));
  const thrown = await decide(context, row, async () => {
    await Promise.all([Promise.resolve().then(() => inconclusive('not met', 'a larger log'))]);
    return pass();
  });
  expect(thrown).toMatchObject({ verdict: 'inconclusive', message: 'not met', wouldDecide: 'a larger log' });
  expect(
    await decide(context, row, async () => {
      notApplicable('switched off');
    }),
  ).toEqual({ verdict: 'notApplicable', exchanges: 0, message: 'switched off' });
});

test('any other error is reported as an error of the kit, without secrets', async () => {
  const context = await contextOf(json(page([])));
  const outcome = await decide(context, row, async (t) => {
    await t.sendCanonical('logs');
    throw new TypeError(`undefined is no ${token}`);
  });
  expect(outcome).toMatchObject({ verdict: 'error', exchanges: 1, message: 'the kit failed: undefined is no {token}' });
  expect(JSON.stringify(outcome)).not.toContain(token);
  expect(
    await decide(context, row, async () => {
      throw 'a string';
    }),
  ).toMatchObject({ verdict: 'error', message: 'the kit failed: a string' });
});

test('a request that could not be sent makes the requirement inconclusive, with a remedy', async () => {
  const context = await contextOf(json(page([])), { maxRequests: 2 });
  const outcome = await decide(context, row, async (t) => {
    for (;;) await t.sendCanonical('logs');
  });
  expect(outcome).toMatchObject({ verdict: 'inconclusive', exchanges: 2, wouldDecide: 'a higher --max-requests' });
  for (const reason of ['given-up', 'throttled', 'aborted'] as const)
    expect(
      await decide(context, row, async () => {
        throw new NotSent(reason, 'not sent');
      }),
    ).toMatchObject({ verdict: 'inconclusive', message: 'not sent' });
});

test('a check that exceeds its time limit is inconclusive, and its signal is aborted', async () => {
  const context = await contextOf(json(page([])));
  let aborted = false;
  const outcome = await decide(
    context,
    row,
    (t) =>
      new Promise((_resolve, reject) => {
        t.signal.addEventListener('abort', () => {
          aborted = true;
          setTimeout(() => reject(new Error('too late to matter')), 5);
        });
      }),
    30,
  );
  expect(outcome).toMatchObject({ verdict: 'inconclusive' });
  expect(aborted).toBe(true);
  await new Promise((resolve) => setTimeout(resolve, 20));
});

test('a requirement has one check, and a check needs a requirement', () => {
  const check = checksOf([row]);
  check('logs/some-row', async () => pass());
  expect(() => check('logs/some-row', async () => pass())).toThrow('two checks');
  expect(() => check('logs/none' as 'logs/some-row', async () => pass())).toThrow('is not a requirement');
  expect(checks().map((one) => one.requirement.id)).toContain('logs/some-row');
});

test('a rejected control makes the requirement inconclusive', async () => {
  const context = await contextOf(json('{}', 503));
  const outcome = await decide(context, row, async (t) => {
    t.requireAccepted(await t.sendCanonical('logs'), 'the canonical search');
    return pass();
  });
  expect(outcome).toMatchObject({ verdict: 'inconclusive', exchanges: 1 });
});

test('the number of samples follows the depth, and the seed the requirement', async () => {
  const runs: number[] = [];
  const seeds = new Set<number>();
  for (const depth of ['quick', 'standard', 'deep'] as const) {
    const context = await contextOf(json(page([])), { depth });
    for (const id of ['a', 'b'])
      await decide(context, { ...row, id }, async (t) => {
        runs.push(t.effort.sampleCount(10));
        seeds.add(t.seed);
        return pass();
      });
  }
  expect(runs).toEqual([2, 2, 10, 10, 100, 100]);
  expect(seeds.size).toBe(2);
});

test('a quick run takes the first cases and draws others', async () => {
  const cases = Array.from({ length: 20 }, (_, at) => at);
  const seen = new Map<string, readonly number[]>();
  for (const [depth, seed] of [
    ['quick', 1],
    ['quick', 1],
    ['quick', 2],
    ['standard', 1],
  ] as const) {
    const context = await contextOf(json(page([])), { depth, seed });
    await decide(context, row, async (t) => {
      const some = t.effort.sampleOf(cases, 4);
      const known = seen.get(`${depth} ${seed}`);
      if (known !== undefined) expect(some).toEqual(known);
      seen.set(`${depth} ${seed}`, some);
      expect(t.effort.sampleOf(cases, 4, 2).slice(0, 2)).toEqual([0, 1]);
      expect(t.effort.sampleOf([7], 4)).toEqual([7]);
      return pass();
    });
  }
  expect(seen.get('standard 1')).toEqual(cases);
  expect(seen.get('quick 1')).toHaveLength(4);
  expect(seen.get('quick 1')?.[0]).toBe(0);
  expect(seen.get('quick 2')).not.toEqual(seen.get('quick 1'));
});

test('a check `from: standard` sends nothing in a quick run', async () => {
  const rare = { ...row, id: 'rare' } as const;
  checksOf([rare])('rare', async (t) => pass({ message: `${(await t.sendCanonical('logs')).number}` }), {
    from: 'standard',
  });
  const check = checks().find((one) => one.requirement.id === 'rare')!;
  const quick = await contextOf(json(page([])), { depth: 'quick' });
  const outcome = await decide(quick, rare, check.work);
  expect(outcome).toMatchObject({
    verdict: 'inconclusive',
    exchanges: 0,
    wouldDecide: 'a run with --depth standard',
  });
  const standard = await contextOf(json(page([])), { depth: 'standard' });
  expect(await decide(standard, rare, check.work)).toMatchObject({ verdict: 'pass' });
});

test('a requirement that only observes is not applicable at quick, where it is only from standard', async () => {
  const observing = { ...row, id: 'observing', observes: true } as const;
  checksOf([observing])('observing', async () => pass(), { from: 'standard' });
  const { work } = checks().find((one) => one.requirement.id === 'observing')!;
  const quick = await contextOf(json(page([])), { depth: 'quick' });
  expect(await decide(quick, observing, work)).toMatchObject({ verdict: 'notApplicable', exchanges: 0 });
});

test('a quick run whose budget is used up names the depth that has more', async () => {
  const context = await contextOf(json(page([])), { depth: 'quick', maxRequests: 1 });
  const outcome = await decide(context, row, async (t) => {
    for (;;) await t.sendCanonical('logs');
  });
  expect(outcome).toMatchObject({ verdict: 'inconclusive', exchanges: 1 });
  expect(outcome).toHaveProperty('wouldDecide', expect.stringContaining('--depth standard'));
});

test('a failure is kept if the budget ends while it is shrunk', async () => {
  const context = await contextOf(json('{}', 500), { depth: 'quick', maxRequests: 2 });
  const outcome = await decide(context, row, async (t) => {
    await t.property({
      arbitrary: fc.nat(),
      examples: [],
      runs: 5,
      judge: async () => {
        const exchange = await t.sendCanonical('logs');
        return exchange.response?.status === 500 ? { message: 'it broke', proof: [exchange] } : undefined;
      },
    });
    return pass();
  });
  expect(outcome).toMatchObject({ verdict: 'fail', message: 'it broke' });
});

test('the traffic monitor judges every response, whichever check caused it', async () => {
  let body = page(['an item'], { next: null });
  let type: string | undefined = 'application/json';
  let status = 200;
  const context = await contextOf((_request, response) =>
    response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body),
  );
  const { client, traffic } = context;
  const search = () => client.send({ operation: 'logs' });
  await search();
  expect(traffic.findingsFor('logs/page-shape')).toMatchObject({ judged: { count: 1 }, violations: [] });
  expect(traffic.findingsFor('logs/null-cursor').violations).toHaveLength(1);
  type = 'text/plain';
  body = '{"data":[1],"cursor":{"totalItems":-1}}';
  await search();
  expect(traffic.findingsFor('logs/content-type').violations[0]?.message).toContain('text/plain');
  expect(traffic.findingsFor('logs/page-shape').violations).toHaveLength(1);
  type = undefined;
  body = '{"data":';
  for (let time = 0; time < 5; time += 1) await search();
  expect(traffic.findingsFor('logs/json').judged.count).toBe(7);
  expect(traffic.findingsFor('logs/json').violations).toHaveLength(3);
  status = 500;
  await search();
  await client.send({ operation: 'logs', typed: false });
  expect(traffic.findingsFor('logs/no-server-error').violations[0]?.message).toBe('answered 500');
  expect(traffic.findingsFor('logs/survives-malformed').violations).toHaveLength(1);
  status = 400;
  body = JSON.stringify({ error: `no, ${token}` });
  await search();
  expect(traffic.findingsFor('logs/error-json').violations.at(-1)?.message).toContain('token');
  const judged = traffic.findingsFor('logs/json').judged.count;
  status = 200;
  await client.send({ operation: 'logs', target: '/elsewhere' });
  expect(traffic.findingsFor('logs/json').judged.count).toBe(judged);
  expect(context.observations.value('successStatus.logs')).toBe(200);
});

test('throttling is not a server error, and a missing answer must be confirmed', async () => {
  let asked = 0;
  const context = await contextOf(
    (_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(503, { 'Retry-After': '0' }).end();
      else if (asked === 2) json(page([]))(_request, response);
    },
    { timeoutMs: 60 },
  );
  await context.client.send({ operation: 'logs' });
  expect(context.traffic.findingsFor('logs/no-server-error').violations).toEqual([]);
  await context.client.send({ operation: 'logs' });
  expect(context.traffic.findingsFor('logs/no-server-error').violations).toEqual([]);
  expect(context.traffic.unconfirmedTimeouts('logs')).toHaveLength(1);
});

test('a reproducer holds steps to send again, with placeholders for cursors, users and tokens', async () => {
  let place = 0;
  const context = await contextOf((request, response) => {
    place += 1;
    json(request.method === 'POST' ? '{}' : page(['i'], { next: `c+/${place}==` }))(request, response);
  });
  const { client, users } = context;
  const first = await client.send({ operation: 'logs', query: [['status', 'failed']] });
  const second = await client.send({ operation: 'logs', query: [['next', 'c+/1==']] });
  const third = await client.send({
    operation: 'logs',
    query: [['next', 'c+/2==']],
    authorization: 'Bearer {token[1:]}',
  });
  const user = await users.register();
  const { steps, symptom } = buildReproducer(client, [first, second, third, user.registered], { kind: 'check' });
  expect(symptom).toEqual({ kind: 'check' });
  expect(steps.map((step) => [step.method, step.target])).toEqual([
    ['GET', '/v2/webhooks/wh_1/logs/search?status=failed'],
    ['GET', '/v2/webhooks/wh_1/logs/search?next={1.cursor.next}'],
    ['GET', '/v2/webhooks/wh_1/logs/search?next={2.cursor.next}'],
    ['POST', '/v2/auth/register'],
  ]);
  expect(steps[2]?.headers).toEqual([['Authorization', 'Bearer {token[1:]}']]);
  expect(JSON.parse(steps[3]!.body!)).toMatchObject({ email: 'cawl+{unique:1}@example.com', password: '{password}' });
  expect(JSON.stringify(steps)).not.toContain(token);
});

test('once() makes a value in the first check that asks, and counts its exchanges for each check that uses it', async () => {
  const context = await contextOf(json(page([])));
  const ask = (id: string) =>
    decide(context, { ...row, id }, async (t) => {
      const exchange = await t.once('a search', (own) => own.sendCanonical('logs'));
      return pass({ message: String(exchange.number) });
    });
  expect(await ask('a')).toEqual({ verdict: 'pass', exchanges: 1, message: '1' });
  expect(await ask('b')).toEqual({ verdict: 'pass', exchanges: 1, message: '1' });
  expect(context.client.sent).toBe(1);
});

test('once() forgets a failure', async () => {
  const context = await contextOf(json(page([])));
  let made = 0;
  const ask = () =>
    decide(context, row, async (t) => {
      await t.once('fails first', async (own) => {
        made += 1;
        if (made === 1) inconclusive('not yet', 'another try');
        return own.sendCanonical('logs');
      });
    });
  expect((await ask()).verdict).toBe('inconclusive');
  expect((await ask()).verdict).toBe('pass');
});

test('share() makes a value once at quick, and anew for each check at standard', async () => {
  const sentAt = async (depth: 'quick' | 'standard') => {
    const context = await contextOf(json(page([])), { depth });
    for (const id of ['a', 'b'])
      await decide(context, { ...row, id }, async (t) => {
        await t.share('a search', (own) => own.sendCanonical('logs'));
      });
    return context.client.sent;
  };
  expect([await sentAt('quick'), await sentAt('standard')]).toEqual([1, 2]);
});

test('one exchange that a check uses twice counts once', async () => {
  const context = await contextOf(json(page([])));
  const verdict = await decide(context, row, async (t) => {
    const exchange = await t.sendCanonical('logs');
    t.client.noteUse([exchange, exchange]);
  });
  expect(verdict).toEqual({ verdict: 'pass', exchanges: 1 });
});
