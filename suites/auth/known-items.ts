/** What good answers told: items that identify a log or a creation of ours. Read once a run, shared by the rows. */
import {
  type CheckContext,
  type Exchange,
  identifyingItems,
  isAccepted,
  isDuplicate,
  type Page,
  parsePage,
} from '../../src/suite.ts';
import { sendCreation } from '../lib/requests.ts';

export interface KnownLog {
  readonly webhook: string;
  readonly first: Exchange;
  readonly page: Page | undefined;
  /** Items of its first page that are this log's alone. */
  readonly items: readonly string[];
}

const logs = new WeakMap<object, Promise<readonly KnownLog[]>>();
export interface KnownCreation {
  readonly created: Exchange;
  /** Items of the created page that no control answer has. */
  readonly items: readonly string[];
}

const creations = new WeakMap<object, Promise<KnownCreation>>();

/** The first page of every configured webhook, read with the good token. */
export function knownLogs(t: CheckContext): Promise<readonly KnownLog[]> {
  return once(logs, t.runContext, async () => {
    const controls = await controlAnswers(t);
    const firsts = await Promise.all(
      t.settings.fixtures.webhooks.map(async ({ id }) => {
        const first = (await walked(t, id)) ?? (await t.client.send({ operation: 'logs', webhook: id }));
        return { webhook: id, first, page: isAccepted(first) ? parsePage(first.response) : undefined };
      }),
    );
    return firsts.map((one) => {
      const others = firsts.filter((other) => other !== one).flatMap((other) => other.page?.data ?? []);
      return { ...one, items: identifyingItems(one.page?.data ?? [], others, controls) };
    });
  });
}

/** At depth quick the first page of a walk that the rows on logs read anyway. */
async function walked(t: CheckContext, id: string): Promise<Exchange | undefined> {
  const log = t.effort.isLean ? t.logs.all.find((one) => one.id === id) : undefined;
  if (log === undefined || Object.keys(log.scope).length > 0) return undefined;
  const { pages, last } = await log.walk();
  return pages[0]?.exchange ?? last;
}

/** Items of a created page that are its own. */
export function knownCreations(t: CheckContext): Promise<KnownCreation> {
  return once(creations, t.runContext, async () => {
    const controls = await controlAnswers(t);
    let created = await sendCreation(t, t.creations.canonical);
    if (isDuplicate(created)) created = await t.client.send({ operation: 'create', body: t.creations.next() });
    const page = isAccepted(created) ? parsePage(created.response) : undefined;
    return { created, items: identifyingItems(page?.data ?? [], [], controls) };
  });
}

/** Answers to a stranger who asks for nothing that is there. */
async function controlAnswers(t: CheckContext) {
  const nowhere = { target: '/v2/nothing-is-here', authorization: null } as const;
  const asked = await Promise.all([
    t.client.send({ operation: 'logs', ...nowhere }),
    ...(t.effort.isLean ? [] : [t.client.send({ operation: 'create', body: {}, typed: false, ...nowhere })]),
  ]);
  return asked.map(({ response }) => response);
}

/** Reads once for a run. */
export function once<T>(store: WeakMap<object, Promise<T>>, key: object, read: () => Promise<T>): Promise<T> {
  let known = store.get(key);
  if (known === undefined) {
    known = read();
    store.set(key, known);
  }
  return known;
}
