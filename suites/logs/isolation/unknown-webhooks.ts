/** Searches of webhook ids that nobody has: they must not return the log of a configured webhook. */
import type { Baseline, CheckContext, LogQuery } from '../../../src/suite.ts';
import { fail, fc, generate, logs, unlessUndecided } from '../../../src/suite.ts';
import { everyParameter } from '../../lib/every-parameter.ts';
import { findLeak, identifying, returns } from './leaks.ts';
import { expectNothingShared } from './shared-by-unknown.ts';

/** A search of an id that nobody has. */
interface Search {
  readonly webhook: string;
  readonly what: string;
  /** Ends a message: ", for a cursor of wh_1". */
  readonly how: string;
  readonly query: readonly (readonly [string, string])[];
}

/** A server may look up the webhook only in the plain search. If few requests may be sent, that search is left to wrong ids. */
export async function expectUnknownEmpty(t: CheckContext, baseline: Baseline): Promise<void> {
  const [first, ...others] = unknownIds(t, baseline.log.id);
  const status: LogQuery = { status: 'succeeded' };
  const queries = t.effort.pick<readonly LogQuery[]>({
    quick: [status],
    standard: [{}, { ...status, sortDirection: 'asc' }],
  });
  await expectEmpty(t, baseline, [
    ...queries.map((query) => searchOf(baseline, first, query)),
    ...t.effort.take(byCursor(baseline, first), { quick: 0 }),
    ...t.effort.take(others, { quick: 0 }).map((other) => searchOf(baseline, other, {})),
  ]);
}

/** The same with every parameter at once: any of them may make a server ignore the webhook. Other checks have learned them by now. */
export async function expectUnknownEmptyWithParameters(t: CheckContext, baseline: Baseline): Promise<void> {
  if (t.effort.isLean) return;
  const [first] = unknownIds(t, baseline.log.id);
  const query = await unlessUndecided(() => everyParameter(t));
  if (query !== undefined) await expectEmpty(t, baseline, [searchOf(baseline, first, query)]);
}

/** If only a window of the log is known, the search asks for that window: the whole log would begin with what has arrived since. */
function searchOf({ log }: Baseline, webhook: string, query: LogQuery): Search {
  return { webhook, what: logs.describeQuery(query), how: '', query: logs.parametersOf({ ...query, ...log.scope }) };
}

/** A server may trust the webhook that a cursor names if the one in the path does not exist. */
function byCursor({ log, plainWalk }: Baseline, webhook: string): readonly Search[] {
  const next = plainWalk.pages[0]?.page.next;
  if (next === undefined) return [];
  return [{ webhook, what: `a cursor of ${log.id}`, how: `, for a cursor of ${log.id}`, query: [['next', next]] }];
}

/** An unknown id must not return an item of any configured log: a target may show one of them by default. */
async function expectEmpty(t: CheckContext, baseline: Baseline, asked: readonly Search[]): Promise<void> {
  const { log, plainWalk, others } = baseline;
  const walks = await Promise.all([log, ...others].map((one) => one.walk()));
  const own = new Set(walks.flatMap(({ bag }) => [...identifying(bag, [])]));
  for (const one of t.casesOf(asked, ({ webhook, what }) => `${webhook} | ${what}`)) {
    const { webhook, query } = one;
    const search = (by: CheckContext) => by.send({ operation: 'logs', webhook, query });
    const { answer, stray } = await findLeak(() => search(t), own);
    t.observations.record('unknownWebhook', answer.response?.status, answer);
    const owner = walks.find(({ bag }) => stray !== undefined && bag.has(stray));
    if (stray !== undefined)
      fail(
        `the unknown webhook ${webhook} returned ${logs.truncate(stray)}, an item of ${owner?.webhook ?? log.id}${one.how}`,
        [
          [plainWalk.pages[0]!.exchange, `the log of ${log.id}`, 'control'],
          [answer, `the search of ${webhook}`, 'wrong'],
        ],
        {
          symptom: { kind: 'check', shows: 'no-items' },
          case: { name: `${webhook} | ${one.what}`, showsAgain: returns(stray, search) },
          whateverChanges: true,
        },
      );
    await expectNothingShared(t, log, one, answer);
  }
}

/** An id that looks like the given one, the same number in 32 bits, and a UUID. */
function unknownIds(t: CheckContext, id: string): readonly [string, ...string[]] {
  const random = generate.seededRandom(t.seed);
  const uuid = fc.sample(fc.uuid({ version: 4 }), { seed: t.seed, numRuns: 1 });
  const similar = generate.similarId(id, random);
  const wrapped = generate.wrappedId(id);
  return [
    similar,
    ...(wrapped === undefined ? [] : [wrapped]),
    ...(t.effort.isExhaustive ? [generate.similarId(id, random)] : []),
    ...uuid,
  ];
}
