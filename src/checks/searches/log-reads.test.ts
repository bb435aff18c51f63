import { expect, test } from 'vitest';
import { type FakeAnswer, itemsNamed, pageOf } from '../../../test/fake-log.ts';
import { logContext } from '../../../test/log-context.ts';
import { LogMemory } from '../../log/log-memory.ts';
import { findUnequal, onCompleteWalks } from '../../log/relations/walk-relations.ts';
import { CheckContext } from '../check-context.ts';
import { CheckConcluded } from '../conclusion.ts';
import { Memo } from '../memo.ts';
import { expectOnLogs, expectSteps, firstPageOf, judgedLogs, readAgain, requestFirstPage } from './log-reads.ts';

const items = itemsNamed('item', 25);
const plain: FakeAnswer = (query) => pageOf(items, 10, query);

const conclusionOf = async (work: Promise<unknown>) => {
  const error = await work.catch((reason: unknown) => reason);
  if (!(error instanceof CheckConcluded) || error.conclusion.verdict !== 'fail') throw error;
  return error.conclusion;
};

test('the first page of a query is requested anew at deep, and taken from a walk at standard', async () => {
  const deep = await logContext(plain, { depth: 'deep' });
  await firstPageOf(deep.t, { status: 'failed' });
  await firstPageOf(deep.t, { status: 'failed' });
  expect(deep.sent).toEqual(['status=failed', 'status=failed']);
  const standard = await logContext(plain);
  await firstPageOf(standard.t, { status: 'failed' });
  const walked = standard.sent.length;
  await firstPageOf(standard.t, { status: 'failed' });
  expect(standard.sent.length).toBe(walked);
  expect(standard.sent).toContain('next=10');
});

test('a query that no other check walks is requested once at quick', async () => {
  const { t, sent } = await logContext(plain, { depth: 'quick' });
  const query = { status: 'failed', sortDirection: 'asc' } as const;
  const [first, second] = [await firstPageOf(t, query), await firstPageOf(t, query)];
  expect(second).toBe(first);
  expect(sent.filter((one) => one.includes('status=failed'))).toHaveLength(1);
});

test('a first page is that of the first configured webhook', async () => {
  const asked: string[] = [];
  const answer: FakeAnswer = (query, webhook) => {
    asked.push(webhook);
    return plain(query, webhook);
  };
  const { t } = await logContext(answer, { webhooks: [{ id: 'wh_2' }, { id: 'wh_1' }] });
  await requestFirstPage(t, {});
  expect(asked).toEqual(['wh_2']);
});

test('where a search ends the cursors of others, walks are read alone', async () => {
  let open = 0;
  const { t } = await logContext((query) => {
    const { next } = query;
    if (next === undefined) open += 1;
    const [search, place] = next?.split(' ') ?? [];
    if (search !== undefined && Number(search) !== open) return 410;
    const page = plain(place === undefined ? {} : { next: place }, 'wh_1') as { next?: string };
    return { ...page, prev: undefined, next: page.next && `${open} ${page.next}` } as never;
  });
  const log = t.logs.all[0]!;
  const queries = [{}, { status: 'failed' }, { status: 'succeeded' }, { sortDirection: 'asc' }] as const;
  const walks = await Promise.all(queries.map((query) => log.walk(query)));
  expect(walks.map(({ end, items }) => [end, items.length])).toEqual(queries.map(() => ['end', 25]));
  const again = await Promise.all(queries.map((query) => log.read(query)));
  expect(again.map(({ end }) => end)).toEqual(queries.map(() => 'end'));
});

test('a search whose request was lost is sent once more', async () => {
  const statuses = [503, 503, 503];
  const { t, sent } = await logContext((query, webhook) =>
    query['status'] ? (statuses.pop() ?? 404) : plain(query, webhook),
  );
  const answered: (number | undefined)[] = [];
  for (let n = 0; n < 3; n += 1) answered.push((await requestFirstPage(t, { status: 'failed' })).response?.status);
  expect(answered).toEqual([503, 404, 404]);
  expect(sent.filter((one) => one === 'status=failed')).toHaveLength(5);
});

test('at quick only other logs that hold items are judged', async () => {
  const answer: FakeAnswer = (query, webhook) => pageOf(webhook === 'wh_empty' ? [] : items, 10, query);
  const webhooks = ['wh_1', 'wh_2', 'wh_empty'].map((id) => ({ id }));
  const idsAt = async (depth: 'quick' | 'standard') => {
    const { t } = await logContext(answer, { depth, webhooks });
    return (await judgedLogs(t, await t.baseline())).map(({ id }) => id).sort();
  };
  expect(await idsAt('standard')).toEqual(['wh_1', 'wh_2', 'wh_empty']);
  expect(await idsAt('quick')).toEqual(['wh_1', 'wh_2']);
});

test('at quick a log whose total promises items that its page is missing is judged', async () => {
  const lost = { data: [], totalItems: 1 };
  const answer: FakeAnswer = (query, webhook) => (webhook === 'wh_lost' ? lost : pageOf(items, 10, query));
  const { t } = await logContext(answer, { depth: 'quick', webhooks: [{ id: 'wh_1' }, { id: 'wh_lost' }] });
  expect((await judgedLogs(t, await t.baseline())).map(({ id }) => id)).toContain('wh_lost');
});

test('at quick the log of the baseline is judged, also where it has grown by a page since', async () => {
  let count = 25;
  const { t } = await logContext((query) => pageOf(itemsNamed('item', count), 10, query), { depth: 'quick' });
  const baseline = await t.baseline();
  count = 35;
  await baseline.log.rewalk();
  expect((await judgedLogs(t, baseline)).map(({ id }) => id)).toEqual([baseline.log.id]);
});

test('a plain query is read again at deep; else the second reading of the baseline serves', async () => {
  const { t, sent } = await logContext(plain, { depth: 'deep' });
  const baseline = await t.baseline();
  const before = sent.length;
  expect((await readAgain(t, baseline, {})).items).toEqual(items);
  expect(sent.length).toBe(before + 3);
  const standard = await logContext(plain);
  const known = await standard.t.baseline();
  expect(await readAgain(standard.t, known, {})).toBe(known.again);
});

const haveSameItems = onCompleteWalks((one, other) => findUnequal([one], [other]));

test('a relation is required of each log, and a log that breaks it ends the check', async () => {
  const answer: FakeAnswer = (query, webhook) =>
    pageOf(webhook === 'wh_2' && query['sortDirection'] === 'asc' ? items.slice(1) : items, 10, query);
  const { t } = await logContext(answer, { webhooks: [{ id: 'wh_1' }, { id: 'wh_2' }] });
  const queries = [{}, { sortDirection: 'asc' }] as const;
  const [first, second] = t.logs.all;
  expect(await expectOnLogs(t, [[first!, queries]], haveSameItems)).toHaveLength(1);
  const ended = await conclusionOf(expectOnLogs(t, [[second!, queries]], haveSameItems));
  expect(ended).toMatchObject({ verdict: 'fail', message: expect.stringContaining('1 too many') });
});

test('a finding is confirmed on the relation that showed it alone: no other query is sent', async () => {
  const answer: FakeAnswer = (query) => pageOf(query['status'] === 'failed' ? items.slice(1) : items, 10, query);
  const { t, sent } = await logContext(answer);
  const [log] = t.logs.all;
  const queries = [{ status: 'succeeded' }, { sortDirection: 'asc' }, { status: 'failed' }] as const;
  const cases = queries.map((query) => [log!, [{}, query]] as const);
  const ended = await conclusionOf(expectOnLogs(t, cases, haveSameItems));
  expect(ended).toMatchObject({ verdict: 'fail', case: { name: 'wh_1 | no filter | status=failed' } });
  sent.length = 0;
  const { runContext, requirement, signal } = t;
  const memory = { logs: new LogMemory(t.settings, t.clock), memo: new Memo() };
  const again = new CheckContext({ ...runContext, ...memory, onlyCase: ended.case }, requirement, signal);
  expect(await conclusionOf(expectOnLogs(again, cases, haveSameItems))).toMatchObject({ message: ended.message });
  expect(sent.filter((query) => query.includes('succeeded') || query.includes('asc'))).toEqual([]);
  expect(await again.expect(log!, [{ status: 'succeeded' }], haveSameItems)).toEqual([]);
});

test('what walks showed is shown again by the same walks, and not by others', async () => {
  let shown = items;
  const answer: FakeAnswer = (query) => pageOf(query['status'] === 'failed' ? shown.slice(1) : shown, 10, query);
  const { t, sent } = await logContext(answer);
  const ended = await conclusionOf(expectOnLogs(t, [[t.logs.all[0]!, [{}, { status: 'failed' }]]], haveSameItems));
  const { showsAgain } = ended.case!;
  sent.length = 0;
  expect(await showsAgain!(t)).toBe(true);
  expect(sent).toHaveLength(6);
  // The log has grown since.
  shown = itemsNamed('item', 26);
  expect(await showsAgain!(t)).toBe(false);
});

test('steps that lead where they should pass', async () => {
  const { t } = await logContext(plain);
  await expectSteps(t, t.logs.all[0]!, {}, ['next', 'next', 'prev', 'next']);
});

test('a prev that leads elsewhere is a finding of the stated requirement, with the navigation drawn', async () => {
  const { t } = await logContext((query) =>
    query['prev'] === undefined ? plain(query, 'wh_1') : pageOf(items, 10, {}),
  );
  const ended = await conclusionOf(expectSteps(t, t.logs.all[0]!, {}, ['next', 'next', 'prev']));
  expect(ended).toMatchObject({
    verdict: 'fail',
    level: 'stated',
    message: 'with no filter: prev from items 21–25 returned items 1–10; expected the page that ends at item 20',
    illustrations: [{ kind: 'walk' }],
  });
});

test('a missing prev is a finding of level derived', async () => {
  const { t } = await logContext((query) => ({ ...(plain(query, 'wh_1') as object), prev: undefined }) as never);
  expect(await conclusionOf(expectSteps(t, t.logs.all[0]!, {}, ['next', 'prev']))).toMatchObject({ level: 'derived' });
});
