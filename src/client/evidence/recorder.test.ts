/** What evidence shows of exchanges, and what it masks. */
import { expect, test } from 'vitest';
import { token } from '../../../test/settings.ts';
import { bodyOf, clientOf, ok, search, serving } from '../../../test/tiny-server.ts';

test('evidence does not contain the token, the password, the fresh e-mail or the code', async () => {
  const base = await serving(async (request, response) =>
    response
      .writeHead(422, { 'X-Echo': request.headers.authorization ?? '' })
      .end(JSON.stringify({ sent: await bodyOf(request), header: request.headers.authorization })),
  );
  const client = clientOf(base);
  client.secrets.addUnique('abcdefghijkl', 1);
  client.secrets.addCode('47110815', 1);
  const exchange = await client.send({
    operation: 'register',
    body: { email: 'cawl+abcdefghijkl@example.com', password: 'Correct-Horse-9', code: 47110815 },
    query: [['token', token]],
  });
  const evidence = client.recorder.evidence(exchange, 'the note');
  const shown = JSON.stringify(evidence);
  for (const secret of [token, 'Correct-Horse-9', 'abcdefghijkl', '47110815']) expect(shown).not.toContain(secret);
  expect(evidence.request.headers['Authorization']).toBe('Bearer {token}');
  expect(evidence.response).toMatchObject({ status: 422, headers: { 'X-Echo': 'Bearer {token}' } });
  expect([evidence.note, evidence.curl.includes('$')]).toEqual(['the note', true]);
});

test('evidence truncates long bodies, encodes octets in base64 and names failures', async () => {
  const client = clientOf(await serving((_request, response) => ok(response, JSON.stringify('x'.repeat(9000)))));
  const long = client.recorder.evidence(await client.send({ operation: 'create', raw: new Uint8Array([0xff, 0x00]) }));
  expect(long.request.body).toBe('base64:/wA=');
  expect(long.response?.body).toMatch(/^"x{3999}… \(5002 more characters\)$/);
  expect(long.response?.bytes).toBe(9002);
  const octets = new Uint8Array(Buffer.concat([Buffer.from(`{"password":"Correct-Horse-9"`), Buffer.from([0xff])]));
  const coded = client.recorder.evidence(await client.send({ operation: 'register', raw: octets })).request.body ?? '';
  expect(Buffer.from(coded.slice('base64:'.length), 'base64').toString('latin1')).toBe('{"password":"{password}"\xff');
  const nul = client.recorder.evidence(await client.send({ operation: 'create', raw: 'a\0b' }));
  expect(nul.request.body).toBe('base64:YQBi');
  const gone = clientOf(await serving(() => undefined), { timeoutMs: 50 });
  expect(gone.recorder.evidence(await gone.send(search))).toMatchObject({
    response: null,
    failure: 'timeout: no complete response within 50 ms',
  });
});
