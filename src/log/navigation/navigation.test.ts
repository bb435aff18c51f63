import { expect, test } from 'vitest';
import {
  type FakeAnswer,
  type FakePage,
  type FakeQuery,
  fakeClient,
  itemsNamed,
  pageOf,
} from '../../../test/fake-log.ts';
import type { Client } from '../../client/index.ts';
import { walk } from '../walk.ts';
import { WebhookLog } from '../webhook-log.ts';
import { createWebhookMemory, newCursorMemory } from '../webhook-memory.ts';
import { navigate, pageLengthOf } from './navigation.ts';
import { checkNavigation } from './navigation-check.ts';
import type { Step } from './navigation-finding.ts';

const where = { webhook: 'wh_1', query: {}, form: 'repeated' } as const;
const items = itemsNamed('item', 50);
const right: FakeAnswer = (query) => pageOf(items, 10, query);
/** The right log, but for what a cursor such as `prev=20` returns. */
const wrongAt = (cursor: string, change: (page: FakePage) => FakePage | number): FakeAnswer => {
  const [side = '', value] = cursor.split('=');
  return (query: FakeQuery) => (query[side] === value ? change(pageOf(items, 10, query)) : pageOf(items, 10, query));
};
const stepsOf = (text: string): Step[] => [...text].map((letter) => (letter === 'n' ? 'next' : 'prev'));
const go = (answer: FakeAnswer, steps: string, pageLength?: number, totals = false) =>
  navigate(fakeClient(answer).client, where, stepsOf(steps), pageLength, { totals });

test('a navigation over a right log has no problem, in any order of steps', async () => {
  for (const steps of ['', 'nnnn', 'nnnnpppp', 'nnpnpp', 'pnp', 'nnnnnnpn']) {
    const { problem, known } = await go(right, steps, 10, true);
    expect(problem, steps).toBeUndefined();
    expect(known).toEqual(items.slice(0, known.length));
  }
});

test('an empty prev is a cursor where it leads to the page that precedes, and else none', async () => {
  const first: FakeAnswer = ({ prev, ...query }) => {
    const page = pageOf(items, 10, prev === '' ? {} : { ...query, ...(prev !== undefined && { prev }) });
    return { ...page, prev: page.prev === '10' ? '' : page.prev };
  };
  expect((await go(first, 'nnppnnpp', 10, true)).problem).toBeUndefined();
  const never: FakeAnswer = (query) => (query.prev === '' ? 400 : { ...pageOf(items, 10, query), prev: '' });
  expect((await go(never, 'np')).problem?.kind).toBe('prev-missing');
  const ignored: FakeAnswer = ({ prev: _, ...query }) => ({ ...pageOf(items, 10, query), prev: '' });
  expect((await go(ignored, 'nnp')).problem?.kind).toBe('prev-missing');
});

test('a first response that is not a page ends the navigation without a problem', async () => {
  expect(await go(() => 503, 'nn')).toEqual({ pages: [], known: [] });
});

const problems: readonly { kind: string; answer: FakeAnswer; steps: string; message: string; totals?: boolean }[] = [
  {
    kind: 'total-changed',
    answer: wrongAt('prev=20', (page) => ({ ...page, totalItems: 49 })),
    steps: 'nnpn',
    totals: true,
    message: 'the page reached by prev has totalItems 49; expected 50, as on the first page',
  },
  {
    kind: 'next-missing',
    answer: wrongAt('prev=10', (page) => ({ ...page, next: undefined })),
    steps: 'nnppn',
    message: 'the page with items 1–10 has no next; expected one, since 20 more items were seen after it',
  },
  {
    kind: 'next-missing',
    answer: wrongAt('prev=10', (page) => ({ ...page, next: '' })),
    steps: 'nnppn',
    message: 'the page with items 1–10 has an empty next; expected one, since 20 more items were seen after it',
  },
  {
    kind: 'next-rejected',
    answer: wrongAt('next=20', () => 410),
    steps: 'nn',
    message: 'next from items 11–20, used at once, answered 410; expected the page that starts at item 21',
  },
  {
    kind: 'next-wrong-page',
    answer: wrongAt('prev=10', (page) => ({ ...page, next: '20' })),
    steps: 'nnppn',
    message: 'next from items 1–10 returned items 21–30; expected the page that starts at item 11',
  },
  {
    kind: 'prev-missing',
    answer: wrongAt('next=20', (page) => ({ ...page, prev: undefined })),
    steps: 'nnp',
    message: 'the page with items 21–30 has no prev; expected one, since 20 items precede it',
  },
  {
    kind: 'prev-rejected',
    answer: wrongAt('prev=20', () => 500),
    steps: 'nnp',
    message: 'prev from items 21–30, used at once, answered 500; expected the page that ends at item 20',
  },
  {
    kind: 'prev-wrong-page',
    answer: wrongAt('prev=20', (page) => ({ ...page, data: items.slice(0, 10) })),
    steps: 'nnp',
    message: 'prev from items 21–30 returned items 1–10; expected the page that ends at item 20',
  },
  {
    kind: 'prev-wrong-page',
    answer: wrongAt('prev=10', (page) => ({ ...page, data: ['before', ...page.data] })),
    steps: 'np',
    message: 'prev from items 11–20 returned a page that starts with before; expected the page that ends at item 10',
  },
  {
    kind: 'prev-page-length',
    answer: wrongAt('prev=20', (page) => ({ ...page, data: page.data.slice(5) })),
    steps: 'nnp',
    message: 'prev returned 5 items; expected 10, as on every page but the last',
  },
  {
    kind: 'prev-empty',
    answer: (query, at) => {
      if (query['prev'] === '10') return { ...pageOf(items, 10, query), data: items.slice(1, 10), prev: '1' };
      return query['prev'] === '1' ? { data: [], totalItems: 50 } : right(query, at);
    },
    steps: 'np',
    message: 'prev from items 2–10 returned an empty page; expected the page that ends at item 1',
  },
  {
    kind: 'prev-empty',
    answer: wrongAt('prev=20', (page) => ({ ...page, data: [], prev: undefined })),
    steps: 'nnp',
    message: 'prev from items 21–30 returned an empty page; expected the page that ends at item 20',
  },
];

test.for(problems)('$kind: $message', async ({ kind, answer, steps, totals = false, message }) => {
  const { problem } = await go(answer, steps, 10, totals);
  expect(problem).toMatchObject({ kind, message });
  expect(problem?.proof.length).toBe(kind.endsWith('-missing') ? 1 : 2);
  expect(problem?.proof.at(-1)?.[2], 'the page that shows it is marked').toBe('wrong');
});

test('a page of an unusual length does not hide a wrong page after it', async () => {
  const answer = wrongAt('prev=20', (page) => ({ ...page, data: page.data.slice(5), prev: '15' }));
  const wrongAfter = wrongAt('prev=15', (page) => ({ ...page, data: ['before'] }));
  const both: FakeAnswer = (query, at) => (query['prev'] === '15' ? wrongAfter : answer)(query, at);
  expect((await go(both, 'nnpp')).problem).toMatchObject({ kind: 'prev-wrong-page' });
});

test('totals are judged only where that is asked for', async () => {
  const answer = wrongAt('prev=20', (page) => ({ ...page, totalItems: 49 }));
  expect((await go(answer, 'nnpn')).problem).toBeUndefined();
});

test('prev may lead through a few empty pages, but not through endless ones', async () => {
  let passed = 0;
  const through = (most: number): FakeAnswer =>
    wrongAt('prev=20', (page) => {
      passed += 1;
      return passed > most ? page : { ...page, data: [], prev: '20' };
    });
  expect((await go(through(5), 'nnp', 10)).problem).toBeUndefined();
  passed = 0;
  expect((await go(through(50), 'nnp', 10)).problem?.kind).toBe('prev-empty');
});

test('a page length is known if all pages but the last have it', async () => {
  const lengthOf = async (size: number, count = 50) =>
    pageLengthOf(
      await walk(fakeClient((query) => pageOf(items.slice(0, count), size, query)).client, where, {
        pages: 99,
        items: 999,
      }),
    );
  expect(await Promise.all([lengthOf(10), lengthOf(20), lengthOf(12), lengthOf(25)])).toEqual([10, 20, 12, undefined]);
});

const check = (answer: FakeAnswer, steps: string) => {
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), fakeClient(answer).client);
  return checkNavigation(log, {}, stepsOf(steps));
};

test('a wrong step is reported only if it goes wrong again', async () => {
  expect((await check(right, 'nnpp')).kind).toBe('holds');
  const always = wrongAt('prev=20', (page) => ({ ...page, data: items.slice(0, 10) }));
  expect(await check(always, 'nnp')).toMatchObject({
    kind: 'broken',
    navigation: { problem: { kind: 'prev-wrong-page' } },
  });
  let times = 0;
  const once = wrongAt('prev=20', (page) => {
    times += 1;
    return times > 1 ? page : { ...page, data: items.slice(0, 10) };
  });
  expect((await check(once, 'nnp')).kind).toBe('holds');
});

test('another length of pages back is looked into once', async () => {
  const short: FakeAnswer = (query, at) => {
    const page = right(query, at) as FakePage;
    return query['prev'] === undefined ? page : { ...page, data: page.data.slice(6), next: undefined };
  };
  const { client, sent } = fakeClient(short);
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), client);
  const broken = { kind: 'broken', navigation: { problem: { kind: 'prev-page-length' } } };
  expect(await checkNavigation(log, {}, stepsOf('nnp'))).toMatchObject(broken);
  const before = sent.length;
  expect(await checkNavigation(log, {}, stepsOf('nnnp'))).toMatchObject(broken);
  expect(sent.slice(before)).toHaveLength(5);
});

test('a cursor that an earlier try of the same request may have used up is not rejected', async () => {
  const rejecting = wrongAt('prev=20', () => 400);
  expect((await check(rejecting, 'nnp')).kind).toBe('broken');
  const { client } = fakeClient(rejecting);
  const send: Client['send'] = async (request) => {
    const exchange = await client.send(request);
    const isRejected = exchange.response?.status === 400;
    return isRejected ? { ...exchange, request: { ...exchange.request, retried: true } } : exchange;
  };
  const retrying: Client = Object.assign(Object.create(client), {
    send,
    chain: () => retrying,
    exclusively: <T>(work: (alone: Client) => T) => work(retrying),
  });
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), retrying);
  expect((await checkNavigation(log, {}, stepsOf('nnp'))).kind).toBe('live');
});

test('a log that changes between all repetitions is live, not broken', async () => {
  let read = 0;
  const changing = wrongAt('prev=20', (page) => {
    read += 1;
    return { ...page, data: items.slice(0, 10), totalItems: 50 + read };
  });
  expect((await check(changing, 'nnp')).kind).toBe('live');
});

test('a step that is confirmed must go wrong once more after any cache lives', async () => {
  const wrongFor = async (most: number) => {
    let times = 0;
    const cached = wrongAt('prev=20', (page) => {
      times += 1;
      return times > most ? page : { ...page, data: items.slice(0, 10) };
    });
    const memory = createWebhookMemory('wh_1', { pages: 99, items: 999 }, newCursorMemory(), { confirms: true });
    return (await checkNavigation(new WebhookLog(memory, fakeClient(cached).client), {}, stepsOf('nnp'))).kind;
  };
  expect(await wrongFor(3)).toBe('live');
  expect(await wrongFor(4)).toBe('broken');
});

test('a route starts on the page of the shared walk at which it turns back', async () => {
  const { client, sent } = fakeClient(right);
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), client);
  await log.walk();
  const before = sent.length;
  const result = await checkNavigation(log, {}, stepsOf('nnnnpnpp'), { fromWalk: true });
  expect(result).toMatchObject({ kind: 'holds', navigation: { known: items } });
  expect(sent.slice(before)).toEqual(['prev=40', 'next=40', 'prev=40', 'prev=30']);
  // So does one that turns back before. A route that need not start there is followed from the first page.
  await checkNavigation(log, {}, stepsOf('nnnp'), { fromWalk: true });
  expect(sent.slice(before + 4)).toEqual(['prev=30']);
  await checkNavigation(log, {}, stepsOf('nnnnp'));
  expect(sent.slice(before + 5)[0]).toBe('');
});

test('cursors that must be used at once are: the whole route is followed, from then on for every route', async () => {
  let latest: FakePage | undefined;
  const short: FakeAnswer = (query) => {
    const used = query['next'] ?? query['prev'];
    if (used !== undefined && used !== latest?.next && used !== latest?.prev) return 410;
    latest = pageOf(items, 10, query);
    return latest;
  };
  const { client, sent } = fakeClient(short);
  const log = new WebhookLog(createWebhookMemory('wh_1', { pages: 99, items: 999 }), client);
  await log.walk();
  latest = undefined;
  for (const route of ['nnnnpp', 'nnnnppp'])
    expect((await checkNavigation(log, {}, stepsOf(route), { fromWalk: true })).kind).toBe('holds');
  expect(sent.slice(5)).toEqual([
    'prev=40',
    ...['', 'next=10', 'next=20', 'next=30', 'next=40', 'prev=40', 'prev=30'],
    ...['', 'next=10', 'next=20', 'next=30', 'next=40', 'prev=40', 'prev=30', 'prev=20'],
  ]);
});

const back = (answer: FakeAnswer, steps = 'nnnnpppp') =>
  navigate(fakeClient(answer).client, where, stepsOf(steps), undefined, { beyondFirst: true });

test('a prev of the first page may lead to an empty page, to new items, or once more to the first page', async () => {
  const ends: FakePage[] = [
    { data: [], totalItems: 50 },
    { data: ['new 1', 'new 2'], prev: 'more', totalItems: 52 },
    { data: items.slice(0, 10), totalItems: 50 },
  ];
  for (const end of ends) {
    const answer: FakeAnswer = (query) => {
      if (query['prev'] === 'before') return end;
      const page = pageOf(items, 10, query);
      return page.prev === undefined ? { ...page, prev: 'before' } : page;
    };
    expect((await back(answer)).problem).toBeUndefined();
  }
});

test.each<[kind: string, end: FakePage | number]>([
  ['prev-rejected', 400],
  ['prev-endless', { data: items.slice(0, 10), prev: 'before', totalItems: 50 }],
  ['prev-wrong-page', { data: items.slice(40), totalItems: 50 }],
])('a prev of the first page must be accepted and must end: %s', async (kind, end) => {
  const answer: FakeAnswer = (query) => {
    if (query['prev'] === 'before') return end;
    const page = pageOf(items, 10, query);
    return page.prev === undefined ? { ...page, prev: 'before' } : page;
  };
  expect((await back(answer)).problem?.kind).toBe(kind);
  // The same steps alone do not look beyond the first page.
  expect((await go(answer, 'nnnnpppp')).problem).toBeUndefined();
});

test('a prev of an empty result must not lead to items', async () => {
  const answer: FakeAnswer = ({ prev }) =>
    prev === undefined ? { data: [], prev: 'before', totalItems: 0 } : { data: ['item'], totalItems: 1 };
  expect((await back(answer, '')).problem?.kind).toBe('prev-wrong-page');
});
