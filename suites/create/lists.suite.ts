/** The lists of a creation hold one id or several; its limit, where declared so, bounds the page. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  parsePage,
  pass,
} from '../../src/suite.ts';
import { recognised, sendCreation, sendReliably } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Pairs of single ids tried at most. */
const pairsTried = 9;

check('create/many', many);

async function many(t: CheckContext): Promise<Conclusion> {
  const { limit, profileIds, calendarIds } = t.creations.canonical;
  const send = (profiles: readonly string[], calendars: readonly string[]): Promise<Exchange> =>
    sendReliably(t, () => ({
      operation: 'create',
      body: { limit, profileIds: profiles, calendarIds: calendars },
    }));
  // The first look may be one that other rows took.
  const look = async (profiles: readonly string[], calendars: readonly string[]): Promise<Exchange> => {
    if (!t.effort.isLean) return send(profiles, calendars);
    const seen = await sendCreation(t, { limit, profileIds: profiles, calendarIds: calendars });
    return recognised(seen) ? seen : send(profiles, calendars);
  };
  const several = profileIds.length > 1 || calendarIds.length > 1;
  let canonical = await look(profileIds, calendarIds);
  if (!recognised(canonical)) canonical = await send(profileIds, calendarIds);
  const pairs = profileIds.flatMap((profile) => calendarIds.map((calendar) => [profile, calendar] as const));
  const single = async (): Promise<{ served?: Exchange; refused?: Exchange }> => {
    let refused: Exchange | undefined;
    for (const [profile, calendar] of pairs.slice(0, pairsTried)) {
      const exchange = await look([profile], [calendar]);
      if (recognised(exchange)) return { served: exchange };
      refused = exchange;
    }
    return refused === undefined ? {} : { refused };
  };
  const one = await single();
  if (!several) {
    if (!recognised(canonical)) t.requireAccepted(canonical, 'the canonical request');
    inconclusive(
      'one profile and one calendar are configured, so that a list of several cannot be tried',
      'two fixtures.profileIds or fixtures.calendarIds that may be named together',
    );
  }
  if (!recognised(canonical)) {
    if (one.served === undefined) t.requireAccepted(canonical, 'the canonical request');
    fail(
      `the canonical lists: ${describeResponse(canonical)}, twice; a list of one each is accepted`,
      [canonical, [one.served!, 'one profile and one calendar']],
      { symptom: { kind: 'refused' } },
    );
  }
  if (one.served !== undefined) return pass({ restsOn: 2 });
  const again = await single();
  if (again.served !== undefined) return pass();
  fail(
    `lists of one: ${describeResponse(again.refused!)}, for each pair of ids and again; the canonical lists are accepted`,
    [[canonical, 'the canonical lists'], one.refused!, again.refused!],
    { symptom: { kind: 'refused' } },
  );
}

check('create/limit', async (t) => {
  const level = t.settings.declares.limit === 'page-size' ? 'declared' : 'advisory';
  const asked = (limit: number): Promise<Exchange> =>
    t.send({ operation: 'create', body: { ...t.creations.next(), limit } });
  let judged = 0;
  let couldExceed = false;
  const limits = [1, 2, 3, 4, 5, 7, t.creations.canonical.limit];
  for (const limit of t.effort.sampleOf([...new Set(limits)], 2, 2)) {
    const exchange = await sendCreation(t, { ...t.creations.next(), limit });
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    if (page === undefined) continue;
    judged += 1;
    // Where the results reach the limit, a page could have been too long.
    if (Math.max(page.totalItems, page.data.length) > limit) couldExceed = true;
    if (page.data.length <= limit) continue;
    const again = await asked(limit);
    const second = isAccepted(again) ? parsePage(again.response) : undefined;
    if (second === undefined || second.data.length <= limit) continue;
    fail(`limit ${limit}: data holds ${page.data.length} items, and again ${second.data.length}`, [exchange, again], {
      level,
    });
  }
  if (!couldExceed)
    inconclusive(
      judged === 0 ? 'no creation with a small limit gave a page' : 'no creation has more results than its limit',
      'fixtures.profileIds and fixtures.calendarIds that give several results',
    );
  return pass({ level, restsOn: judged });
});
