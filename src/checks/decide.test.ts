/** From what a check says, or throws, to its verdict. */
import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json, page } from '../../test/run-context.ts';
import { token } from '../../test/settings.ts';
import { NotSent } from '../client/index.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Requirement } from '../core/requirement.ts';
import { fc } from '../generators/fc.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive, notApplicable, pass } from './conclusion.ts';
import { decide } from './decide.ts';
import { checks, checksOf } from './registry.ts';
import { buildReproducer } from './reproducer.ts';

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
  const quick = await contextOf(json(page([])), { depth: 'quick' });
  expect(await decide(quick, paged, async (t) => void (await send(t)))).toMatchObject({
    wouldDecide: 'a run with --depth standard, or a webhook with two pages of logs or more (fixtures.webhooks)',
  });
  const met = await decide(context, paged, async (t) => {
    t.reached('both statuses', 'a page border');
    await send(t);
  });
  expect(met).toEqual({ verdict: 'pass', exchanges: 1, reached: ['a page border', 'both statuses'] });
});

test('of a long proof, the evidence has the first exchanges and those that lead to the decisive one', async () => {
  const context = await contextOf(json(page(['an item'])));
  const outcome = await decide(context, row, async (t) => {
    const sent: Exchange[] = [];
    while (sent.length < 30) sent.push(await t.sendCanonical('logs'));
    fail('the 25th is wrong', [...sent.slice(0, 24), [sent[24]!, 'wrong', 'wrong'], ...sent.slice(25)]);
  });
  const numbers = outcome.verdict === 'fail' ? outcome.evidence.map(({ number }) => number) : [];
  expect(numbers).toEqual([1, 2, 3, 4, 18, 19, 20, 21, 22, 23, 24, 25]);
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

test('advice about a target that throttles names the time that its pauses take, if the run has too little', async () => {
  const context = await contextOf(json(page([])));
  const advice = async (time: string) => {
    const outcome = await decide(context, row, async () => {
      throw new NotSent('throttled', 'not sent', undefined, time);
    });
    return outcome.verdict === 'inconclusive' ? outcome.wouldDecide : undefined;
  };
  expect(await advice('')).toMatch(/^a lower --rate or --concurrency/);
  expect(await advice(', such as 4m (…)')).toMatch(/^a longer --max-time, such as 4m \(…\), or a higher rate limit/);
});

test('advice about a run without time left names rejected right codes, unless they were accepted later', async () => {
  const context = await contextOf(json(page([])));
  const { memory } = context.users;
  const advice = async () => {
    const outcome = await decide(context, row, async () => {
      throw new NotSent('time', 'no time left');
    });
    return outcome.verdict === 'inconclusive' ? outcome.wouldDecide : undefined;
  };
  for (const n of [1, 2, 3]) memory.everRejected.add(n);
  expect(await advice()).toMatch(/^a target that accepts every right code \(those of 3 users .*--max-time/);
  memory.verified.add(3);
  expect(await advice()).toMatch(/^a longer --max-time/);
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
  expect(JSON.parse(steps[3]!.body!)).toMatchObject({ email: 'cawl{unique:1}@example.com', password: '{password}' });
  expect(JSON.stringify(steps)).not.toContain(token);
});

test('a reproducer names the step that a cursor in place of the token comes from', async () => {
  const { client } = await contextOf(json(page(['i'], { next: 'c1' })));
  const first = await client.send({ operation: 'logs' });
  const second = await client.send({ operation: 'logs', authorization: 'Bearer c1' });
  const { steps } = buildReproducer(client, [first, second], { kind: 'accepted' });
  expect(steps.map(({ headers }) => headers)).toEqual([
    [['Authorization', 'Bearer {token}']],
    [['Authorization', 'Bearer {1.cursor.next}']],
  ]);
});

test('digits are masked as a code only in sentences about operations with codes', async () => {
  const context = await contextOf(json(page([])));
  context.client.secrets.addCode('000206', 1);
  const sentence = async (operation: 'logs' | 'verify') =>
    decide(context, { ...row, operation }, async () => inconclusive('answered 206', 'another target'));
  expect(await sentence('logs')).toMatchObject({ message: 'answered 206' });
  expect(await sentence('verify')).toMatchObject({ message: 'answered {code:1}' });
});
