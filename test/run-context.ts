/** Contexts of a run against tiny servers, for tests of checks. */
import type { RequestListener } from 'node:http';
import { createRunContext, type RunContext } from '../src/checks/run-context.ts';
import type { RunSettings } from '../src/core/config.ts';
import { settingsOf } from './settings.ts';
import { closeAfterTest, serving } from './tiny-server.ts';

export const page = (data: readonly string[], cursor: object = {}) =>
  JSON.stringify({ data, cursor: { totalItems: data.length, ...cursor } });

export const json =
  (body: string, status = 200): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);

/** What is opened for it is closed after the test. */
export async function contextOf(listener: RequestListener, run: Partial<RunSettings> = {}): Promise<RunContext> {
  const settings = settingsOf(`${await serving(listener)}/api`, {
    run: { concurrency: 4, timeoutMs: 2000, maxRequests: 50, ...run },
  });
  const context = createRunContext(settings);
  closeAfterTest(() => context.client.close());
  return context;
}
