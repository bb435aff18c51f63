import { expect, test } from 'vitest';
import { commonPathVariants, pathVariants, rarePathVariants } from './paths.ts';

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

test('few spellings have each change in the last segment and in another one, and following turns have all of them', () => {
  const { common } = pathVariants(path, [2], 1, 0);
  const turns = [0, 1, 2, 3].map((turn) => pathVariants(path, [2], 1, turn).few);
  for (const few of turns) {
    const segmentsOf = (kind: string) => few.flatMap((one) => (one.kind === kind ? [one.segment] : []));
    for (const kind of ['double slash', 'encoded letter', 'way up and back']) {
      expect(segmentsOf(kind)).toContain(4);
      expect(segmentsOf(kind)).toHaveLength(2);
    }
  }
  expect(new Set(turns.flat().map((one) => one.path))).toEqual(new Set(common.map((one) => one.path)));
});

test('ids keep their letter case', () => {
  expect(commonPathVariants(path, [2]).some((variant) => variant.path.includes('A%20B'))).toBe(false);
});

test('rare spellings are printable ASCII paths', () => {
  for (const variant of [...rarePathVariants(path), ...rarePathVariants('/v2/auth/register')])
    expect(variant.path).toMatch(/^\/[!-~]+$/);
});
