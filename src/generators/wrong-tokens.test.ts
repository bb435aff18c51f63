import { expect, test } from 'vitest';
import { wrongTokens } from './wrong-tokens.ts';

const valid = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.c2lnbmF0dXJlLW9mLWEtdG9rZW5z';
const first = (place: number) => wrongTokens(valid, place, 4).first;

test('each place begins with the most usual mutants: a dot, both ends, one character more or less', () => {
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

test('where few can be sent, each turn has both ends and a place inside, and four turns share other usual ones', () => {
  const { few } = wrongTokens(valid, 0, 4);
  const turns = [0, 1, 2, 3].map((turn) => few(turn));
  for (const tokens of turns) {
    const places = tokens.flatMap(({ kind, place }) => (kind === 'changed-character' ? [place] : []));
    expect(places).toHaveLength(3);
    expect(places).toEqual(expect.arrayContaining([1, valid.length]));
  }
  const shared = turns.flatMap((tokens) => tokens.slice(3).map(({ header }) => header));
  expect(new Set(shared).size).toBe(12);
  expect(few(5)).toEqual(few(1));
});

test('no token has the valid one as it is', () => {
  for (const { header } of wrongTokens(valid, 0, 4).first) expect(header).not.toBe('Bearer {token}');
});
