import { expect, test } from 'vitest';
import { isLoopback } from './loopback.ts';

test('only addresses of this machine are its own', () => {
  const hostOf = (url: string) => new URL(url).hostname;
  for (const own of ['http://localhost', 'http://API.localhost', 'http://127.0.0.1', 'http://127.1', 'http://[::1]'])
    expect([own, isLoopback(hostOf(own))]).toEqual([own, true]);
  for (const other of [
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1',
    'http://[::2]',
  ])
    expect([other, isLoopback(hostOf(other))]).toEqual([other, false]);
  expect(isLoopback(hostOf('http://[::ffff:127.0.0.1]'))).toBe(true);
});
