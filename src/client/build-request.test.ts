import { expect, test } from 'vitest';
import { isOwnHeader, ownHeaders } from './build-request.ts';

test('what every request has is added by the client; another Accept header is part of the request that is sent again', () => {
  for (const [name, value] of ownHeaders) expect(isOwnHeader(name.toLowerCase(), value)).toBe(true);
  expect(isOwnHeader('Accept', '*/*')).toBe(false);
  expect(isOwnHeader('X-Api-Key', 'application/json')).toBe(false);
});
