import { expect, test } from 'vitest';
import { likelyToBreak } from './breaking.ts';
import { bundled, mergedVariant } from './bundles.ts';

const register = { body: { firstName: 'Ada', lastName: 'L', email: '{unique}@example.com', password: 'secret' } };

const contained = [
  'astral',
  'combining',
  'right-to-left',
  'unicode',
  'sql',
  'shell',
  'json',
  'html',
  'template',
  'regex',
  'like-and-glob',
];

test('every variant is in one bundle, with variants of other fields or of other scripts', () => {
  const all = likelyToBreak('register', register).slice(0, 60);
  const found = bundled(all);
  expect(new Set(found.flat())).toEqual(new Set(all));
  expect(found.flat()).toHaveLength(all.length);
  expect(found.some((bundle) => bundle.length > 1)).toBe(true);
  for (const bundle of found) {
    const ruled = bundle.filter(({ kind }) => !contained.includes(kind));
    expect(new Set(ruled.map(({ field }) => field)).size).toBe(ruled.length);
  }
});

test('texts that show anywhere stand in one field, and elements in one list', () => {
  const text = (kind: string, value: string) => ({
    ...({ operation: 'register', field: 'lastName', kind } as const),
    body: { ...register.body, lastName: value },
  });
  const list = (kind: string, value: string) => ({
    ...({ operation: 'create', field: 'profileIds', kind } as const),
    body: { limit: 1, profileIds: [value], calendarIds: ['c'] },
  });
  const [texts, mixed] = bundled([text('astral', '😀'), text('unicode', '李'), text('mixed', "'x")]);
  expect([mergedVariant(texts!).body, mixed!.length]).toEqual([{ ...register.body, lastName: '😀 李' }, 1]);
  const [lists] = bundled([list('inherited', '__proto__'), list('sql', "'")]);
  expect(mergedVariant(lists!).body).toEqual({ limit: 1, profileIds: ['__proto__', "'"], calendarIds: ['c'] });
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

test('texts of one parameter stand together, and not beside those of another', () => {
  const change = (field: string, kind: string, value: string) => ({
    ...({ operation: 'logs', kind, field } as const),
    ...{ path: { webhookId: 'w' }, query: { [field]: value } },
  });
  const found = bundled([
    change('from', 'astral', '😀'),
    change('to', 'astral', '𝒳'),
    change('from', 'unicode', '李'),
    change('from', 'time', '0'),
  ]);
  const merged = found.map(mergedVariant).map(({ field, path, query }) => ({ field, path, query }));
  const path = { webhookId: 'w' };
  expect(merged).toEqual([
    { field: 'from', path, query: { from: '😀 李' } },
    { field: 'to', path, query: { to: '𝒳' } },
    { field: 'from', path, query: { from: '0' } },
  ]);
});
