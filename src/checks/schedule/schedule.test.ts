import { expect, test } from 'vitest';
import { contextOf, json } from '../../../test/run-context.ts';
import type { RunSettings } from '../../core/config.ts';
import { defined } from '../../core/defined.ts';
import type { Requirement } from '../../core/requirement.ts';
import type { Verdict } from '../../core/verdict.ts';
import { fail, inconclusive } from '../conclusion.ts';
import type { Check, CheckFunction, Phase } from '../registry.ts';
import { checks, checksOf } from '../registry.ts';
import { failOnViolations } from '../traffic/traffic-verdicts.ts';
import { runSchedule, Schedule } from './schedule.ts';

const requirement = (id: string) => ({ id, level: 'stated', operation: 'logs' }) as Requirement;

async function runBoth(check: Check, run: Partial<RunSettings> = {}) {
  const context = await contextOf(json('{}'), run);
  const verdicts: Verdict[] = [];
  await runSchedule(new Schedule(context, [check]), (_, verdict) => verdicts.push(verdict));
  expect(verdicts).toHaveLength(1);
  return verdicts[0];
}

const titled = (id: string, level: Requirement['level'], phase: Phase = 'main'): Check => ({
  requirement: { ...requirement(id), area: 'logs', level },
  work: async (t) => void (await t.sendCanonical('logs')),
  options: { phase },
});

test('where requests are few, what the gate counts comes before what is declared or advised', async () => {
  const checks = [titled('logs/a', 'advisory'), titled('logs/b', 'derived'), titled('logs/c', 'declared')];
  for (const [depth, ids] of [
    ['quick', [['logs/b'], ['logs/a', 'logs/c']]],
    ['standard', [['logs/a', 'logs/b', 'logs/c']]],
  ] as const) {
    const schedule = new Schedule(await contextOf(json('{}'), { depth }), checks);
    const stages = schedule.stages().map(({ tasks }) => tasks.map(({ title }) => title));
    expect(stages.filter((titles) => titles.length > 0)).toEqual(ids);
  }
});

test('a budget that runs out leaves something to what comes later', async () => {
  const checks = Array.from({ length: 20 }, (_, at) => titled(`logs/${at}`, 'stated'));
  const late = titled('verify/wrong-code', 'stated', 'wrong-codes');
  const context = await contextOf(json('{}'), { maxRequests: 20 });
  const verdicts = new Map<string, Verdict>();
  await runSchedule(new Schedule(context, [...checks, late]), ({ id }, verdict) => verdicts.set(id, verdict));
  expect(verdicts.get('verify/wrong-code')).toMatchObject({ verdict: 'pass' });
  expect([...verdicts.values()].filter(({ verdict }) => verdict === 'inconclusive')).toHaveLength(3);
});

test('nothing is kept for later once something seems wrong', async () => {
  const checks = Array.from({ length: 20 }, (_, at) => titled(`logs/${at}`, 'stated'));
  const context = await contextOf(json('{}'), { maxRequests: 20 });
  context.client.lookIntoFirst();
  const schedule = new Schedule(context, [...checks, titled('verify/wrong-code', 'stated', 'wrong-codes')]);
  const verdicts = new Map<string, Verdict>();
  await runSchedule(schedule, ({ id }, verdict) => verdicts.set(id, verdict));
  expect(verdicts.get('verify/wrong-code')).toMatchObject({ verdict: 'inconclusive', exchanges: 0 });
});

const prepared = (prepare: CheckFunction, work: CheckFunction): Check => ({
  requirement: requirement('logs/json'),
  work,
  options: { phase: 'closing', prepare: { phase: 'main', work: prepare } },
});

test('an exchange that is prepared and judged again at the end counts once', async () => {
  const check = prepared(
    async (t) => void (await t.sendCanonical('logs')),
    async (t) => {
      await t.sendCanonical('logs');
      expect(t.findings.judged).toBe(2);
    },
  );
  expect(await runBoth(check)).toMatchObject({ verdict: 'pass', exchanges: 2 });
});

test('what was inconclusive when it was prepared stays so, unless the end shows a failure', async () => {
  const check = prepared(
    async () => inconclusive('no log', 'a log'),
    async (t) => void (await t.sendCanonical('logs')),
  );
  expect(await runBoth(check)).toMatchObject({ verdict: 'inconclusive', message: 'no log', exchanges: 1 });
});

test('an advisory finding becomes one that fails the gate where the end shows more', async () => {
  const advise: CheckFunction = async (t) => fail('once', [await t.sendCanonical('logs')], { level: 'advisory' });
  const conclude: CheckFunction = async (t) => fail('three times', [await t.sendCanonical('logs')]);
  const pass: CheckFunction = async (t) => void (await t.sendCanonical('logs'));
  const more = await runBoth(prepared(advise, conclude));
  expect(more).toMatchObject({ verdict: 'fail', message: 'three times' });
  expect(more).not.toHaveProperty('level');
  expect(await runBoth(prepared(advise, pass))).toMatchObject({ verdict: 'fail', message: 'once', level: 'advisory' });
});

/** The verdicts that are final before the last phase. */
async function decidedBeforeTheEnd(check: Check) {
  const schedule = new Schedule(await contextOf(json('{}'), { settleMs: 0 }), [check, titled('logs/a', 'stated')]);
  const stages = schedule.stages();
  const tasks = stages
    .slice(
      0,
      stages.findIndex(({ title }) => title === 'wrong-codes'),
    )
    .flatMap((stage) => stage.tasks);
  const decided = await Promise.all(tasks.map(({ run }) => run()));
  return new Map(decided.flat().map(([{ id }, { verdict }]) => [id, verdict]));
}

test('what is found in preparation is a verdict at once, and advice waits for the end', async () => {
  const find =
    (level?: 'advisory'): CheckFunction =>
    async (t) =>
      fail('found', [await t.sendCanonical('logs')], defined({ level }));
  const nothing: CheckFunction = async () => undefined;
  expect((await decidedBeforeTheEnd(prepared(find(), nothing))).get('logs/json')).toBe('fail');
  expect((await decidedBeforeTheEnd(prepared(find('advisory'), nothing))).has('logs/json')).toBe(false);
});

/** A check of all traffic, which is prepared by so many requests, and how long they take. */
const watching = (work: CheckFunction, prepare: { onlySends?: true } = {}): Check => ({
  requirement: { ...requirement('logs/page-shape'), watches: true },
  work: async (t) => void failOnViolations(t, { kind: 'check' }),
  options: { phase: 'closing', prepare: { phase: 'main', work, ...prepare } },
});

const sending =
  (count: number): CheckFunction =>
  async (t) => {
    for (let sent = 0; sent < count; sent += 1) await t.sendCanonical('logs');
    return undefined;
  };

test('what all traffic shows often enough is a verdict before the end', async () => {
  expect((await decidedBeforeTheEnd(watching(sending(3)))).get('logs/page-shape')).toBe('fail');
  expect((await decidedBeforeTheEnd(watching(sending(1)))).has('logs/page-shape')).toBe(false);
});

test('a violation that all traffic shows is reported while other tasks are at work', async () => {
  const slow: Check = { ...titled('logs/a', 'stated'), work: sending(20) };
  for (const [prepare, sent] of [
    [{ onlySends: true }, 3],
    // It may find a smaller request.
    [{}, 10],
  ] as const) {
    const context = await contextOf(json('{}'), { concurrency: 1 });
    const at = new Map<string, number>();
    const schedule = new Schedule(context, [watching(sending(10), prepare), slow]);
    await runSchedule(schedule, ({ id }) => at.set(id, context.client.usage.sent));
    expect(at.get('logs/page-shape')).toBeGreaterThanOrEqual(sent);
    expect(at.get('logs/page-shape')).toBeLessThan(sent === 3 ? 10 : 30);
    expect(at.get('logs/a')).toBe(30);
  }
});

test('a finding says that it was repeated, or why not', async () => {
  const found =
    (level?: 'advisory'): CheckFunction =>
    async (t) =>
      fail('found', [await t.sendCanonical('logs')], defined({ level }));
  const nothing: CheckFunction = async () => undefined;
  const repeated: Check = { requirement: requirement('create/json'), work: found(), options: { phase: 'closing' } };
  const verdicts = [
    await runBoth(prepared(found('advisory'), nothing)),
    await runBoth(repeated),
    await runBoth(prepared(found(), nothing), { settleMs: 0 }),
    await runBoth({ ...repeated, options: { phase: 'lockout' } }, { settleMs: 0 }),
    await runBoth({
      ...prepared(found(), nothing),
      options: { ...prepared(found(), nothing).options, confirmsItself: true },
    }),
  ];
  expect(verdicts).toMatchObject([
    { notRepeated: 'it is only advice' },
    { notRepeated: expect.stringContaining('of the whole run') },
    { reproduced: { times: 2, of: 2 } },
    { reproduced: { times: 2, of: 2 } },
    { notRepeated: 'the check itself requires it to show twice' },
  ]);
});

test('situations that were met early and late give the pass its weight together', async () => {
  const check = prepared(
    async (t) => {
      await t.sendCanonical('logs');
      t.reached('a page border');
    },
    async (t) => t.reached('both statuses') as undefined,
  );
  expect(await runBoth(check)).toMatchObject({ verdict: 'pass', reached: ['a page border', 'both statuses'] });
});

test('what is prepared from standard is left out at quick, and the end decides alone', async () => {
  const id = 'logs/from-standard';
  checksOf([requirement(id)])(id, async (t) => void (await t.sendCanonical('logs')), {
    phase: 'closing',
    prepare: { phase: 'main', work: async (t) => void (await t.sendCanonical('logs')), from: 'standard' },
  });
  const check = checks().find((one) => one.requirement.id === id)!;
  expect(await runBoth(check, { depth: 'quick' })).toMatchObject({ verdict: 'pass', exchanges: 1 });
  expect(await runBoth(check, { depth: 'standard' })).toMatchObject({ verdict: 'pass', exchanges: 2 });
});
