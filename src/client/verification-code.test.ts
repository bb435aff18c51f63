import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { awaitCode, CodeSourceError } from './verification-code.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A source that gives these responses in turn, and repeats the last one. */
async function source(...answers: readonly (readonly [number, string])[]): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    const [status, body] = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/codes?email={email}`;
}

test('the source is asked until it has a code, and digits of the address are not taken for one', async () => {
  const url = await source([404, ''], [200, 'for ada+4711@example.com'], [200, 'ada+4711@example.com has 004213']);
  await expect(awaitCode({ url, waitMs: 5000 }, 'ada+4711@example.com')).resolves.toBe('004213');
});

test('a code that does not arrive in time is undefined, and a source that does not work is an error', async () => {
  await expect(awaitCode({ url: await source([404, '']), waitMs: 40 }, 'a@b.c')).resolves.toBeUndefined();
  const broken = [
    { url: await source([500, 'no']), waitMs: 40 },
    { url: 'http://127.0.0.1:9/', waitMs: 40 },
    { command: 'exit 3', waitMs: 40 },
    { mailpit: (await source([503, ''])).split('/codes')[0]!, waitMs: 40 },
  ];
  for (const one of broken) await expect(awaitCode(one, 'a@b.c')).rejects.toThrow(CodeSourceError);
});

test('a pattern finds the code between other numbers, with spaces or hyphens in it', async () => {
  const url = await source(
    [200, 'ticket 5512, order 123456'],
    [200, 'ticket 5512: your code is 482 913, order 123456'],
  );
  await expect(awaitCode({ url, pattern: 'code is ([\\d ]+)', waitMs: 5000 }, 'a@b.c')).resolves.toBe('482913');
});

test('a pattern that matches something else than a number is an error of the source', async () => {
  const url = await source([200, 'your code is on its way']);
  await expect(awaitCode({ url, pattern: 'code is (.+)', waitMs: 40 }, 'a@b.c')).rejects.toThrow('is not a number');
});
