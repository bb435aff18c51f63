/**
 * A cursor that is used after other searches must lead to the page that it leads to right away, or be rejected. A target that keeps its
 * cursors in a few places, and gives a place to the next search, returns a page of that one.
 */
import {
  type Baseline,
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
} from '../../../src/suite.ts';

/** Searches between the page with the cursor and the one that it leads to, more than a target is likely to have places. */
const searchesBetween = 12;
/** How often the cursor must lead to other items, each time between two times at which it leads to the right ones. */
const required = 2;

/** Uses a cursor of a walk that was read long ago; where it leads to other items, looks into it. */
export async function expectHeldCursorsToLeadOn(t: CheckContext, { log }: Baseline): Promise<void> {
  if (Object.keys(log.scope).length > 0) return;
  for (const query of [{ status: 'failed' }, {}] satisfies LogQuery[]) {
    const { pages } = await log.walk(query);
    const next = pages[0]?.page.next;
    if (next === undefined || pages[1] === undefined) continue;
    const held = itemsOf(await logs.readCursor(t.client, log.where(query), 'next', next));
    if (held !== undefined && held !== JSON.stringify(pages[1].page.data)) await expectToLeadOn(t, log.id, query);
    return;
  }
}

async function expectToLeadOn(t: CheckContext, webhook: string, query: LogQuery): Promise<void> {
  const find = (own: CheckContext) => own.exclusively((alone) => findAstray(alone, webhook, query));
  const found = await find(t);
  if (found === undefined) return;
  const { first, next, held } = found;
  const between = `${searchesBetween} other searches`;
  fail(
    `the next cursor of the first page with ${logs.describeQuery(query)} on webhook ${webhook} leads to other items after ${between} than right away, ${required} times; expected the same page, or a rejection`,
    [
      [first, 'the first page', 'control'],
      [next, 'its next cursor, right away', 'control'],
      [held, `its next cursor, after ${between}`, 'wrong'],
    ],
    { symptom: { kind: 'check' }, case: { showsAgain: async (own) => (await find(own)) !== undefined } },
  );
}

interface Astray {
  readonly first: Exchange;
  readonly next: Exchange;
  readonly held: Exchange;
}

/** Undefined unless the cursor leads to other items each time after other searches, and right away to the same ones each time. */
async function findAstray(t: CheckContext, webhook: string, query: LogQuery): Promise<Astray | undefined> {
  const right = await followFirst(t, webhook, query, 0);
  if (right === undefined) return undefined;
  let astray: Astray | undefined;
  for (let time = 0; time < required; time += 1) {
    const late = await followFirst(t, webhook, query, searchesBetween);
    if (late === undefined || late.items === right.items || itemsOf(late.first) !== itemsOf(right.first))
      return undefined;
    const again = await followFirst(t, webhook, query, 0);
    if (again?.items !== right.items) return undefined;
    astray = { first: right.first, next: right.next, held: late.next };
  }
  return astray;
}

/** The first page, some other searches, and then the page that its cursor leads to; undefined where one of the two is rejected. */
async function followFirst(t: CheckContext, webhook: string, query: LogQuery, between: number) {
  const log = t.logs.byId(webhook);
  const first = await logs.readFirst(t.client, log.where(query));
  const cursor = responses.parsePage(first.response)?.next;
  if (cursor === undefined) return undefined;
  for (let sent = 0; sent < between; sent += 1)
    await logs.readFirst(t.client, log.where(others[sent % others.length]!));
  const next = await logs.readCursor(t.client, log.where(query), 'next', cursor);
  const items = itemsOf(next);
  return items === undefined ? undefined : { first, next, items };
}

const others: readonly LogQuery[] = [
  { status: 'succeeded' },
  { sortDirection: 'asc' },
  { status: 'succeeded', sortDirection: 'asc' },
  { sortDirection: 'desc' },
];

/** The items of an accepted page. */
const itemsOf = ({ response }: Exchange): string | undefined =>
  response !== null && response.status < 300 ? JSON.stringify(responses.parsePage(response)?.data) : undefined;
