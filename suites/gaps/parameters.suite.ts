/** Responses to query parameters that the specification does not provide for: unknown, repeated or contradictory ones. */
import { checksOf, logs, type ObservedGapId } from '../../src/suite.ts';
import { useIssuedCursors } from '../lib/issued-cursors.ts';
import { concludeObserved, responseValue } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

type Parameters = readonly (readonly [name: string, value: string])[];

check(
  'gaps/parameters',
  async (t) => {
    const { log } = await t.baseline();
    const observe = async (gap: ObservedGapId, query: Parameters) => {
      const exchange = await t.send({ operation: 'logs', webhook: log.id, query, typed: false });
      t.observations.record(gap, responseValue(exchange), exchange);
    };
    await observe('unknownParameter', [['cawl', '1']]);
    await observe('repeatedParameter', [
      ['status', 'failed'],
      ['status', 'failed'],
    ]);
    const time = await t.logs.time();
    if (time.understood) {
      const { exchange } = await t.logs.measure(logs.reversedRange(time.sense));
      t.observations.record('rangeReversed', responseValue(exchange), exchange);
    }
    const { nextWithPrev } = await useIssuedCursors(t, log.id);
    if (nextWithPrev !== undefined) t.observations.record('nextWithPrev', responseValue(nextWithPrev), nextWithPrev);
    return concludeObserved(t);
  },
  { from: 'standard' },
);
