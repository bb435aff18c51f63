/** Where the times of items are known, ranges around them hold those that lie in it, and no others. */
import { type CheckContext, checksOf, inconclusive, logs, notApplicable } from '../../../src/suite.ts';
import { holdsAsMany, marginOf, probesAround, wrongItems } from '../../lib/known-times.ts';
import { areToldApart } from '../../lib/range-edges.ts';
import { requirements } from '../requirements.ts';

const check = checksOf(requirements);

check('logs/range-truth', expectKnownRanges, { from: 'standard' });

/** Moments that are tried where each range has to be walked. */
const fewMoments = 4;

async function expectKnownRanges(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const times = logs.knownInstants(t, baseline);
  if (times.size === 0) notApplicable('neither a truth file nor declares.item gives the items times');
  const ranges = await logs.requireRanges(t);
  const { log, sense, widest } = ranges;
  const margin = marginOf(sense.form, [...times.values()]);
  const areAllKnown = baseline.plainWalk.items.every((item) => times.has(item));
  const probes = probesAround(t, ranges, [...times.values()], areAllKnown ? undefined : fewMoments);
  if (probes.length === 0) inconclusive('no known time lies in the judged range', 'a truth file of the log as it is');
  let judged = 0;
  for (const { at, query, inside: isExpected } of probes) {
    const inside = (item: string) => isExpected(times.get(item) ?? Number.NaN);
    // Counted on first pages, and walked if the count is not what the times tell.
    if (areAllKnown && (await holdsAsMany(t, query, baseline.plainWalk, { inside, margin })) === true) {
      judged += 1;
      continue;
    }
    const [range, wide] = await Promise.all([query, widest].map((one) => log.walk(one)));
    const { stray, lost } = wrongItems(range!, wide!, inside, margin);
    const wrong = times.get(stray ?? lost ?? '');
    const isTold = wrong === undefined || (await areToldApart(t, ranges, [Math.min(at, wrong), Math.max(at, wrong)]));
    if (!isTold) continue;
    // Ranges that hold nothing at all agree with each other, whatever the times are.
    if (wide!.items.length > 0) judged += 1;
    await t.expect(log, [query, widest], holdsTimes(times, isExpected, margin));
  }
  if (judged === 0)
    inconclusive(
      'no range around a known time returned exactly the items in it, and the target does not distinguish these times',
      'a target that searches between the times of its entries',
    );
  return undefined;
}

/** @param distance how far inside the range a time lies, ms; negative outside */
function holdsTimes(
  times: ReadonlyMap<string, number>,
  distance: (time: number) => number,
  margin: number,
): logs.Oracle {
  return logs.onCompleteWalks((range, wide) => {
    const query = logs.describeQuery(range.query);
    const { stray, lost } = wrongItems(range, wide, (item) => distance(times.get(item) ?? Number.NaN), margin);
    if (stray !== undefined)
      return {
        message: `${query} returned ${logs.truncate(stray)}, whose time ${showTime(times.get(stray)!)} lies outside`,
        proof: logs.proofOfItems(range, [stray]),
      };
    if (lost === undefined) return undefined;
    return {
      message: `${query} did not return ${logs.truncate(lost)}, whose time ${showTime(times.get(lost)!)} lies in it`,
      proof: [...logs.proofOfWalk(range), ...logs.proofOfItems(wide, [lost])],
    };
  });
}

function showTime(at: number): string {
  return new Date(at).toISOString();
}
