/**
 * Bounds that leave out the same side of the log, in a time format that the target reads in its own way. Whatever moment it takes a
 * bound for, `from` leaves out what lies below it and `to` what lies above it (§4.4). If a later one of either kind finds more, or
 * less, one of them is the wrong way round.
 */
import { type CheckContext, type Exchange, type LogQuery, logs, type Walk } from '../../../src/suite.ts';

/** A bound that seems to be the wrong way round, and one of the other kind, which leaves out the same side. */
interface Suspicion {
  readonly wrong: 'from' | 'to';
  /** With a far bound of the other kind beside it: a target may fill in one that is missing, and exchange the two. */
  readonly suspect: (at: number) => LogQuery;
  readonly control: (at: number) => LogQuery;
  /** Whether a later bound finds more items. */
  readonly rises: boolean;
}

/** How many moments within the log are compared. */
const moments = 3;
/** Distance at which the search for a moment ends, in distances of moments that a form tells apart. */
const narrow = 2;

/** Where no time format is known to be read, requires that no form of time turns one bound into the other. */
export async function expectOppositeBounds(t: CheckContext): Promise<void> {
  if (t.effort.isLean || (await t.logs.time()).understood) return;
  const { log, plainWalk } = await t.baseline({ finite: true });
  if (Object.keys(log.scope).length > 0) return;
  for (const form of logs.formsToTry(t.settings.declares.timeFormat, plainWalk.items)) {
    const suspicion = await suspicionIn(t, form, plainWalk.items.length);
    if (suspicion === undefined) continue;
    const cuts = await momentsWithin(t, form, suspicion);
    if (cuts.length < moments) continue;
    await t.expect(log, [...cuts.map(suspicion.suspect), ...cuts.map(suspicion.control)], onOneSide(suspicion));
  }
}

/** What the far bounds show, which were measured to learn the format. */
async function suspicionIn(t: CheckContext, form: logs.TimeForm, all: number): Promise<Suspicion | undefined> {
  const at = (time: number) => form.render(time);
  const [past, future] = [at(logs.farPast), at(logs.farFuture)];
  const queries: readonly LogQuery[] = [{ from: past }, { to: past }, { from: future }, { to: future }];
  const counts = (await Promise.all(queries.map((query) => t.logs.measure(query)))).map(({ count }) => count);
  const isEach = (...expected: readonly number[]) => counts.every((count, place) => count === expected[place]);
  if (isEach(0, 0, all, all))
    return {
      wrong: 'from',
      suspect: (time) => ({ from: at(time), to: future }),
      control: (time) => ({ to: at(time) }),
      rises: true,
    };
  if (isEach(all, all, 0, 0))
    return {
      wrong: 'to',
      suspect: (time) => ({ from: past, to: at(time) }),
      control: (time) => ({ from: at(time) }),
      rises: false,
    };
  return undefined;
}

/** Moments at which the suspected bound divides the log, ascending, each with another number of items; found by halving. */
async function momentsWithin(t: CheckContext, form: logs.TimeForm, { suspect }: Suspicion): Promise<readonly number[]> {
  const count = async (at: number) => (await t.logs.measure(suspect(at))).count;
  const spans: [low: number, high: number][] = [[logs.farPast, logs.farFuture]];
  const found: number[] = [];
  for (let span = spans.shift(); span !== undefined && found.length < moments; span = spans.shift()) {
    const [low, high] = span;
    const middle = (low + high) / 2;
    const [atLow, here, atHigh] = await Promise.all([low, middle, high].map(count));
    if (here === undefined || atLow === atHigh || high - low < narrow * logs.apart(form)) continue;
    if (here !== atLow && here !== atHigh) found.push(middle);
    spans.push([low, middle], [middle, high]);
  }
  return found.sort((a, b) => a - b);
}

/** A finding if both kinds of bounds leave out the same side. */
function onOneSide({ wrong, rises }: Suspicion): logs.Oracle {
  return logs.onCompleteWalks((...walks) => {
    const kinds = [walks.slice(0, moments), walks.slice(moments)];
    if (!kinds.every((kind) => areNested(rises ? kind : kind.toReversed()))) return undefined;
    const counts = kinds[0]!.map(({ query, items }) => `${logs.describeQuery(query)} ${items.length}`).join(', ');
    const finds = rises ? 'more' : 'fewer';
    const [other, kind] = wrong === 'from' ? ['to', 'a lower'] : ['from', 'an upper'];
    return {
      message: `the later ${wrong} is, the ${finds} items are found (${counts}), and the same holds for ${other}: ${wrong} is not ${kind} bound`,
      proof: [
        ...kinds[1]!.map((walk): logs.ProofStep => [firstOf(walk), logs.describeQuery(walk.query), 'control']),
        ...kinds[0]!.map((walk): logs.ProofStep => [firstOf(walk), logs.describeQuery(walk.query)]),
      ],
    };
  });
}

const firstOf = ({ pages }: Walk): Exchange => pages[0]!.exchange;

/** Whether each walk has all items of the one before it, and more; the first has some. */
function areNested(walks: readonly Walk[]): boolean {
  return walks.every((walk, at) => {
    const before = walks[at - 1];
    if (before === undefined) return walk.items.length > 0;
    return walk.items.length > before.items.length && logs.findNotContained([before], [walk]) === undefined;
  });
}
