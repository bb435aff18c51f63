/** Values that checks share, and the exchanges that count for each. */
import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json, page } from '../../test/run-context.ts';
import type { CheckContext } from './check-context.ts';
import { inconclusive, pass } from './conclusion.ts';
import { decide } from './decide.ts';

test('once() makes a value in the first check that asks, and counts its exchanges for each check that uses it', async () => {
  const context = await contextOf(json(page([])));
  const ask = (id: string) =>
    decide(context, { ...row, id }, async (t) => {
      const exchange = await t.once('a search', (own) => own.sendCanonical('logs'));
      return pass({ message: String(exchange.number) });
    });
  expect(await ask('a')).toEqual({ verdict: 'pass', exchanges: 1, message: '1' });
  expect(await ask('b')).toEqual({ verdict: 'pass', exchanges: 1, message: '1' });
  expect(context.client.usage.sent).toBe(1);
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
    return context.client.usage.sent;
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

test('exclusive work does not wait for what other checks are working out', async () => {
  // Both infer the time format.
  const context = await contextOf(json(page(['an item'])), { maxRequests: 200 });
  const search = (t: CheckContext) => t.sendCanonical('logs');
  const verdict = await decide(context, row, async (t) => {
    const beside = await t.exclusively(async (alone) => {
      // They wait until the work that runs alone has ended.
      const others = Promise.all([t.once('a search', search), t.logs.measure({ status: 'succeeded' }), t.logs.sorts()]);
      await alone.once('a search', search);
      await alone.logs.measure({ status: 'succeeded' });
      await alone.logs.sorts();
      return { others };
    });
    await beside.others;
  });
  expect(verdict).toMatchObject({ verdict: 'pass' });
});
