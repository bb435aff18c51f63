/** Responses to query parameters that the specification does not provide for: unknown, repeated or contradictory ones. */
import { type CheckContext, checksOf, logs, type ObservedGapId, responses } from '../../src/suite.ts';
import { concludeObserved, responseValue } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

type Parameters = readonly (readonly [name: string, value: string])[];

check(
  'gaps/parameters',
  async (t) => {
    const { log } = await t.baseline();
    /** @param typed whether each parameter by itself has its stated type, so that a 5xx is a failure */
    const observe = async (gap: ObservedGapId, query: Parameters, typed: boolean) => {
      const exchange = await t.send({ operation: 'logs', webhook: log.id, query, typed });
      t.observations.record(gap, responseValue(exchange), exchange);
    };
    await observe('unknownParameter', [['cawl', '1']], false);
    await observe(
      'repeatedParameter',
      [
        ['status', 'failed'],
        ['status', 'failed'],
      ],
      false,
    );
    const time = await t.logs.time();
    if (time.understood) {
      const { sense } = time;
      await observe(
        'rangeReversed',
        logs.parametersOf(logs.rangeQuery(sense, sense.hi, sense.cuts[0] ?? sense.lo)),
        true,
      );
    }
    const cursors = await cursorsOfSecondPage(t, log.id);
    if (cursors !== undefined) await observe('nextWithPrev', cursors, true);
    return concludeObserved(t);
  },
  { from: 'standard' },
);

/** next and prev of page 2; undefined for a shorter log. */
async function cursorsOfSecondPage(t: CheckContext, webhook: string): Promise<Parameters | undefined> {
  const search = async (query: Parameters) =>
    responses.parsePage((await t.send({ operation: 'logs', webhook, query })).response);
  const first = await search([]);
  const second = first?.next === undefined ? undefined : await search([['next', first.next]]);
  if (second?.next === undefined || second.prev === undefined) return undefined;
  return [
    ['next', second.next],
    ['prev', second.prev],
  ];
}
