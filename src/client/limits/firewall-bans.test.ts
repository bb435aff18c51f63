import { expect, test } from 'vitest';
import type { Exchange, WireResult } from '../../core/exchange.ts';
import { FirewallBans } from './firewall-bans.ts';

const banMs = 9000;

/** A firewall that bans from now on for so long; `searches` counts the searches of the watch. */
function banning(limitMs = 80_000) {
  let now = 0;
  const sent = { searches: 0 };
  const clock = {
    now: () => now,
    elapsed: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
  };
  const bans = new FirewallBans({
    clock: clock as never,
    limitMs,
    leftMs: () => limitMs - now,
    hold: (work) => work(),
    search: async () => {
      sent.searches += 1;
      return { response: { status: now < banMs ? 403 : 200, headers: [] } } as unknown as WireResult;
    },
  });
  return { bans, clock, sent };
}

function answered(status: number, lastName: string, startedAt = 0): Exchange {
  const body = new TextEncoder().encode(JSON.stringify({ lastName }));
  const request = { proper: true, authorization: 'Bearer {token}', tenant: 'valid', target: '/', headers: [], body };
  return { request, response: { status, headers: [] }, startedAt, ms: 0 } as unknown as Exchange;
}

const attack = answered(403, '<script>');
const plain = answered(403, 'Lovelace', 1);

test('a plain request that is refused after an attack was stopped is sent again when the ban is over', async () => {
  const { bans, clock } = banning();
  bans.note(attack);
  expect(await bans.waitOut(plain)).toBe(true);
  expect(clock.now()).toBeGreaterThanOrEqual(banMs);
  expect(await bans.waitOut(plain)).toBe(true);
});

test('a refusal does not count as a ban if no attack came before it, or if searches are still accepted', async () => {
  const { bans, clock, sent } = banning();
  expect(await bans.waitOut(plain)).toBe(false);
  expect(sent.searches).toBe(0);
  await clock.sleep(banMs);
  bans.note(attack);
  expect(await bans.waitOut(plain)).toBe(false);
  bans.assertMaySend(attack.request);
});

test('attacks are sent while there is time for another ban, and nothing else is kept back', async () => {
  const { bans } = banning(40_000);
  bans.note(attack);
  await bans.waitOut(plain);
  expect(() => bans.assertMaySend(attack.request)).toThrow(
    /after a request that looks like an attack, the target refuses every request for about \d+ s/,
  );
  bans.assertMaySend(plain.request);
});
