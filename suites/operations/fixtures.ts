/**
 * Whether the configuration explains that a canonical request is rejected: other values are sent, one by one. Such a failure
 * is a suspicion against the configuration, which alone never makes a target non-conformant.
 */
import { type CheckContext, type Exchange, type Operation, responses } from '../../src/suite.ts';

const { isAccepted, isAcceptedOrDuplicate } = responses;

/** Pairs of one profile and one calendar, and webhooks, that are tried at most. */
const mostFixtures = 6;

/** `all`: nothing that is configured is accepted, so that the ids may not exist. Undefined: nothing speaks against them. */
type Blame = 'all' | { readonly suspect: string } | undefined;

/** What of the fixtures explains that the canonical request is rejected: other values are sent, one by one. */
export function blameFixtures(t: CheckContext, op: 'create' | 'register' | 'logs', rejected: Exchange): Promise<Blame> {
  switch (op) {
    case 'create':
      return blamePairs(t);
    case 'register':
      return blameUser(t);
    case 'logs':
      return blameWebhook(t, rejected);
  }
}

async function blamePairs(t: CheckContext): Promise<Blame> {
  const { limit, profileIds, calendarIds } = t.settings.fixtures;
  const pairs = profileIds.flatMap((profile) => calendarIds.map((calendar) => ({ profile, calendar })));
  const tried: { readonly profile: string; readonly calendar: string; readonly isAccepted: boolean }[] = [];
  for (const { profile, calendar } of pairs.slice(0, mostFixtures)) {
    const body = { limit, profileIds: [profile], calendarIds: [calendar] };
    const sent = await t.send({ operation: 'create', body });
    tried.push({ profile, calendar, isAccepted: isAcceptedOrDuplicate(sent) });
  }
  if (!tried.some((one) => one.isAccepted)) return 'all';
  for (const kind of ['profile', 'calendar'] as const)
    for (const id of new Set(tried.map((one) => one[kind]))) {
      const [named, others] = [tried.filter((one) => one[kind] === id), tried.filter((one) => one[kind] !== id)];
      if (named.some((one) => one.isAccepted) || others.some((one) => !one.isAccepted)) continue;
      const bodies = named.length === 1 ? 'the body' : `all ${named.length} bodies`;
      const suspect = `fixtures.${kind}Ids: ${id} is refused in ${bodies} that name${named.length === 1 ? 's' : ''} it without ids beside it, and the other ids are accepted`;
      return { suspect };
    }
  return undefined;
}

/** Another name and password, of the usual form, and not those of an earlier run: they may have to be unique. */
const otherUser = { firstName: 'Hedwig {unique}', lastName: 'Kohn {unique}', password: 'Another-Horse-27-{unique}' };

async function blameUser(t: CheckContext): Promise<Blame> {
  const other = await t.users.register(otherUser);
  const suspect = 'fixtures.register: these names and this password are refused, and others are accepted';
  return isAccepted(other.registered) ? { suspect } : undefined;
}

async function blameWebhook(t: CheckContext, rejected: Exchange): Promise<Blame> {
  const [first, ...others] = t.settings.fixtures.webhooks;
  // What hides an id, or says that it is gone, speaks of this one webhook.
  if ([403, 404, 410].includes(rejected.response?.status ?? 0)) return 'all';
  for (const { id } of others.slice(0, mostFixtures))
    if (isAccepted(await t.send({ operation: 'logs', webhook: id })))
      return { suspect: `fixtures.webhooks: ${first?.id} is refused, and ${id} is accepted` };
  return 'all';
}

export function namesOfFixtures({ settings: { fixtures } }: CheckContext, op: Operation): string {
  if (op === 'logs') return `webhooks ${fixtures.webhooks.map(({ id }) => id).join(', ')}`;
  return `profileIds ${fixtures.profileIds.join(', ')} and calendarIds ${fixtures.calendarIds.join(', ')}`;
}

/** Nothing shows that a code which is written in the configuration is the one that a user was sent. */
export function blameCode({ settings: { fixtures, run } }: CheckContext): { readonly suspect?: string } {
  if (fixtures.verificationCode?.value === undefined || run.fixturesExist === true) return {};
  return { suspect: 'fixtures.verificationCode.value: the fixed code is refused for each user' };
}
