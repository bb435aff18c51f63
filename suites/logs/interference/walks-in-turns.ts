/**
 * Two walks in turns, page by page, one request after another. A target may overwrite the state of one search with that of another,
 * for example if the key of a stored cursor leaves out a parameter: the walk then continues as the other one. The contradictions that
 * the run excused show which searches to try. Nothing else is in flight, so that no limit on load explains a difference.
 */
import {
  api,
  type CheckContext,
  defined,
  fail,
  type LogQuery,
  logs,
  type Proof,
  responses,
  type Walk,
  type WebhookLog,
} from '../../../src/suite.ts';
import { agrees, isDisturbed } from './walk-amid-others.ts';

/** One search of a log. */
export interface Search {
  readonly log: WebhookLog;
  readonly query: LogQuery;
}

/** How many searches are looked into, each beside those that differ least from it, and how many pairs more closely. */
const mostSuspects = 4;
const mostOthers = 8;
const mostPairs = 4;
const directions = ['asc', 'desc'] as const;
/** Pages of the first look: the second one follows the first page of the other search, the third one its second page. */
const firstPages = 3;
/** How often the walk must differ, each time between two readings alone that agree. */
const required = 3;

/**
 * Fails if a walk that takes turns with another one differs each time from the same walk alone, before and after.
 * @param suspects searches that were wrong beside others, and right alone
 */
export async function expectUnmovedInTurns(
  t: CheckContext,
  suspects: readonly Search[],
  others: readonly Search[],
): Promise<void> {
  const sorts = (await t.logs.distinctSorts()).all.slice(0, 2);
  let pairs = 0;
  for (const suspect of distinct(suspects).slice(0, mostSuspects)) {
    const alone = await readAlone(suspect);
    if (!logs.isComplete(alone) || alone.pages.length < 2 || logs.isLongWalk(alone)) continue;
    for (const other of mostAlike(suspect, distinct([...variantsOf(suspect, sorts), ...suspects, ...others]))) {
      const begun = await walkInTurns(suspect, other, alone, firstPages);
      if (begun === undefined || (begun.isPartial ? !isDisturbed(begun, alone) : agrees(begun, alone, alone))) continue;
      const found = await findMoved(t, suspect, other, alone);
      if (typeof found === 'object') failMoved(suspect, other, found);
      pairs += 1;
      if (found === 'changed' || pairs === mostPairs) return;
    }
  }
}

/** The same search with one parameter changed. */
function variantsOf({ log, query }: Search, sorts: readonly string[]): readonly Search[] {
  const { sortBy: _, ...unsorted } = query;
  const sorted = sorts.map((sortBy) => ({ ...query, sortBy }));
  const directed = directions.map((sortDirection) => ({ ...query, sortDirection }));
  const filtered = api.logStatuses.map((status) => ({ ...query, status }));
  return [unsorted, ...sorted, ...directed, ...filtered].map((one) => ({ log, query: one }));
}

/** A search in the cursor style that was known when it was first suspected. */
export interface Suspect extends Search {
  readonly form: logs.CursorStyle;
}

const nameOf = ({ log, query }: Search): string => `${log.id} ${logs.describeQuery(query)}`;

/** The searches without repetitions, each within the window of its log. */
export function distinct(searches: readonly Search[]): readonly Suspect[] {
  const scoped = searches.map(({ log, query }): Suspect => ({ log, query: log.scoped(query), form: log.form }));
  return [...new Map(scoped.map((search) => [nameOf(search), search])).values()];
}

/** Those that differ in the fewest parameters come first: a key that joins all but one of them is theirs. */
function mostAlike(search: Suspect, others: readonly Suspect[]): readonly Suspect[] {
  const differences = ({ log, query }: Search): number => {
    const [own, its] = [search.query, query].map((one) => new Map(logs.parametersOf(one)));
    const names = new Set([...own!.keys(), ...its!.keys()]);
    return [...names].filter((name) => own!.get(name) !== its!.get(name)).length + (log.id === search.log.id ? 0 : 1);
  };
  return others
    .filter((other) => nameOf(other) !== nameOf(search))
    .sort((a, b) => differences(a) - differences(b))
    .slice(0, mostOthers);
}

interface Moved {
  readonly inTurns: logs.WalkInTurns;
  readonly alone: Walk;
}

/** The last of several walks in turns, if all of them differ from the same walk alone; `changed` if that does not stay the same. */
async function findMoved(
  t: CheckContext,
  search: Suspect,
  other: Suspect,
  alone: Walk,
): Promise<Moved | 'same' | 'changed'> {
  for (let time = 1; ; time += 1) {
    // The pauses let replicas catch up and caches expire, so that neither explains why only the walk between them differs.
    await t.clock.sleep(t.client.settleMs);
    const inTurns = await walkInTurns(search, other, alone);
    if (inTurns === undefined || !isDisturbed(inTurns, alone)) return 'same';
    await t.clock.sleep(t.client.settleMs);
    if (!logs.isSameReading(alone, await readAlone(search))) return 'changed';
    if (time === required) return { inTurns, alone };
  }
}

async function readAlone({ log, query, form }: Suspect): Promise<Walk> {
  const [walk] = await log.readToConfirm({ query, form }, 1, 'own-connections');
  return walk!;
}

/** Reads two walks in turns over one connection: what a single node keeps of both is there for either. */
function walkInTurns(search: Suspect, other: Suspect, alone: Walk, pages?: number) {
  return search.log.client.confirm({ oneByOne: true }, async (client) => {
    const connection = client.session();
    const [own, its] = [search, other].map(({ log, query, form }) => ({ ...log.where(query), form, connection }));
    try {
      return await logs.walkInTurns(client, own!, its!, { items: alone.items.length, ...defined({ pages }) });
    } finally {
      await connection.close();
    }
  });
}

function failMoved(search: Suspect, other: Suspect, { inTurns, alone }: Moved): never {
  const { log, query } = search;
  const difference = logs.difference({ name: 'in turns', bag: inTurns.bag }, { name: 'alone', bag: alone.bag });
  const elsewhere = other.log.id === log.id ? '' : ` on webhook ${other.log.id}`;
  fail(
    `the walk with ${logs.describeQuery(query)} on webhook ${log.id}, page by page in turns with the one with ${logs.describeQuery(other.query)}${elsewhere}, has ${logs.countsInWords(difference)}; expected the items that it has alone`,
    proofOf(inTurns, alone),
    {
      illustrations: [difference],
      reproduced: { times: required, of: required },
      case: { showsAgain: (t) => showsAgain(t, search, other) },
    },
  );
}

/** Whether the two walks show it once more, read through the client of a confirmation. */
async function showsAgain(t: CheckContext, ...pair: readonly [Suspect, Suspect]): Promise<boolean> {
  const [search, other] = pair.map((one): Suspect => ({ ...one, log: t.logs.byId(one.log.id) }));
  const alone = await readAlone(search!);
  return typeof (await findMoved(t, search!, other!, alone)) === 'object';
}

/** Turns that the proof shows before the wrong one. */
const shownTurns = 4;

/** The walk alone, and the turns up to the first page that it does not have alone. */
function proofOf({ turns }: logs.WalkInTurns, alone: Walk): Proof[] {
  const own = turns.filter(({ isOfOther }) => !isOfOther);
  const isAsAlone = ({ exchange }: (typeof own)[number], index: number): boolean =>
    JSON.stringify(responses.parsePage(exchange.response)?.data) === JSON.stringify(alone.pages[index]?.page.data);
  const wrong = own.find((turn, index) => !isAsAlone(turn, index)) ?? own.at(-1)!;
  const before = turns.slice(0, turns.indexOf(wrong)).slice(-shownTurns);
  return [
    ...logs.proofOfWalk(alone, 'alone').map(([exchange, note]): Proof => [exchange, note, 'control']),
    ...before.map(({ exchange, isOfOther }): Proof => [exchange, isOfOther ? 'the other walk' : 'the walk in turns']),
    [wrong.exchange, 'the walk in turns, right after the other one', 'wrong'],
  ];
}
