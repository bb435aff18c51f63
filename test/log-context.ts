/** A check's context over a small log, served on a local port: for unit tests of what checks ask of logs. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { CheckContext } from '../src/checks/check-context.ts';
import { createRunContext } from '../src/checks/run-context.ts';
import type { Declares, Depth, WebhookFixture } from '../src/core/config.ts';
import type { Requirement } from '../src/core/requirement.ts';
import type { FakeAnswer } from './fake-log.ts';
import { settingsOf } from './settings.ts';

interface LogContextOptions {
  readonly depth?: Depth;
  readonly declares?: Declares;
  readonly webhooks?: readonly WebhookFixture[];
}

/** The context, and the queries that were sent, such as `status=failed`. The server ends with the test. */
export async function logContext(
  answer: FakeAnswer,
  { depth = 'standard', declares = {}, webhooks = [{ id: 'wh_1' }] }: LogContextOptions = {},
): Promise<{ readonly t: CheckContext; readonly sent: string[] }> {
  const sent: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://log.invalid');
    sent.push(decodeURIComponent(url.search.slice(1)));
    const page = answer(Object.fromEntries(url.searchParams), decodeURIComponent(url.pathname.split('/')[3] ?? ''));
    const status = typeof page === 'number' ? page : 200;
    const { data, next, prev, totalItems } = typeof page === 'number' ? ({} as never) : page;
    const body = status === 200 ? { data, cursor: { next, prev, totalItems } } : {};
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const settings = settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    declares,
    run: { depth, maxRequests: 1000, settleMs: 0 },
  });
  const run = createRunContext({ ...settings, fixtures: { ...settings.fixtures, webhooks } });
  onTestFinished(async () => {
    await run.client.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const requirement = { id: 'logs/some-row', area: 'logs', level: 'stated', operation: 'logs' } as Requirement;
  return { t: new CheckContext(run, requirement, new AbortController().signal), sent };
}
