import { expect, test } from 'vitest';
import { wrongWebhookIds } from './webhook-ids.ts';

test('wrong ids are all different, and none is empty or configured', () => {
  const wrong = wrongWebhookIds('wh_1', ['wh_1', 'wh_10', 'wh_1x']);
  const ids = wrong.flatMap(({ how }) => ('webhook' in how ? [how.webhook] : []));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ['', 'wh_1', 'wh_10', 'wh_1x']) expect(ids).not.toContain(id);
  expect(ids).toContain('wh_');
  // A collection of logs, and a name for all of them, are legal (§1).
  expect(ids).not.toContain('all');
});

test('ids that are counted have no similar number beside them, which may name another webhook', () => {
  const idsFor = (id: string) => wrongWebhookIds(id, []).flatMap(({ how }) => ('webhook' in how ? [how.webhook] : []));
  expect(idsFor('12').filter((id) => /^\d+$/.test(id))).toEqual([]);
  expect(idsFor('12')).toContain('x12');
  expect(idsFor('wh_1')).not.toContain('wh_10');
  expect(idsFor('wh_1')).toContain('wh_1wh_1');
  expect(idsFor('123456789012')).toContain('1234567890120');
});

test('an id with an asterisk may be the right one for a target that drops signs', () => {
  const dropped = wrongWebhookIds('wh_1', []).filter(({ ifSignsAreDropped }) => ifSignsAreDropped !== undefined);
  expect(dropped.map(({ how, ifSignsAreDropped }) => [how, ifSignsAreDropped])).toEqual([
    [{ webhook: 'wh_1*' }, 'wh_1!'],
  ]);
});

test('an id that ends with an emoji is cut between characters', () => {
  const ids = wrongWebhookIds('wh_🎉', []).flatMap(({ how }) => ('webhook' in how ? [how.webhook] : []));
  for (const id of ids) expect([id, /\p{Cs}/u.test(id)]).toEqual([id, false]);
  expect(ids).toContain('wh_');
});

test('an id of digits is not tried with something after it: a target may read the number and stop there', () => {
  const ids = wrongWebhookIds('1041', []).flatMap(({ how }) => ('webhook' in how ? [how.webhook] : []));
  expect(ids.filter((id) => /^1041\D/.test(id))).toEqual([]);
  expect(ids).toContain('104*');
});
