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

test('an id that ends with an emoji is cut between characters', () => {
  const ids = wrongWebhookIds('wh_🎉', []).flatMap(({ how }) => ('webhook' in how ? [how.webhook] : []));
  for (const id of ids) expect([id, /\p{Cs}/u.test(id)]).toEqual([id, false]);
  expect(ids).toContain('wh_');
});
