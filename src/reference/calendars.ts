/** §4.1: creates one event per profile and calendar and returns a page of the new event ids. */
import { seal } from './cursor.ts';
import { integerOf, objectOf, textsOf } from './fields.ts';
import type { Server } from './state.ts';
import type { Page, Steps } from './steps.ts';

const defaultLimit = 20;
/** Upper bound of a page, whatever the limit. */
const maxPageSize = 1000;

export function calendarSteps(server: Server): Pick<Steps, 'create' | 'checkCreate' | 'createPage'> {
  return {
    create(call, tenant) {
      const { steps } = server;
      const body = steps.checkCreate(steps.parseBody(call));
      return { status: 201, body: steps.createPage(body, tenant) };
    },
    checkCreate(value) {
      const body = objectOf(value);
      return {
        limit: body['limit'] === undefined ? defaultLimit : integerOf(body, 'limit', 1),
        profileIds: textsOf(body, 'profileIds'),
        calendarIds: textsOf(body, 'calendarIds'),
      };
    },
    createPage({ limit, profileIds, calendarIds }): Page {
      server.creations += 1;
      const creation = server.creations;
      const totalItems = profileIds.length * calendarIds.length;
      const length = Math.min(limit, maxPageSize, totalItems);
      return {
        data: Array.from({ length }, (_, k) => eventId(creation, k)),
        cursor: {
          ...(length < totalItems && { next: seal(`events:${creation}:${length}`, server.cursorKey) }),
          totalItems,
        },
      };
    },
  };
}

/** Derived from the creation and the position in it, so that events need not be stored. */
function eventId(creation: number, k: number): string {
  return `evt_${String(creation).padStart(6, '0')}_${String(k + 1).padStart(4, '0')}`;
}
