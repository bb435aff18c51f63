/**
 * `cawl doctor`: whether a target has what a run needs, in few requests: address, token, each fixture, the pages and statuses
 * of each log, the source of codes, the clock. It judges nothing.
 */
import { awaitCode, Client, describeMissingCode, maskedValue, missingFixture, secretsOf } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { TargetError } from '../core/errors.ts';
import { describeResponse, type Exchange, headerValue, isAccepted } from '../core/exchange.ts';
import { withUnique } from '../core/text.ts';
import { parsePage } from '../schema/page.ts';
import type { Resource } from './decidable.ts';
import { withOpenCodeSource } from './open-codes.ts';
import { preflight } from './preflight.ts';

export interface Examined {
  readonly what: string;
  /** `open`: it stays undecided without this. */
  readonly state: 'good' | 'bad' | 'open';
  readonly found: string;
  /** What to do, and who can: an instruction. */
  readonly remedy?: string;
  /** What a run lacks without it. */
  readonly lacks?: readonly Resource[];
}

/** Requests that an examination sends at most. */
const mostRequests = 60;
/** Entries in one log that decide everything about pages. */
const pagesThatDecide = 3;
/** Difference between the clocks, ms, from which on ranges near now may be misread. */
const skewMs = 60_000;

export async function examine(settings: Settings, signal: AbortSignal): Promise<readonly Examined[]> {
  const opened = await withOpenCodeSource(settings);
  try {
    return maskedValue(await examineAll(opened.settings, signal), secretsOf(settings));
  } finally {
    await opened.close();
  }
}

async function examineAll(settings: Settings, signal: AbortSignal): Promise<readonly Examined[]> {
  try {
    await preflight(settings, signal);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const remedy = error.hint === undefined ? {} : { remedy: error.hint };
    return [{ what: 'target', state: 'bad', found: error.message, ...remedy }];
  }
  const client = new Client({ ...settings, run: { ...settings.run, maxRequests: mostRequests } });
  try {
    const target: Examined = { what: 'target', state: 'good', found: 'reachable, and it accepts the token' };
    const logs = await examineLogs(client);
    if (settings.run.readOnly === true) return [target, ...notExamined, ...logs];
    return [target, await examineCreation(client), ...logs, await examineCodes(client), await examineClock(client)];
  } finally {
    await client.close();
  }
}

const unlooked = {
  state: 'open',
  found: 'not looked at: --read-only',
  remedy: 'examine it without --read-only',
} as const;

/** What only a creation, or a registration, shows. */
const notExamined: readonly Examined[] = [
  { what: 'profiles and calendars', ...unlooked, lacks: ['creations'] },
  { what: 'verification codes', ...unlooked, lacks: ['codes'] },
];

async function examineCreation(client: Client): Promise<Examined> {
  const what = 'profiles and calendars';
  const { limit, profileIds, calendarIds } = client.settings.fixtures;
  const missing = missingFixture('create', client.settings);
  if (missing !== undefined)
    return {
      what,
      state: 'open',
      found: 'none is given',
      remedy: `give one with ${missing.setting}`,
      lacks: ['creations'],
    };
  const body = { limit, profileIds, calendarIds };
  const sent = await client.send({ operation: 'create', body, canonical: true });
  if (isAccepted(sent) || sent.response?.status === 409) return { what, state: 'good', found: describeResponse(sent) };
  const pairs = profileIds
    .flatMap((profile) => calendarIds.map((calendar) => [profile, calendar] as const))
    .slice(0, 6);
  for (const [profile, calendar] of pairs) {
    const one = await client.send({
      operation: 'create',
      body: { limit, profileIds: [profile], calendarIds: [calendar] },
    });
    if (!isAccepted(one)) continue;
    const found = `${describeResponse(sent)} with all ids, and is accepted with ${profile} and ${calendar} alone`;
    return { what, state: 'bad', found, remedy: 'name only ids that exist on the target', lacks: ['creations'] };
  }
  return {
    what,
    state: 'bad',
    found: describeResponse(sent),
    remedy: 'name ids that exist on the target, and a limit that it accepts',
    lacks: ['creations'],
  };
}

async function examineLogs(client: Client): Promise<Examined[]> {
  const { webhooks } = client.settings.fixtures;
  if (webhooks.length === 0)
    return [
      {
        ...{ what: 'webhooks', state: 'open', found: 'none is given', remedy: 'give one with --webhook ID' },
        lacks: ['logs', 'pages', 'statuses', 'second webhook'],
      },
    ];
  const examined: Examined[] = [];
  for (const { id } of webhooks.slice(0, 5)) examined.push(await examineLog(client, id));
  const isRich = examined.some(({ state }) => state === 'good');
  if (webhooks.length === 1)
    examined.push({
      ...{ what: 'second webhook', state: 'open', found: 'none is given, so nothing shows that logs are apart' },
      remedy: 'give another webhook of the same token with --webhook ID',
      lacks: ['second webhook'],
    });
  if (isRich)
    return examined.map(({ lacks, ...one }) =>
      one.what === 'second webhook' && lacks !== undefined ? { ...one, lacks } : one,
    );
  const remedy =
    'let the service deliver to one webhook until its log has three pages, both statuses and two entries in the same second; its operator can';
  // What every log lacks; what one has is enough.
  const lacks = (['logs', 'pages', 'statuses'] as const).filter((resource) =>
    examined.every((one) => one.what === 'second webhook' || one.lacks?.includes(resource) === true),
  );
  return [
    ...examined.map(({ lacks: own, ...one }) =>
      one.what === 'second webhook' && own !== undefined ? { ...one, lacks: own } : one,
    ),
    { what: 'logs', state: 'open', found: 'no log decides everything', remedy, lacks },
  ];
}

async function examineLog(client: Client, id: string): Promise<Examined> {
  const what = `webhook ${id}`;
  const search = (query: readonly (readonly [string, string])[] = []) =>
    client.send({ operation: 'logs', webhook: id, query });
  const first = await search();
  const page = parsePage(first.response);
  if (page === undefined || !isAccepted(first))
    return {
      ...{ what, state: 'bad', found: describeResponse(first), remedy: 'name a webhook that this token may read' },
      lacks: ['logs', 'pages', 'statuses'],
    };
  const counts = await Promise.all(
    (['succeeded', 'failed'] as const).map(async (status) => parsePage((await search([['status', status]])).response)),
  );
  const pages = page.data.length === 0 ? 0 : Math.ceil(page.totalItems / page.data.length);
  const [succeeded = 0, failed = 0] = counts.map((one) => one?.totalItems ?? 0);
  const found = `${page.totalItems} ${page.totalItems === 1 ? 'entry' : 'entries'} on ${pages} ${pages === 1 ? 'page' : 'pages'}; ${succeeded} succeeded, ${failed} failed`;
  const lacks = [
    ...(pages < pagesThatDecide ? [`${pagesThatDecide} pages`] : []),
    ...(succeeded === 0 ? ['succeeded entries'] : []),
    ...(failed === 0 ? ['failed entries'] : []),
  ];
  if (lacks.length === 0) return { what, state: 'good', found };
  return {
    what,
    state: 'open',
    found,
    remedy: `give it ${lacks.join(' and ')}, or name a webhook first that has them`,
    lacks: [
      ...(pages < pagesThatDecide ? (['pages'] as const) : []),
      ...(succeeded === 0 || failed === 0 ? (['statuses'] as const) : []),
    ],
  };
}

async function examineCodes(client: Client): Promise<Examined> {
  const what = 'verification codes';
  const { verificationCode: source, register } = client.settings.fixtures;
  const remedy = 'say how to read them: --code-url URL, or fixtures.verificationCode';
  const lacks = ['codes'] as const;
  if (source === undefined) return { what, state: 'open', found: 'there is no source of codes', remedy, lacks };
  const body = withUnique(register, client.fresh());
  const registered = await client.send({ operation: 'register', body });
  if (!isAccepted(registered))
    return {
      what,
      state: 'bad',
      found: `the registration ${describeResponse(registered)}`,
      remedy: 'check fixtures.register',
      lacks,
    };
  const code = await awaitCode(source, body.email).catch((error: Error) => error);
  if (code instanceof Error) return { what, state: 'bad', found: code.message, remedy, lacks };
  if (code === undefined)
    return {
      what,
      state: 'bad',
      found: await describeMissingCode(source),
      remedy: 'check the source, raise waitMs, or name another form of codes by pattern',
      lacks,
    };
  return { what, state: 'good', found: `a code of ${code.length} digits came` };
}

async function examineClock(client: Client): Promise<Examined> {
  const what = 'clock';
  const sent: Exchange = await client.send({ operation: 'verify', body: { email: 'nobody@example.com' } });
  const date = sent.response === null ? undefined : headerValue(sent.response, 'date');
  const skew = date === undefined ? Number.NaN : Math.abs(Date.parse(date) - sent.startedAt);
  if (Number.isNaN(skew)) return { what, state: 'good', found: 'the target does not tell its time' };
  const seconds = Math.round(skew / 1000);
  if (skew <= skewMs) return { what, state: 'good', found: `within ${Math.max(1, seconds)} s of this machine` };
  return { what, state: 'bad', found: `${seconds} s apart from this machine`, remedy: 'synchronise both clocks' };
}
