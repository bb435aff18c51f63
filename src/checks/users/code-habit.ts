/**
 * How the codes of a target are read and used: learned from a few users before any verdict rests on a code. A message may
 * hold other numbers than the code, and a user may become verifiable later than its code arrives. An outage shows neither.
 */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { isGatewayError } from '../../core/outage.ts';
import type { PendingUser, User } from './users.ts';

/** Which of the numbers in a message is the code, and how long after the registration it is accepted. */
export interface CodeHabit {
  /** Undefined if it is not known: the numbers tried are rejected and the same for every user, or not all were tried. */
  readonly place: number | undefined;
  readonly readyAfterMs: number;
  /** How many numbers the message with the code held: in a message with more or fewer, the code may be in another place. */
  readonly numbers?: number;
}

export const usualHabit: CodeHabit = { place: 0, readyAfterMs: 0 };

/** How users are registered and verified for this. */
export interface HabitRequests {
  register(): Promise<User>;
  verify(user: PendingUser): Promise<Exchange>;
}

/** A right code that is rejected is sent again after such pauses, ms: a user may become verifiable later than its code arrives. */
export const readyPausesMs = [250, 250, 500, 500, 500, 1000, 2200];
/** Numbers of a message that are tried, at once and after pauses. */
const placesTried = [12, 6] as const;
/** Least digits of a number that is masked although it was not tried: shorter ones also occur in addresses and times. */
const leastMasked = 4;
/** Most users that one number is tried with, if outages interfere. */
const usersTried = 3;
/** Pause after an outage, ms. */
const outagePauseMs = 700;

/** `banned`: rejected again and again with a status that says nothing about the code. */
type Trial = CodeHabit | 'rejected' | 'outage' | 'banned' | 'no user';

/**
 * What no user shows, or what could not be tried to the end, is taken to be as usual; undefined if outages, or limits that
 * look like them, hid it.
 */
export async function findCodeHabit(client: Client, requests: HabitRequests): Promise<CodeHabit | undefined> {
  const source = client.settings.fixtures.verificationCode;
  if (source === undefined || source.value !== undefined) return usualHabit;
  const messages: (readonly string[])[] = [];
  return tryPlaces(client, requests, messages).catch(() => (isAmbiguous(messages) ? undefined : asUsual(messages)));
}

/** Whether more than one number of the last message may be its code, as in the only one that came before a limit ended the search. */
function isAmbiguous(messages: readonly (readonly string[])[]): boolean {
  return (messages.at(-1) ?? []).filter((code) => !isCommon(code, messages)).length > 1;
}

/** The first number of a message, but for those that all of several messages hold: none of them is a code. */
function asUsual(messages: readonly (readonly string[])[]): CodeHabit {
  const place = messages.at(-1)?.findIndex((code) => !isCommon(code, messages)) ?? 0;
  return { ...usualHabit, place: Math.max(place, 0) };
}

async function tryPlaces(
  client: Client,
  requests: HabitRequests,
  messages: (readonly string[])[],
): Promise<CodeHabit | undefined> {
  let isHidden = false;
  for (const [pass, pauses] of [[], readyPausesMs].entries())
    for (let place = 0; place < Math.min(messages.at(-1)?.length ?? 1, placesTried[pass]!); place += 1) {
      let trial: Trial = 'outage';
      // The pauses are as long for every user, so that a second one would hardly outlast a ban.
      const isPassing = () => trial === 'outage' || (trial === 'banned' && pauses.length === 0);
      for (let tried = 0; tried < usersTried && isPassing(); tried += 1) {
        if (tried > 0) await client.clock.sleep(outagePauseMs);
        trial = await tryPlace(client, requests, { place, pauses, messages });
      }
      if (trial === 'no user') return usualHabit;
      if (typeof trial === 'object') return trial;
      isHidden ||= trial === 'outage' || trial === 'banned';
    }
  if (isHidden) return undefined;
  const isPersonal = new Set(messages.map((codes) => codes.join(' '))).size > 1;
  const isEachTried = messages.every((codes) => codes.slice(placesTried[1]).every((code) => isCommon(code, messages)));
  return isPersonal && isEachTried ? asUsual(messages) : { place: undefined, readyAfterMs: 0 };
}

/** Whether every message holds a number: it is a year, a telephone number or the like. */
const isCommon = (code: string, messages: readonly (readonly string[])[]): boolean =>
  messages.length > 1 && messages.every((codes) => codes.includes(code));

const isOutage = (exchange: Exchange): boolean => exchange.response === null || isGatewayError(exchange);

/** Statuses of a quota or a ban: they pass, and say nothing about the code. */
const banStatuses: ReadonlySet<number> = new Set([402, 403, 420, 429]);
const mayBeBan = ({ response }: Exchange): boolean => banStatuses.has(response?.status ?? 0);

/** Registers a user, and sends the number at one place of its message until it is accepted. */
async function tryPlace(
  client: Client,
  { register, verify }: HabitRequests,
  { place, pauses, messages }: { place: number; pauses: readonly number[]; messages: (readonly string[])[] },
): Promise<Trial> {
  const user = await register();
  if (isOutage(user.registered) || mayBeBan(user.registered)) return 'outage';
  if (!isAccepted(user.registered)) return 'no user';
  const codes = await client.awaitCodes(user.body.email);
  messages.push(codes);
  const code = codes[place];
  if (code === undefined) return 'no user';
  if (isCommon(code, messages)) return 'rejected';
  for (const one of codes) if (one === code || one.length >= leastMasked) client.secrets.addCode(one, user.n);
  let isBanned = false;
  for (const [tries, pause] of [0, ...pauses].entries()) {
    await client.clock.sleep(pause);
    const verified = await verify({ ...user, code });
    // The age at which it was accepted, and no more: codes may live hardly longer.
    if (isAccepted(verified))
      return {
        place,
        readyAfterMs: tries === 0 ? 0 : verified.startedAt - user.registered.startedAt,
        numbers: codes.length,
      };
    if (isOutage(verified)) return 'outage';
    isBanned ||= mayBeBan(verified);
  }
  return isBanned ? 'banned' : 'rejected';
}
