import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { certificates } from '../../../test/certificates.ts';
import { tlsProblemOf } from './tls-problems.ts';
import { Transport } from './transport.ts';

test.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'plain-http'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'host-name'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'client-certificate'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'client-certificate'],
  ['ERR_SSL_NO_SHARED_CIPHER', 'other'],
  ['EPROTO', 'other'],
  ['ECONNRESET', undefined],
])('%s is the problem %s', (code, problem) => {
  expect(tlsProblemOf(code, 'message')?.problem).toBe(problem);
});

test('a server that requires a client certificate is reported as such, although undici only says that the connection was closed', async () => {
  const { ca, server } = certificates();
  const target = createServer({ ...server.read(), ca: ca.read().cert, requestCert: true }, (_, response) =>
    response.end('{}'),
  );
  onTestFinished(() => void target.close());
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  const { port } = target.address() as AddressInfo;
  const transport = new Transport({
    origin: `https://127.0.0.1:${port}`,
    connections: 1,
    timeoutMs: 5000,
    insecure: true,
  });
  onTestFinished(() => transport.close());
  const request = { target: '/', headers: [], body: null } as const;
  expect(await transport.sendFresh({ ...request, method: 'GET' })).toMatchObject({
    failure: { tls: 'client-certificate' },
  });
  // It may have had an effect, so that it is not sent again.
  expect(await transport.sendFresh({ ...request, method: 'POST' })).toMatchObject({ failure: { kind: 'cut' } });
});
