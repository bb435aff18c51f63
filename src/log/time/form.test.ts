import { expect, test } from 'vitest';
import { formsToTry, timeForms, usualForm } from './form.ts';

const at = Date.UTC(2026, 0, 5, 4, 3, 2);

const shownBy = (item: string) =>
  formsToTry(undefined, ['an item without a time', item])
    .slice(timeForms.length)
    .map(({ render }) => render(at));

test('a rare form is tried where an item shows such a time', () => {
  expect(shownBy('{"at":"20260104T101112Z"}')).toEqual(['20260105T040302Z']);
  expect(shownBy('{"ts":1767521472123456}')).toEqual(['1767585782000000']);
  expect(shownBy('1767521472123456789 delivered')).toEqual(['1767585782000000000']);
  expect(shownBy('Sun, 04 Jan 2026 10:11:12 GMT')).toEqual(['Mon, 05 Jan 2026 04:03:02 GMT']);
  expect(shownBy('2026/01/04 10:11:12 delivered')).toEqual(['2026/01/05 04:03:02']);
  expect(shownBy('{"Zeit":"04.01.2026 10:11:12"}')).toEqual(['05.01.2026 04:03:02']);
  expect(shownBy('2026-01-04 10:11 failed')).toEqual(['2026-01-05 04:03']);
  expect(shownBy('Sun, 4 Jan 2026 10:11:12 +0100')).toEqual(['Mon, 05 Jan 2026 04:03:02 +0000']);
});

test('other items have the usual forms tried alone', () => {
  expect(shownBy('{"createdAt":"2026-01-04T10:11:12Z","id":"4f1767521472123456"}')).toEqual([]);
});

test('a declared format has its own forms tried alone', () => {
  expect(formsToTry('rfc5322', []).map(({ name }) => name)).toEqual(['dates as in HTTP', 'dates as in e-mail']);
  expect(usualForm('epoch-nanoseconds').render(at)).toBe('1767585782000000000');
});

test('what a form renders is in the order of time', () => {
  const moments = [Date.UTC(2001, 8, 9, 1, 46, 39), Date.UTC(2001, 8, 10), Date.UTC(2025, 11, 1), at];
  const declared = ['rfc5322', 'epoch-microseconds', 'local-date-time'] as const;
  const forms = [...timeForms, ...declared.flatMap((format) => formsToTry(format, []))];
  for (const { name, order = (text: string) => text, render } of forms) {
    const places = moments.map((moment) => order(render(moment)));
    expect(
      places.toSorted((a, b) => (a < b ? -1 : 1)),
      name,
    ).toEqual(places);
  }
});
