import { expect, test } from 'vitest';
import { tlsProblemOf } from './tls-problems.ts';

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'plain-http'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'host-name'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'client-certificate'],
  ['ERR_SSL_NO_SHARED_CIPHER', 'other'],
  ['EPROTO', 'other'],
  ['ECONNRESET', undefined],
])('%s is the problem %s', (code, problem) => {
  expect(tlsProblemOf(code, 'message')?.problem).toBe(problem);
});
