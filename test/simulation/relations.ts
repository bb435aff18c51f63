/**
 * The relations that the log checks use, each judged on a simulated search as in the kit: first on shared walks, and a
 * violation only after controlled reads.
 */
import type { Client } from '../../src/client/index.ts';
import { checkNavigation } from '../../src/log/navigation/navigation-check.ts';
import type { Step } from '../../src/log/navigation/navigation-finding.ts';
import type { LogQuery } from '../../src/log/query.ts';
import { isSameReading } from '../../src/log/reading.ts';
import type { Oracle, RelationResult } from '../../src/log/relations/relation-check.ts';
import { statusesPartition } from '../../src/log/relations/walk-relations.ts';
import { apart, type TimeForm, timeForms } from '../../src/log/time/form.ts';
import type { Walk } from '../../src/log/walk.ts';
import { WebhookLog } from '../../src/log/webhook-log.ts';
import { createWebhookMemory } from '../../src/log/webhook-memory.ts';
import { type Bag, equal, sum } from '../../src/oracles/bag.ts';
import type { Finding } from '../../src/oracles/finding.ts';
import { type BagFinding, type NamedBag, partOf, sameBag } from '../../src/oracles/relations.ts';
import { findEndless, findIncomplete, findUnsteadyTotal, type WalkFinding } from '../../src/oracles/walk.ts';
import { simulatedClient } from './client.ts';
import type { SimulatedSearch } from './search.ts';

/** Result of a relation; `silent` if there was nothing to judge. */
export type Says = 'holds' | 'broken' | 'live' | 'unstable' | 'silent';

/** A simulated log, and the queries that the relations use. */
export interface Scene {
  readonly client: Client;
  readonly log: WebhookLog;
  readonly form: TimeForm;
  /** The widest range that is accepted, ms. */
  readonly lo: number;
  readonly hi: number;
  /** Ascending, far enough apart. */
  readonly cuts: readonly [number, number];
  /** Two moments as close as the form and the server's clock allow. */
  readonly near: readonly [number, number];
  readonly steps: readonly Step[];
}

const day = 86_400_000;

export function sceneOf(search: SimulatedSearch, now: number, cut: number, steps: readonly Step[]): Scene {
  const { choices, shape } = search;
  const client = simulatedClient(search);
  const form = timeForms.find((one) => one.format === choices.time)!;
  const oldest = now - shape.newestMs - Math.ceil(shape.count / shape.ties) * shape.stepMs;
  const distance = Math.max(apart(form), 2 * choices.unitMs);
  const first = oldest + cut * (now - shape.newestMs - oldest);
  return {
    client,
    log: new WebhookLog(createWebhookMemory('wh', { pages: 400, items: 4000 }), client),
    form,
    lo: oldest - 3 * day,
    hi: now + 3 * day,
    cuts: [first, first + Math.max(distance, 0.3 * (now - shape.newestMs - oldest))],
    near: [first + 0.1 * shape.stepMs, first + 0.1 * shape.stepMs + distance],
    steps,
  };
}

const onWalk =
  (judge: (walk: Walk) => WalkFinding | undefined): Oracle =>
  ([walk]) => {
    const problem = judge(walk!);
    return problem === undefined ? undefined : { message: problem.message, proof: [] };
  };

const named = (name: string, ...bags: Bag[]): NamedBag => ({ name, bag: sum(...bags) });

const onWhole =
  (judge: (...bags: Bag[]) => BagFinding | undefined): Oracle =>
  (walks): Finding | undefined => {
    if (!walks.every((walk) => walk.end === 'end')) return undefined;
    const found = judge(...walks.map((walk) => walk.bag));
    return found === undefined ? undefined : { ...found, proof: [] };
  };

const told = (judged: RelationResult): Says =>
  judged.kind === 'holds' && judged.walks.some((walk) => walk.pages.length === 0) ? 'silent' : judged.kind;

/** The most severe result. */
function worst(all: readonly Says[]): Says {
  for (const says of ['broken', 'unstable', 'live', 'holds'] as const) if (all.includes(says)) return says;
  return 'silent';
}

async function each(scene: Scene, sets: readonly (readonly LogQuery[])[], oracle: Oracle): Promise<Says> {
  const all: Says[] = [];
  for (const queries of sets) all.push(told(await scene.log.checkRelation(queries, oracle)));
  return worst(all);
}

const unranged: readonly LogQuery[] = [{}, { status: 'succeeded' }, { status: 'failed' }, { sortDirection: 'asc' }];

function single(scene: Scene): (readonly [LogQuery])[] {
  const { sinceA } = ranges(scene);
  return [...unranged, sinceA].map((query) => [query]);
}

function ranges({ form, lo, hi, cuts: [a, b], near }: Scene) {
  const at = (time: number) => form.render(time);
  return {
    wide: { from: at(lo), to: at(hi) },
    upToA: { from: at(lo), to: at(a) },
    upToB: { from: at(lo), to: at(b) },
    sinceA: { from: at(a), to: at(hi) },
    sinceB: { from: at(b), to: at(hi) },
    middle: { from: at(a), to: at(b) },
    onlyFrom: { from: at(a) },
    onlyTo: { to: at(b) },
    upToNearA: { from: at(lo), to: at(near[0]) },
    upToNearB: { from: at(lo), to: at(near[1]) },
    sinceNearA: { from: at(near[0]), to: at(hi) },
    sinceNearB: { from: at(near[1]), to: at(hi) },
  } satisfies Record<string, LogQuery>;
}

/** Items that only the old part has come before items that only the new part has under asc, and after them under desc. */
const inOrder: Oracle = (walks): Finding | undefined => {
  const [asc, desc, old, young, wide] = walks;
  if (!walks.every((walk) => walk.end === 'end') || !equal(asc!.bag, wide!.bag)) return undefined;
  const own = (part: Walk) =>
    new Set([...part.bag].filter(([item, count]) => count === wide!.bag.get(item)).map(([item]) => item));
  const [before, after] = [own(old!), own(young!)];
  for (const [walk, first, second] of [
    [asc!, before, after],
    [desc!, after, before],
  ] as const) {
    const begins = walk.items.findIndex((item) => second.has(item));
    const ends = walk.items.findLastIndex((item) => first.has(item));
    if (begins !== -1 && begins < ends) return { message: `${walk.items[begins]} comes too early`, proof: [] };
  }
  return undefined;
};

export const relations: Readonly<Record<string, (scene: Scene) => Promise<Says>>> = {
  'walk ends': (scene) => each(scene, single(scene), onWalk(findEndless)),
  'walk complete': (scene) => each(scene, single(scene), onWalk(findIncomplete)),
  'total constant': (scene) => each(scene, single(scene), onWalk(findUnsteadyTotal)),
  'same again': async (scene) => {
    const all: Says[] = [];
    for (const query of unranged.slice(0, 2)) {
      const [first, second] = [await scene.log.walk(query), await scene.log.read(query)];
      all.push(
        isSameReading(first, second) ? 'holds' : told(await scene.log.controlRelation([query], () => undefined)),
      );
    }
    return worst(all);
  },
  'statuses partition': (scene) =>
    each(scene, [[{}, { status: 'succeeded' }, { status: 'failed' }]], statusesPartition),
  'statuses partition a range': (scene) => {
    const { middle, sinceA } = ranges(scene);
    const sets = [middle, { ...sinceA, sortBy: 'createdAt', sortDirection: 'asc' as const }].map(
      (query): LogQuery[] => [query, { ...query, status: 'succeeded' }, { ...query, status: 'failed' }],
    );
    return each(scene, sets, statusesPartition);
  },
  'sort permutes': (scene) =>
    each(
      scene,
      [
        [{}, { sortDirection: 'asc' }],
        [{}, { sortDirection: 'desc' }],
        [{}, { sortBy: 'status' }],
        [{}, { sortBy: 'createdAt', sortDirection: 'asc' }],
      ],
      (walks) =>
        walks[1]!.pages.length === 0
          ? undefined
          : onWhole((plain, sorted) => sameBag(named('plain', plain!), named('sorted', sorted!)))(walks),
    ),
  'order follows ranges': (scene) => {
    const { upToA, sinceB, wide } = ranges(scene);
    return each(scene, [[{ sortDirection: 'asc' }, { sortDirection: 'desc' }, upToA, sinceB, wide]], inOrder);
  },
  'range is a part': (scene) => {
    const { middle, upToB, sinceA, wide, onlyFrom, onlyTo } = ranges(scene);
    return each(
      scene,
      [
        [upToB, wide],
        [sinceA, wide],
        [middle, upToB],
        [middle, sinceA],
        [onlyFrom, sinceA],
        [onlyTo, upToB],
      ],
      onWhole((part, whole) => partOf(named('part', part!), named('whole', whole!))),
    );
  },
  'ranges with a gap': (scene) => {
    const { upToA, sinceB, upToNearA, sinceNearB, wide } = ranges(scene);
    return each(
      scene,
      [
        [upToA, sinceB, wide],
        [upToNearA, sinceNearB, wide],
      ],
      onWhole((old, young, whole) => partOf(named('old + young', old!, young!), named('whole', whole!))),
    );
  },
  'ranges that overlap': (scene) => {
    const { upToB, sinceA, upToNearB, sinceNearA, wide } = ranges(scene);
    return each(
      scene,
      [
        [wide, upToB, sinceA],
        [wide, upToNearB, sinceNearA],
        [{}, wide],
      ],
      onWhole((whole, ...parts) => partOf(named('whole', whole!), named('the parts', ...parts))),
    );
  },
  'bounds hold together': (scene) => {
    const { upToB, sinceA, wide, middle } = ranges(scene);
    return each(
      scene,
      [[upToB, sinceA, wide, middle]],
      onWhole((old, young, whole, both) => sameBag(named('old + young', old!, young!), named('whole', whole!, both!))),
    );
  },
  'steps back and forth': async (scene) => {
    const pages = Math.min((await scene.log.walk()).pages.length, 12);
    const forward = (count: number) => Array.from({ length: Math.max(count, 0) }, (): Step => 'next');
    const all: Says[] = [];
    for (const [query, steps] of [
      [{}, [...forward(pages), ...forward(pages).map((): Step => 'prev')]],
      [{}, [...forward(pages - 2), 'prev', 'next']],
      [{}, scene.steps],
      [{ status: 'succeeded' }, [...forward(3), 'prev', 'prev', 'next', 'prev']],
      [{ sortDirection: 'asc' }, scene.steps],
    ] as const)
      all.push((await checkNavigation(scene.log, query, steps)).kind);
    return worst(all);
  },
};

/** Whether a relation failed while walks were interleaved, and held alone. */
export function disturbed(scene: Scene): boolean {
  return scene.log.disturbed.length > 0;
}
