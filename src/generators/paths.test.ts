import { expect, test } from 'vitest';
import { commonPathVariants, type PathVariant, pathVariants, rarePathVariants } from './paths.ts';

const path = '/v2/webhooks/a%20B/logs/search';

test('common spellings change each segment, and none is the path itself', () => {
  const variants = commonPathVariants(path, [2]);
  const paths = variants.map((variant) => variant.path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(paths).not.toContain(path);
  for (const wanted of [
    `${path}/`,
    `/${path}`,
    '/v2/webhooks/a%20B//logs/search',
    '/v2/./webhooks/a%20B/logs/search',
    '/v2/webhooks/a%20B/x/../logs/search',
    '/v2/webhooks;a=b/a%20B/logs/search',
    '/v2/webhooks/a%20B/logs/searc%68',
    '/v2/webhooks/a%20%42/logs/search',
    '/v2/webhooks/a%20B/log%2573/search',
    '/V2/webhooks/a%20B/logs/search',
    '/V2/WEBHOOKS/a%20B/LOGS/SEARCH',
    `${path}.json`,
  ])
    expect(paths).toContain(wanted);
  expect(variants.slice(0, 8).map(({ kind }) => kind)).toHaveLength(8);
  expect(new Set(variants.slice(0, 8).map(({ kind }) => kind)).size).toBe(8);
});

test('few spellings have each change everywhere, and double slashes at two places', () => {
  const turns = [0, 1, 2, 3].map((turn) => pathVariants(path, [2], 1, turn).few);
  for (const [turn, few] of turns.entries()) {
    const open = ['public', 'health', 'static', 'login'][turn];
    const paths = few.map((one) => one.path);
    expect(paths).toEqual(
      expect.arrayContaining([
        `${path}/`,
        `${path}.json`,
        '/V2/WEBHOOKS/a%20B/LOGS/SEARCH',
        '/V2/webhooks/a%20B/logs/search',
        '/v2;a=b/webhooks;a=b/a%20B;a=b/logs;a=b/search;a=b.css',
        '/v%32/webhook%73/a%20%42/log%73/searc%68',
        '/./v2/./webhooks/./a%20B/./logs/./search',
        `/${open}/../v2/x/../webhooks/x/../a%20B/x/../logs/x/../search`,
        '/v2/webhooks/a%20B/logs//search',
      ]),
    );
    expect(paths.filter((one) => one.includes('//'))).not.toHaveLength(1);
    expect(paths.length).toBeLessThan(17);
    expect(new Set(paths).size).toBe(paths.length);
  }
});

test('following turns change one segment in every way, and end the path in every way', () => {
  const { common } = pathVariants(path, [2], 1, 0);
  const kindsOf = (all: readonly PathVariant[]) => new Set(all.map(({ kind }) => kind));
  const turns = [0, 1, 2, 3].flatMap((turn) => pathVariants(path, [2], 1, turn).few);
  for (const kind of kindsOf(common)) expect(kindsOf(turns)).toContain(kind);
});

test('ids keep their letter case', () => {
  expect(commonPathVariants(path, [2]).some((variant) => variant.path.includes('A%20B'))).toBe(false);
});

test('rare spellings are printable ASCII paths', () => {
  for (const variant of [...rarePathVariants(path), ...rarePathVariants('/v2/auth/register')])
    expect(variant.path).toMatch(/^\/[!-~]+$/);
});
