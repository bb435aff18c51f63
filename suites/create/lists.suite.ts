/** The lists of a creation hold one id or several; its limit bounds the page, if it is declared so. */
import {
  type CreationBody,
  checksOf,
  controls,
  type Exchange,
  fail,
  inconclusive,
  pass,
  responses,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isAcceptedOrDuplicate, parsePage } = responses;

type Send = (body: CreationBody) => Promise<Exchange>;

/** Pairs of single ids tried at most. */
const maxPairs = 9;

check('create/many', async (t) => {
  const { canonical: lists } = t.creations;
  const send: Send = (body) => controls.sendReliably(t, { operation: 'create', body });
  // The first look may be one that other checks took.
  const look: Send = (body) => controls.sendCreation(t, body);
  let canonical = await look(lists);
  if (!isAcceptedOrDuplicate(canonical)) canonical = await send(lists);
  const one = await firstPair(lists, look);
  if (lists.profileIds.length < 2 && lists.calendarIds.length < 2) {
    t.requireAccepted(canonical, 'the canonical request');
    inconclusive(
      'one profile and one calendar are configured, so that a list of several cannot be tried',
      'two fixtures.profileIds or fixtures.calendarIds that may be named together',
    );
  }
  if (!isAcceptedOrDuplicate(canonical)) {
    if (!isAcceptedOrDuplicate(one)) t.requireAccepted(canonical, 'the canonical request');
    fail(
      `a creation for all configured profiles and calendars ${describeResponse(canonical)}, twice; one of each is accepted`,
      [
        [one, 'one profile and one calendar', 'control'],
        [canonical, 'all configured ids'],
      ],
      { symptom: { kind: 'refused' } },
    );
  }
  if (isAcceptedOrDuplicate(one)) return pass();
  const again = await firstPair(lists, send);
  if (isAcceptedOrDuplicate(again)) return pass();
  fail(
    `a creation for one profile and one calendar ${describeResponse(again)}, twice, whichever pair is named; all configured ids together are accepted`,
    [
      [canonical, 'all configured ids', 'control'],
      [one, 'one profile and one calendar'],
      [again, 'one profile and one calendar'],
    ],
    { symptom: { kind: 'refused' } },
  );
});

/** The first pair of one profile and one calendar that is accepted; the last one tried, if all are rejected. */
async function firstPair({ limit, profileIds, calendarIds }: CreationBody, send: Send): Promise<Exchange> {
  const pairs = profileIds.flatMap((profile) =>
    calendarIds.map((calendar) => ({ limit, profileIds: [profile], calendarIds: [calendar] })),
  );
  let last: Exchange | undefined;
  for (const pair of pairs.slice(0, maxPairs)) {
    last = await send(pair);
    if (isAcceptedOrDuplicate(last)) break;
  }
  return last!;
}

check('create/limit', async (t) => {
  const level = t.settings.declares.limit === 'page-size' ? 'declared' : 'advisory';
  let pages = 0;
  let couldExceed = false;
  const limits = new Set([1, 2, 3, 4, 5, 7, t.creations.canonical.limit]);
  for (const limit of t.effort.sampleOf([...limits], 1)) {
    const exchange = await controls.sendCreation(t, { ...t.creations.next(), limit });
    const page = acceptedPage(exchange);
    if (page === undefined) continue;
    pages += 1;
    // Where the results reach the limit, a page could have been too long.
    if (Math.max(page.totalItems, page.data.length) > limit) couldExceed = true;
    if (page.data.length <= limit) continue;
    const again = await t.send({ operation: 'create', body: { ...t.creations.next(), limit } });
    const length = acceptedPage(again)?.data.length ?? 0;
    if (length <= limit) continue;
    fail(`limit ${limit}: data holds ${page.data.length} items, and again ${length}`, [exchange, again], { level });
  }
  if (!couldExceed)
    inconclusive(
      pages === 0 ? 'no creation with a small limit returned a page' : 'no creation has more results than its limit',
      'fixtures.profileIds and fixtures.calendarIds that give several results',
    );
  return pass({ level });
});

const acceptedPage = (exchange: Exchange) => (isAccepted(exchange) ? parsePage(exchange.response) : undefined);
