/** Bounds of a search if no time format of the target is known: if one bound is read, the other and both together must be accepted. */
import type { CheckContext, Exchange, LogQuery } from '../../../src/suite.ts';
import { fail, logs, responses } from '../../../src/suite.ts';

const { describeQuery, requestFirstPage } = logs;
const { describeResponse, isAccepted } = responses;

const hour = 3_600_000;
const day = 24 * hour;
const year = 366 * day;
/** A server may limit the span. */
const spans = [60_000, hour, day];
/** Ages of moments at which a bound is tried: a server may reject what is too far away. */
const ages = [hour, day, 29 * day];

export async function expectUnreadBounds(t: CheckContext): Promise<void> {
  await expectEachBound(t);
  await expectBothBounds(t);
}

const search = (t: CheckContext, queries: readonly LogQuery[]): Promise<readonly Exchange[]> =>
  Promise.all(queries.map((query) => requestFirstPage(t, query)));

/**
 * `to` is a parameter as `from` is. Where one of them narrows the search, the other counts as rejected if it is in every form, at several
 * moments and also beside the one that is read.
 */
async function expectEachBound(t: CheckContext): Promise<void> {
  const { now } = t.logs;
  for (const [read, other] of [
    ['from', 'to'],
    ['to', 'from'],
  ] as const) {
    const found = await findRead(t, read);
    if (found === undefined) continue;
    const { form, narrowed, whole } = found;
    const alone = logs.timeForms.flatMap(({ render }) => ages.map((age): LogQuery => ({ [other]: render(now - age) })));
    const widest = form.render(read === 'from' ? now - 30 * day : now);
    const beside = ages.map((age): LogQuery => ({ [read]: widest, [other]: form.render(now - age) }));
    const queries = [...alone, ...beside];
    const first = await search(t, queries);
    if (first.some(isAccepted)) continue;
    const again = await search(t, queries);
    if (again.some(isAccepted) || !isAccepted(await requestFirstPage(t, whole.query))) continue;
    fail(
      `${other} ${describeResponse(again[0]!)} in each of ${logs.timeForms.length} forms, at ${ages.length} moments, alone and beside ${read}; expected to be accepted, since ${describeQuery(narrowed.query)} narrows the search`,
      [whole.exchange, narrowed.exchange, first[0]!, again.at(-1)!],
      { symptom: { kind: 'refused' } },
    );
  }
}

/** The first form of which a bound leaves all items at one end of time, and none at the other. */
async function findRead(t: CheckContext, side: 'from' | 'to') {
  const { now } = t.logs;
  const ends = [now - 9 * year, now + year];
  for (const form of logs.timeForms) {
    const [past, future] = ends.map((at): LogQuery => ({ [side]: form.render(at) }));
    const [early, late] = await search(t, [past!, future!]);
    const [all, none] = side === 'from' ? [early!, late!] : [late!, early!];
    const [wide, narrow] = side === 'from' ? [past!, future!] : [future!, past!];
    const [most, fewest] = [all, none].map(({ response }) => responses.parsePage(response)?.totalItems);
    if (isAccepted(all) && isAccepted(none) && most !== undefined && most > 0 && fewest === 0)
      return { form, whole: { query: wide, exchange: all }, narrowed: { query: narrow, exchange: none } };
  }
  return undefined;
}

/**
 * `from` and `to` may stand together if each is accepted alone. A server may limit the span, so that a pair counts only
 * where it is rejected over a minute, an hour and a day.
 */
async function expectBothBounds(t: CheckContext): Promise<void> {
  const { now } = t.logs;
  for (const form of t.effort.take(logs.timeForms, { quick: 1 })) {
    const to = form.render(now);
    const lone = spans.map((span): LogQuery => ({ from: form.render(now - span) }));
    const alone = await Promise.all([{ to }, ...lone].map((query) => requestFirstPage(t, query)));
    if (!alone.every(isAccepted)) continue;
    const send = () => Promise.all(lone.map((query) => requestFirstPage(t, { ...query, to })));
    const [first, again] = [await send(), await send()];
    if ([...first, ...again].some(isAccepted)) continue;
    fail(
      `${describeQuery({ ...lone[0]!, to })} ${describeResponse(again[0]!)}, twice, and so with a span of an hour and of a day; expected to be accepted, since each bound is accepted alone`,
      [alone[0]!, alone[1]!, first[0]!, again[0]!],
      { symptom: { kind: 'refused' } },
    );
  }
}
