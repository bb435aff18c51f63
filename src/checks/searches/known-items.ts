/** What accepted requests returned: items that identify a log or a creation. Read once per run, for all checks. */
import { type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { seededRandom, similarId } from '../../core/random.ts';
import { identifyingItems } from '../../oracles/identifying.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import type { CheckContext } from '../check-context.ts';
import { isDuplicate, sendCreation } from '../creations.ts';

export interface KnownLog {
  readonly webhook: string;
  readonly first: Exchange;
  readonly page: Page | undefined;
  /** Items of its first page that no other log and no response to a stranger holds. */
  readonly items: readonly string[];
}

export interface KnownCreation {
  readonly created: Exchange;
  /** Items of the created page that no response to a stranger holds. */
  readonly items: readonly string[];
}

/** The first page of every configured webhook, read with the valid token. */
export function knownLogs(t: CheckContext): Promise<readonly KnownLog[]> {
  return t.once('known logs', async (first) => {
    const responses = await responsesToStranger(first);
    const logs = await Promise.all(first.settings.fixtures.webhooks.map(({ id }) => readLog(first, id)));
    return logs.map((log) => {
      const others = logs.filter((other) => other !== log).flatMap((other) => other.page?.data ?? []);
      return { ...log, items: identifyingItems(log.page?.data ?? [], others, responses) };
    });
  });
}

/** Most items of a log that are looked for in responses. */
const mostSought = 500;

/** Items of logs that some check has read to the end by now, and that no other log contains. They may also be texts of errors. */
export async function itemsReadSoFar(t: CheckContext): Promise<readonly string[]> {
  if (!t.effort.sharesReadings) return [];
  const walks = await Promise.all(t.logs.all.map((log) => log.known({})));
  const read = walks.map((walk) => walk?.items.slice(0, mostSought) ?? []);
  return read.flatMap((own) => identifyingItems(own, read.filter((other) => other !== own).flat(), []));
}

async function readLog(t: CheckContext, webhook: string): Promise<Omit<KnownLog, 'items'>> {
  const first = (await firstOfWalk(t, webhook)) ?? (await t.send({ operation: 'logs', webhook }));
  return { webhook, first, page: isAccepted(first) ? parsePage(first.response) : undefined };
}

/** Where checks share readings, the first page of a walk that was read, or is being read; undefined if there is none. */
async function firstOfWalk(t: CheckContext, webhook: string): Promise<Exchange | undefined> {
  const log = t.effort.sharesReadings ? t.logs.all.find(({ id }) => id === webhook) : undefined;
  if (log === undefined || Object.keys(log.scope).length > 0) return undefined;
  return (await log.known({}))?.pages[0]?.exchange;
}

/** A creation that was accepted, and the items that only it returned. */
export function knownCreation(t: CheckContext): Promise<KnownCreation> {
  return t.once('known creation', async (first) => {
    const responses = await responsesToStranger(first);
    let created = await sendCreation(first, first.creations.canonical);
    if (isDuplicate(created)) created = await first.send({ operation: 'create', body: first.creations.next() });
    const page = isAccepted(created) ? parsePage(created.response) : undefined;
    return { created, items: identifyingItems(page?.data ?? [], [], responses) };
  });
}

/**
 * Rejections of a client without a token that asks for a webhook or a path that does not exist. What they hold identifies
 * nothing: an item may be the text of an error.
 */
function responsesToStranger(t: CheckContext) {
  return t.shareReading('responses to a stranger', askAsStranger);
}

async function askAsStranger(t: CheckContext) {
  const nowhere = { target: '/v2/nothing-is-here', authorization: null } as const;
  const webhook = similarId(t.settings.fixtures.webhooks[0]?.id ?? '', seededRandom(t.settings.run.seed));
  const requests: readonly OperationRequest[] = [
    { operation: 'logs', webhook, authorization: null },
    { operation: 'logs', ...nowhere },
    { operation: 'create', body: {}, typed: false, ...nowhere },
  ];
  const exchanges = await Promise.all(t.effort.take(requests, { quick: 1 }).map((request) => t.send(request)));
  return exchanges.filter((exchange) => !isAccepted(exchange)).map(({ response }) => response);
}
