/**
 * Cursors that are rejected now and then, such as those that one of several processes remembers. One that was rejected in a walk
 * may have been used late, or after other searches; one that is used alone and at once was not.
 */
import { type CheckContext, type Exchange, fail, responses, type WebhookLog } from '../../src/suite.ts';

/** Cursors that are used alone, at most. */
const mostAlone = 16;
/** So many must be rejected, and so many be accepted: else the target may not keep cursors for so long. */
const telling = 2;

/** Statuses of a rejection that is about what was asked for: a limit, a ban or an outage has others. */
const statusesAboutCursor: ReadonlySet<number> = new Set([400, 404, 410, 422]);

const isAboutCursor = ({ response }: Exchange): boolean => statusesAboutCursor.has(response?.status ?? 0);

interface Used {
  readonly page: Exchange;
  readonly followed: Exchange;
}

/** Where a cursor was rejected in this run, uses others alone, each on a new connection. */
export async function expectCursorsRemembered(t: CheckContext): Promise<void> {
  if (t.effort.isLean) return;
  for (const log of t.logs.all) {
    const [first] = log.rejectedCursors.filter(isAboutCursor);
    if (first === undefined) continue;
    await t.exclusively((alone) => expectRemembered(alone, log, first));
  }
}

async function expectRemembered(t: CheckContext, log: WebhookLog, first: Exchange): Promise<void> {
  const rejected: Used[] = [];
  const accepted: Used[] = [];
  for (let tries = 0; tries < mostAlone && (rejected.length < telling || accepted.length < telling); tries += 1) {
    const used = await useFirstCursor(t, log);
    if (used === undefined) return;
    if (responses.isAccepted(used.followed)) accepted.push(used);
    else if (isAboutCursor(used.followed)) rejected.push(used);
  }
  if (rejected.length < telling || accepted.length < telling) return;
  fail(
    `the next cursor of the first page of webhook ${log.id} is rejected now and then, though it is used alone and at once: ${rejected.length} of ${rejected.length + accepted.length} ${responses.describeResponse(rejected[0]!.followed)}`,
    [
      [first, 'a cursor of a walk, rejected'],
      [accepted[0]!.followed, 'alone, accepted'],
      ...rejected.slice(0, telling).flatMap(
        ({ page, followed }) =>
          [
            [page, 'alone, the first page'],
            [followed, 'its next cursor, rejected'],
          ] as const,
      ),
    ],
    { symptom: { kind: 'check' } },
  );
}

/** Reads the first page and then the second, each on a connection of its own, as a client behind a load balancer may. */
async function useFirstCursor(t: CheckContext, { id }: WebhookLog): Promise<Used | undefined> {
  const page = await t.send({ operation: 'logs', webhook: id, connection: 'fresh' });
  const next = responses.parsePage(page.response)?.next;
  if (next === undefined) return undefined;
  return {
    page,
    followed: await t.send({ operation: 'logs', webhook: id, query: [['next', next]], connection: 'fresh' }),
  };
}
