import { expect, test } from 'vitest';
import { CheckContext } from '../../src/checks/check-context.ts';
import type { Requirement } from '../../src/core/requirement.ts';
import { api, controls, generate } from '../../src/suite.ts';
import { contextOf, json } from '../../test/run-context.ts';
import { fewHeaderless, bare as headerlessBare } from './headerless.ts';
import { headerSample, inAForm, inAll, inPassing, sampleOf, withVariants } from './samples.ts';

const bare = sampleOf(controls.withoutHeader);
const trusting = inAll(bare, [{ label: 'with X-A', how: { headers: [['X-A', '1']] } }]);
const empty = sampleOf({
  label: 'without header, with an empty object',
  how: { authorization: null, body: {}, typed: false },
  common: 'without header, empty',
});

async function contextAt(depth: 'standard' | 'deep'): Promise<CheckContext> {
  const run = await contextOf(json('{}'), { depth });
  return new CheckContext(run, { id: 'x' } as Requirement, new AbortController().signal);
}

test('variants come in forms of message with many parts, and the forms that are left come without one', async () => {
  const t = await contextAt('standard');
  const [first, ...others] = withVariants(t, 'create', bare, [trusting, empty]);
  expect(first).toBe(bare);
  expect(others[0]!.how.headers).toContainEqual(['X-A', '1']);
  expect(others[1]!.how.body).toEqual({});
  for (const { label, together } of others) {
    expect(label).toMatch(/with an unknown parameter/);
    expect(together!.without).toBe(bare);
  }
  expect(others.slice(2).every(({ how }) => how.body === undefined)).toBe(true);
  expect(others.length).toBe(withVariants(t, 'create', bare, []).length - 1);
});

test('a variant and its form are tried apart where both together leave a doubt', async () => {
  const [, , both] = withVariants(await contextAt('standard'), 'create', bare, [trusting, empty]);
  const [alone, form] = both!.together!.parts;
  expect(alone).toBe(empty);
  expect(form!.how.body).toBeUndefined();
  expect(form!.together!.parts.length).toBeGreaterThan(1);
});

test('checks share a variant in its form under another name than the variant alone', async () => {
  const [, , both] = withVariants(await contextAt('standard'), 'create', bare, [trusting, empty]);
  expect(both!.common).toBe(inAForm(empty.common!));
});

test('each form and each type is tried with a well-formed token, which a target rejects with the same message', async () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    const run = await contextOf(json('{}'), { depth: 'standard', seed });
    const t = new CheckContext(run, { id: 'x' } as Requirement, new AbortController().signal);
    for (const [place, op] of api.operations.entries()) {
      const tokens = generate.wrongTokens('cawl_alpha_Zx81kQ0vTnB4yWm7RsLcEd95', place, 4).usual(seed + place);
      const plain = sampleOf(controls.withMadeUpToken);
      const samples = inPassing(t, op, tokens.map(headerSample), plain);
      const combined = samples.filter(({ together }) => together !== undefined);
      expect(combined.length).toBe(generate.crowdedForms(seed + place).length + (op === 'logs' ? 1 : 2));
      for (const { how } of combined) expect(how.authorization!.replaceAll(/{.*?}/g, '')).not.toMatch(/[%*:]/);
      expect(samples.map(({ kind }) => kind)).toEqual(tokens.map(({ kind }) => kind));
    }
  }
});

test('where nothing is left out, variants and forms are apart', async () => {
  const all = withVariants(await contextAt('deep'), 'create', bare, [trusting, empty]);
  expect(all.slice(0, 3)).toEqual([bare, trusting, empty]);
  expect(all.length).toBeGreaterThan(20);
});

test('each part of a sample can be left out, and no sample is simpler than itself', async () => {
  const samples = withVariants(await contextAt('standard'), 'create', bare, [trusting, empty]);
  for (const sample of samples) {
    const labels: string[] = [];
    let simpler: readonly controls.Attempt[] = [sample];
    while (simpler.length > 0 && labels.length < 30) {
      labels.push(simpler[0]!.label);
      simpler = simpler[0]!.simpler?.() ?? [];
    }
    expect(labels.length).toBeLessThan(30);
    expect(new Set(labels).size).toBe(labels.length);
  }
});

test('with few requests, one tries several ways past a guard, and each alone if the response leaves that open', async () => {
  const t = await contextAt('standard');
  for (const [op, ways] of [
    ['create', [{ body: { limit: 10, profileIds: [], calendarIds: [] } }, { body: { limit: 0 } }]],
    ['register', [{ body: {} }, { body: { firstName: expect.stringMatching(/^a{6000}$/) } }]],
    ['logs', [{ query: [['status', 'bogus']] }, { webhook: 'cawl-made-up' }]],
  ] as const) {
    const [first, crowd, ...others] = fewHeaderless(t, op);
    expect([first, others]).toEqual([headerlessBare, []]);
    const parts = crowd!.together!.parts.map(({ how }) => how);
    expect(parts).toHaveLength(ways.length + 1);
    for (const [at, way] of ways.entries()) expect(parts[at]).toMatchObject({ ...way, authorization: null });
    expect(crowd!.how.headers!.length).toBeGreaterThan(20);
  }
});
