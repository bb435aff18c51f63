import fc from 'fast-check';
import { expect, test } from 'vitest';
import { likelyToBreak } from './breaking.ts';
import { bundled, bundles, mergedVariant } from './bundles.ts';
import { variants } from './valid.ts';

const register = { body: { firstName: 'Ada', lastName: 'L', email: '{unique}@example.com', password: 'secret' } };

test('every variant is in one bundle, with variants of other fields only', () => {
  const all = likelyToBreak('register', register).slice(0, 60);
  const found = bundled(all);
  expect(new Set(found.flat())).toEqual(new Set(all));
  expect(found.flat()).toHaveLength(all.length);
  expect(found.some((bundle) => bundle.length > 1)).toBe(true);
  for (const bundle of found) expect(new Set(bundle.map(({ field }) => field)).size).toBe(bundle.length);
});

test('a merged request has the value of each part, and canonical ones elsewhere', () => {
  const change = (field: string, value: string) => ({
    ...({ operation: 'register', kind: 'edge', field } as const),
    body: { ...register.body, [field]: value },
  });
  const merged = mergedVariant([change('firstName', 'x'), change('password', 'y')]);
  expect(merged.body).toEqual({ ...register.body, firstName: 'x', password: 'y' });
  const one = change('lastName', 'z');
  expect(mergedVariant([one])).toBe(one);
});

test('drawn bundles vary different fields', () => {
  fc.assert(
    fc.property(bundles(variants('register', register).arbitrary), (bundle) => {
      expect(new Set(bundle.map(({ field }) => field)).size).toBe(bundle.length);
    }),
  );
});
