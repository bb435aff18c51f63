/** A search with every parameter that the target accepts: it shows what any one of them breaks. */
import { type CheckContext, defined, type LogQuery, logs } from '../../src/suite.ts';

/** Everything that a search may ask for at once; undecided if its parameters could not be learned. */
export async function everyParameter(t: CheckContext): Promise<LogQuery> {
  const [[sortBy], time] = await Promise.all([t.logs.sorts(), t.logs.time()]);
  const ranged = time.understood ? logs.rangeQuery(time.sense, time.sense.lo, time.sense.hi) : {};
  return { status: 'succeeded', ...defined({ sortBy }), sortDirection: 'asc', ...ranged };
}
