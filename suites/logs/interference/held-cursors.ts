/**
 * A cursor that is used after other requests must lead to the page that it leads to right away, or be rejected. A target that keeps its
 * cursors in a few places, and gives a place to the next search, returns a page of that one. Another ends its cursors when something
 * is written, and returns the first page again.
 */
import {
  type Baseline,
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
  type WebhookLog,
} from '../../../src/suite.ts';
import { creation, registration } from './beside-writes.ts';

/** What is sent between the page with the cursor and the one that it leads to. */
interface Between {
  readonly name: string;
  readonly send: (t: CheckContext, log: WebhookLog) => Promise<unknown>;
}

/** More searches than a target is likely to have places for cursors. */
const searches: Between = {
  name: '12 other searches',
  async send(t, log) {
    for (let sent = 0; sent < 12; sent += 1) await logs.readFirst(t.client, log.where(others[sent % others.length]!));
  },
};
const writes: readonly Between[] = [
  { name: 'a creation', send: creation.send },
  { name: 'a registration', send: registration.send },
];
/** How often the cursor must lead to other items, each time between two times at which it leads to the right ones. */
const required = 2;

/** Uses a cursor of a walk that was read long ago; if it leads to other items, looks into it. */
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
  for (const between of [searches, ...writes]) await expectToLeadOnAfter(t, webhook, query, between);
}

async function expectToLeadOnAfter(t: CheckContext, webhook: string, query: LogQuery, between: Between): Promise<void> {
  const find = (own: CheckContext) => own.exclusively((alone) => findAstray(alone, webhook, query, between));
  const found = await find(t);
  if (found === undefined) return;
  const { first, next, held } = found;
  fail(
    `the next cursor of the first page with ${logs.describeQuery(query)} on webhook ${webhook} leads to other items after ${between.name} than right away, ${required} times; expected the same page, or a rejection`,
    [
      [first, 'the first page', 'control'],
      [next, 'its next cursor, right away', 'control'],
      [held, `its next cursor, after ${between.name}`, 'wrong'],
    ],
    { symptom: { kind: 'check' }, case: { showsAgain: async (own) => (await find(own)) !== undefined } },
  );
}

interface Astray {
  readonly first: Exchange;
  readonly next: Exchange;
  readonly held: Exchange;
}

/** Undefined unless the cursor leads to other items each time after other requests, and right away to the same ones each time. */
async function findAstray(
  t: CheckContext,
  webhook: string,
  query: LogQuery,
  between: Between,
): Promise<Astray | undefined> {
  const right = await followFirst(t, webhook, query);
  if (right === undefined) return undefined;
  let astray: Astray | undefined;
  for (let time = 0; time < required; time += 1) {
    const late = await followFirst(t, webhook, query, between);
    if (late === undefined || late.items === right.items || itemsOf(late.first) !== itemsOf(right.first))
      return undefined;
    const again = await followFirst(t, webhook, query);
    if (again?.items !== right.items) return undefined;
    astray = { first: right.first, next: right.next, held: late.next };
  }
  return astray;
}

/** The first page, other requests, and then the page that its cursor leads to; undefined if one of the two is rejected. */
async function followFirst(t: CheckContext, webhook: string, query: LogQuery, between?: Between) {
  const log = t.logs.byId(webhook);
  const first = await logs.readFirst(t.client, log.where(query));
  const cursor = responses.parsePage(first.response)?.next;
  if (cursor === undefined) return undefined;
  await between?.send(t, log);
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
