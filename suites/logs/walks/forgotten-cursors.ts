/**
 * Issued cursors that are rejected now and then, for example because only one of several server processes knows them. A walk may
 * have used its cursor too late, or after other searches; one that is used at once, with nothing else in flight, has no such excuse.
 */
import { type CheckContext, type Exchange, fail, responses, type WebhookLog } from '../../../src/suite.ts';

/** How many cursors are tried alone, at most. */
const mostAlone = 16;
/** At least this many must be rejected, and this many accepted: if none is accepted, the walks themselves fail. */
const telling = 2;

/** Statuses that reject the cursor itself; limits, bans and outages have others. */
const statusesAboutCursor: ReadonlySet<number> = new Set([400, 404, 410, 422]);

const isAboutCursor = ({ response }: Exchange): boolean => statusesAboutCursor.has(response?.status ?? 0);

interface Used {
  readonly page: Exchange;
  readonly followed: Exchange;
}

/** Where a cursor was rejected during the run, tries others alone, each over a new connection. */
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
    `the next cursor of the first page of webhook ${log.id} is sometimes rejected, even when it is used at once and alone: ${rejected.length} of ${rejected.length + accepted.length} ${responses.describeResponse(rejected[0]!.followed)}`,
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

/** Reads the first two pages, each over a new connection, so that a load balancer may send them to different processes. */
async function useFirstCursor(t: CheckContext, { id }: WebhookLog): Promise<Used | undefined> {
  const page = await t.send({ operation: 'logs', webhook: id, connection: 'fresh' });
  const next = responses.parsePage(page.response)?.next;
  if (next === undefined) return undefined;
  return {
    page,
    followed: await t.send({ operation: 'logs', webhook: id, query: [['next', next]], connection: 'fresh' }),
  };
}
