import { expect, test } from 'vitest';
import { wrongTokens } from './wrong-tokens.ts';

const valid = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLW9mLWEtdG9rZW5z';
const first = (place: number) => wrongTokens(valid, place, 4).first;

test('each caller begins with the most common mutants: a dot, both ends, one character more or less', () => {
  for (const place of [0, 1, 2, 3])
    expect(
      first(place)
        .filter((_, at) => at % 2 === 0)
        .slice(0, 4),
    ).toMatchObject([
      { kind: 'changed-dot' },
      { kind: 'changed-character', place: valid.length },
      { characters: 1 },
      { kind: 'changed-character', place: 1 },
    ]);
});

test('places have the same tokens, and begin at other characters inside the valid one', () => {
  const headers = (place: number) => new Set(first(place).map(({ header }) => header));
  expect(headers(0)).toEqual(headers(1));
  const changes = [0, 1, 2, 3].map((place) =>
    first(place)
      .flatMap((one) => one.place ?? [])
      .slice(2, 6),
  );
  expect(new Set(changes.flat()).size).toBe(16);
});

test('with few requests, each caller sends the usual mistakes, and four callers share the others', () => {
  const { few } = wrongTokens(valid, 0, 4);
  const turns = [0, 1, 2, 3].map((turn) => few(turn).map(({ header }) => header));
  const inAll = turns[0]!.filter((header) => turns.every((one) => one.includes(header)));
  expect(inAll).toHaveLength(4);
  expect(few(0)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'changed-character', place: valid.length }),
      expect.objectContaining({ kind: 'doubled' }),
    ]),
  );
  const shared = turns.flat().filter((header) => !inAll.includes(header));
  expect(new Set(shared).size).toBe(shared.length);
  expect(shared.length).toBeGreaterThan(9);
  expect(few(5)).toEqual(few(1));
});

test('no token comes twice', () => {
  const headers = first(0).map(({ header }) => header);
  expect(new Set(headers).size).toBe(headers.length);
});

test('no header has the valid token, written out or as a placeholder', () => {
  for (const { header } of wrongTokens(valid, 0, 4).first)
    expect(['Bearer {token}', `Bearer ${valid}`]).not.toContain(header);
});

const usual = (good: string, place: number) => wrongTokens(good, place, 4).usual(place);

test('at standard, each mistake occurs once, and successive callers change different places inside the token', () => {
  const places = [0, 1, 2, 3];
  for (const place of places) {
    const kinds = usual(valid, place).map(({ kind }) => kind);
    for (const kind of [
      'cut-at-end',
      'cut-at-start',
      'doubled',
      'reversed',
      'dot-after',
      'swapped-case',
      'without-signature',
      'uuid',
    ])
      expect(kinds).toContain(kind);
    expect(kinds.length).toBeLessThan(35);
  }
  const changed = places.map((place) => usual(valid, place).flatMap((one) => one.place ?? []));
  for (const own of changed) expect(own).toEqual(expect.arrayContaining([1, valid.length]));
  expect(new Set(changed.flat()).size).toBe(2 + 4 * 2);
});

test('the last character before the padding is changed, and both ends are extended where nothing is doubled', () => {
  const kinds = usual('c2VjcmV0LXRva2VuLW9m+mNhd2w/QQ==', 0);
  expect(kinds).toContainEqual(expect.objectContaining({ kind: 'changed-character', place: 30 }));
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['extended-at-end', 'extended-at-start']));
});

test('a dot and a colon with more come after a token, unless a decoder may stop there', () => {
  const after = (good: string) =>
    wrongTokens(good, 0, 4)
      .first.map(({ header }) => header)
      .filter((header) => /token\}[.:]/.test(header));
  expect(after('opaque-token')).toEqual(['Bearer {token}.xx', 'Bearer {token}:xx']);
  expect(after('0123456789abcdef0123456789abcdef')).toEqual([]);
  expect(after('c2VjcmV0LXRva2VuLW9m+mNhd2w/QQ==')).toEqual([]);
  // Base64 has no tilde.
  expect(after('a~token-that-ends-in==')).toHaveLength(2);
});

test('each caller also changes a character inside the token to the underscore of a pattern, at another place', () => {
  const patterns = [0, 1, 2, 3].flatMap((place) => usual(valid, place).filter(({ kind }) => kind === 'any-character'));
  expect(new Set(patterns.map(({ place }) => place)).size).toBe(4);
  expect(usual('0123456789abcdef0123456789abcdef', 0).map(({ kind }) => kind)).not.toContain('any-character');
});

test('a short token has the middle one of its places changed', () => {
  expect(usual('abcdefghi', 3).flatMap((one) => one.place ?? [])).toContain(5);
});

test('each caller leaves out another separator', () => {
  const token = 'Zx81-kQ.r7_TenantA~mPv0Lw';
  const labels = [0, 1, 2, 3].map((place) =>
    wrongTokens(token, place, 4)
      .usual(0)
      .filter(({ kind }) => kind === 'without-separator')
      .map(({ label }) => label),
  );
  expect(labels).toEqual([['every - removed'], ['every _ removed'], ['every . removed'], ['every ~ removed']]);
});
