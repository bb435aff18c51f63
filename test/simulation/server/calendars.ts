/** Creating common events, with rules of any legal kind (§4.1). */
import type { Clock } from '../../../src/core/clock.ts';
import type { ServerFault } from '../server-faults.ts';
import type { Server } from './axes.ts';
import { type Body, textsOf } from './body.ts';
import { Refusal } from './refusal.ts';

export const profileIds = ['prof-ada', 'prof-bob'];
export const calendarIds = ['cal-work', 'cal-home'];

/** Time a creation takes, ms, during which others of its calendar are refused. */
const takesMs = 8;

export class Calendars {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #fault: ServerFault | undefined;
  readonly #made = new Set<string>();
  readonly #locked = new Set<string>();
  #created = 0;

  constructor(server: Server, clock: Clock, fault: ServerFault | undefined) {
    this.#server = server;
    this.#clock = clock;
    this.#fault = fault;
  }

  async create(body: Body): Promise<object> {
    const { limitMeans, leastProfiles, pairs, repeat, createQuota, quotaStatus } = this.#server;
    const profiles = textsOf(body, 'profileIds');
    const calendars = textsOf(body, 'calendarIds');
    const { limit } = body;
    if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1) throw new Refusal(400, 'limit');
    if (profiles.length < leastProfiles || calendars.length === 0) throw new Refusal(400, 'too few ids');
    if (pairs && !isPaired(profiles, calendars)) throw new Refusal(404, 'a profile does not own its calendar');
    const key = JSON.stringify([limit, profiles, calendars]);
    if (repeat !== undefined && this.#made.has(key)) throw new Refusal(repeat, 'this event exists');
    if (createQuota !== undefined && this.#created >= createQuota) throw new Refusal(quotaStatus, 'no more events');
    await this.#lockWhile(profiles.length, calendars);
    this.#made.add(key);
    this.#created += 1;
    const made = profiles
      .slice(0, 50)
      .flatMap((profile) => calendars.slice(0, 20).map((calendar) => `${profile}:${calendar}:${this.#created}`));
    const data = limitMeans === 'items' ? made.slice(0, limit) : made;
    const totalItems = this.#fault === 'a creation counts too few' ? data.length - 1 : made.length;
    return { data, cursor: { next: null, prev: null, totalItems } };
  }

  async #lockWhile(profiles: number, calendars: readonly string[]): Promise<void> {
    const { createLock, msPerId } = this.#server;
    const isLocked = calendars.some((calendar) => this.#locked.has(calendar));
    if (createLock !== undefined && isLocked) throw new Refusal(createLock, 'another creation is in progress');
    for (const calendar of calendars) this.#locked.add(calendar);
    await this.#clock.sleep((createLock === undefined ? 0 : takesMs) + msPerId * (profiles + calendars.length));
    for (const calendar of calendars) this.#locked.delete(calendar);
  }
}

function isPaired(profiles: readonly string[], calendars: readonly string[]): boolean {
  return (
    profiles.length === calendars.length &&
    profiles.every((profile, at) => {
      const place = profileIds.indexOf(profile);
      return place >= 0 && calendarIds[place] === calendars[at];
    })
  );
}
