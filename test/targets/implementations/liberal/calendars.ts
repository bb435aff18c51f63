/** Creating common events, with rules of any legal kind (§4.1). */
import { randomUUID } from 'node:crypto';
import type { CreateLiberties } from './options.ts';
import { Refusal } from './refusal.ts';

export class Calendars {
  readonly #how: CreateLiberties;
  readonly #profileIds: readonly string[];
  readonly #calendarIds: readonly string[];
  readonly #made = new Set<string>();
  readonly #locked = new Set<string>();
  /** Profiles of each creation in progress. */
  readonly #inProgress = new Set<readonly string[]>();
  #batch: Promise<string> | undefined;
  #created = 0;

  constructor(how: CreateLiberties, profileIds: readonly string[], calendarIds: readonly string[]) {
    this.#how = how;
    this.#profileIds = profileIds;
    this.#calendarIds = calendarIds;
  }

  async create(body: Readonly<Record<string, unknown>>): Promise<object> {
    const { limit } = body;
    const profiles = idsOf(body, 'profileIds');
    const calendars = idsOf(body, 'calendarIds');
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) throw new Refusal(400, 'limit');
    const { leastProfiles = 1, pairs, quota = Number.POSITIVE_INFINITY, quotaStatus = 402, repeat } = this.#how;
    if (profiles.length < leastProfiles) throw new Refusal(400, 'too few profiles');
    if (pairs === true && !this.#paired(profiles, calendars))
      throw new Refusal(404, 'a profile does not own its calendar');
    const { largestLimit = Number.POSITIVE_INFINITY, mostIds = Number.POSITIVE_INFINITY } = this.#how;
    if (limit > largestLimit) throw new Refusal(400, 'limit');
    if (profiles.length > mostIds || calendars.length > mostIds) throw new Refusal(400, 'too many ids');
    const isUnknown = (id: string) => !this.#profileIds.includes(id) && !this.#calendarIds.includes(id);
    if (this.#how.knownIdsOnly === true && [...profiles, ...calendars].some(isUnknown))
      throw new Refusal(404, 'no such id');
    const key = JSON.stringify(body);
    if (repeat !== undefined && this.#made.has(key)) throw new Refusal(repeat, 'this event exists');
    if (this.#created >= quota) throw new Refusal(quotaStatus, 'no more events');
    const others = await this.#besideOthers(profiles, () => this.#locking(calendars, profiles.length));
    this.#made.add(key);
    this.#created += 1;
    const owners = profiles
      .slice(0, 1000)
      .flatMap((profile) => calendars.slice(0, 20).map((calendar) => `${profile}:${calendar}`));
    const made = owners.map((pair, at) => this.#itemOf(pair, at, others));
    if (this.#how.tellsNothing === true) return { data: [], cursor: { next: null, prev: null, totalItems: 0 } };
    const { batchMs } = this.#how;
    if (batchMs !== undefined) made.splice(0, made.length, await this.#nextBatch(batchMs));
    if (this.#how.oneItem === true) made.splice(1);
    const data = made.slice(0, limit);
    return { data, cursor: { next: null, prev: null, totalItems: made.length } };
  }

  #itemOf(pair: string, at: number, others: readonly string[]): string {
    const { itemsShow } = this.#how;
    const moment = new Date().toISOString();
    if (itemsShow === 'coded-second') return `event-${Math.floor(Date.now() / 1000).toString(36)}-${at + 1}`;
    if (itemsShow === 'moment') return `created at ${moment}`;
    if (itemsShow === 'pair-and-others') return `${pair}:${randomUUID()} beside ${others.join() || 'none'}`;
    return `${pair}:${itemsShow === 'pair-and-moment' ? moment : randomUUID()}`;
  }

  /** The profiles of other creations in progress. */
  async #besideOthers(profiles: readonly string[], work: () => Promise<void>): Promise<readonly string[]> {
    this.#inProgress.add(profiles);
    await work();
    const all = [...this.#inProgress].flat();
    this.#inProgress.delete(profiles);
    return [...new Set(all)].filter((id) => !profiles.includes(id));
  }

  /** The id of the batch that is written next. */
  #nextBatch(ms: number): Promise<string> {
    this.#batch ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#batch = undefined;
        resolve(`batch_${randomUUID()}`);
      }, ms);
    });
    return this.#batch;
  }

  #paired(profiles: readonly string[], calendars: readonly string[]): boolean {
    return (
      profiles.length === calendars.length &&
      profiles.every((profile, at) => {
        const place = this.#profileIds.indexOf(profile);
        return place >= 0 && this.#calendarIds[place] === calendars[at];
      })
    );
  }

  async #locking(calendars: readonly string[], profiles: number): Promise<void> {
    const { lockStatus, takesMs = 0, msPerId = 0, msPerPair = 0 } = this.#how;
    if (lockStatus !== undefined && calendars.some((calendar) => this.#locked.has(calendar)))
      throw new Refusal(lockStatus, 'another creation is in progress');
    for (const calendar of calendars) this.#locked.add(calendar);
    const ms = takesMs + msPerId * (profiles + calendars.length) + msPerPair * profiles * calendars.length;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    for (const calendar of calendars) this.#locked.delete(calendar);
  }
}

function idsOf(body: Readonly<Record<string, unknown>>, name: string): string[] {
  const value = body[name];
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string')) throw new Refusal(400, name);
  return value as string[];
}
