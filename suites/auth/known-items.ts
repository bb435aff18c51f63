/** What good answers told: items that identify a log or a creation of ours. Read once a run, shared by the rows. */
import { accepted, type Exchange, identifying, type Page, pageOf, repeated, type Trial } from '../../src/kit.ts';
import { creation } from '../sending.ts';

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
export function knownLogs(trial: Trial): Promise<readonly KnownLog[]> {
  return once(logs, trial.context, async () => {
    const controls = await controlAnswers(trial);
    const firsts = await Promise.all(
      trial.settings.fixtures.webhooks.map(async ({ id }) => {
        const first = (await walked(trial, id)) ?? (await trial.client.send({ operation: 'logs', webhook: id }));
        return { webhook: id, first, page: accepted(first) ? pageOf(first.response) : undefined };
      }),
    );
    return firsts.map((one) => {
      const others = firsts.filter((other) => other !== one).flatMap((other) => other.page?.data ?? []);
      return { ...one, items: identifying(one.page?.data ?? [], others, controls) };
    });
  });
}

/** At depth quick the first page of a walk that the rows on logs read anyway. */
async function walked(trial: Trial, id: string): Promise<Exchange | undefined> {
  const log = trial.quick ? trial.logs.all.find((one) => one.id === id) : undefined;
  if (log === undefined || Object.keys(log.scope).length > 0) return undefined;
  const { pages, last } = await log.walk();
  return pages[0]?.exchange ?? last;
}

/** Items of a created page that are its own. */
export function knownCreations(trial: Trial): Promise<KnownCreation> {
  return once(creations, trial.context, async () => {
    const controls = await controlAnswers(trial);
    let created = await creation(trial, trial.creations.canonical);
    if (repeated(created)) created = await trial.client.send({ operation: 'create', body: trial.creations.next() });
    const page = accepted(created) ? pageOf(created.response) : undefined;
    return { created, items: identifying(page?.data ?? [], [], controls) };
  });
}

/** Answers to a stranger who asks for nothing that is there. */
async function controlAnswers(trial: Trial) {
  const nowhere = { target: '/v2/nothing-is-here', authorization: null } as const;
  const asked = await Promise.all([
    trial.client.send({ operation: 'logs', ...nowhere }),
    ...(trial.quick ? [] : [trial.client.send({ operation: 'create', body: {}, typed: false, ...nowhere })]),
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
