import { expect, test } from 'vitest';
import { proxyFor } from './proxy.ts';

const env = { HTTPS_PROXY: 'http://one:3128', http_proxy: 'two:8080', HTTP_PROXY: 'http://three', NO_PROXY: '' };

test('the scheme of the target names the variable, and the lower-case one wins', () => {
  expect(proxyFor('https://api.example.com', env)).toBe('http://one:3128');
  expect(proxyFor('http://api.example.com', env)).toBe('http://two:8080');
  expect(proxyFor('https://api.example.com', {})).toBeUndefined();
});

test('NO_PROXY exempts a host, the hosts of a domain, one port, or all', () => {
  const exempt = (list: string, target: string) => proxyFor(target, { ...env, NO_PROXY: list }) === undefined;
  expect(exempt('localhost, api.example.com', 'https://api.example.com')).toBe(true);
  expect(exempt('.example.com', 'https://api.example.com')).toBe(true);
  expect(exempt('*.example.com', 'https://api.example.com')).toBe(true);
  expect(exempt('example.com', 'https://api.example.com')).toBe(true);
  expect(exempt('ample.com', 'https://api.example.com')).toBe(false);
  expect(exempt('api.example.com:8443', 'https://api.example.com')).toBe(false);
  expect(exempt('api.example.com:443', 'https://api.example.com')).toBe(true);
  expect(exempt('*', 'https://api.example.com')).toBe(true);
});

test('this machine is never asked through a proxy', () => {
  for (const host of ['localhost', 'x.localhost', '127.0.0.1', '127.8.8.8', '[::1]'])
    expect(proxyFor(`http://${host}:1`, env)).toBeUndefined();
});

test('a variable that names no HTTP proxy is an error that does not repeat it', () => {
  const given = () => proxyFor('https://x.example', { HTTPS_PROXY: 'ftp://user:secret@h' });
  expect(given).toThrow(/^HTTPS_PROXY is not the URL of an HTTP proxy$/);
});
