import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { startReference } from './index.ts';

test('with an SMTP address, codes are sent by mail and there is no inspection port', async () => {
  const mails: { to: string; text: string }[] = [];
  const inbox = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: session.envelope.rcptTo[0]?.address ?? '', text: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => inbox.listen(0, '127.0.0.1', resolve));
  const { port } = inbox.server.address() as AddressInfo;
  const server = await startReference({ smtp: `127.0.0.1:${port}` });
  expect(server.inspectUrl).toBeUndefined();
  expect(server.settings.fixtures.verificationCode).toBeUndefined();

  const post = (path: string, body: unknown) =>
    fetch(server.baseUrl + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server.settings.tokens.valid}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const email = 'Ada+mail@example.com';
  expect((await post('/v2/auth/register', { ...server.settings.fixtures.register, email })).status).toBe(201);
  while (mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(mails[0]!.to).toBe(email);
  const code = /code is (\d{6})/.exec(mails[0]!.text)![1];
  expect((await post('/v2/auth/verify-user', { email, code: Number(code) })).status).toBe(200);
  await server.close();
  await new Promise<void>((resolve) => inbox.close(resolve));

  const lost = await startReference({ smtp: 'smtp://127.0.0.1:1' });
  const response = await fetch(`${lost.baseUrl}/v2/auth/register`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${lost.settings.tokens.valid}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...lost.settings.fixtures.register, email }),
  });
  expect(response.status).toBe(201);
  await lost.close();
});
