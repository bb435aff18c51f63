/** Liberties of the creation of common events (§4.1). */
import type { NamedLiberties } from './liberty.ts';

export const ofCalendars: NamedLiberties = {
  'logs-creations': { does: 'each creation becomes an entry of every log', create: { isLogged: true }, live: true },
  'creations-end-cursors': {
    does: 'a creation takes 12 ms, and ends all cursors of searches (410)',
    create: { endsCursors: true, takesMs: 12 },
  },
  'quota-of-creations': { does: 'refuses with 402 after 40 creations', create: { quota: 40, quotaStatus: 402 } },
  'locks-calendars': {
    does: 'refuses a second creation at once for one calendar with 423',
    create: { lockStatus: 423, takesMs: 8 },
  },
  'locks-409': {
    does: 'refuses a second creation at once for one calendar with 409',
    create: { lockStatus: 409, takesMs: 8 },
  },
  'unique-400': { does: 'refuses a repeated creation with 400', create: { repeat: 400 } },
  'unique-422': { does: 'refuses a repeated creation with 422', create: { repeat: 422 } },
  'unique-409': { does: 'refuses a repeated creation with 409', create: { repeat: 409 } },
  pairs: { does: 'profileIds[i] must own calendarIds[i]', create: { pairs: true } },
  'two-profiles': { does: 'a common event needs two profiles', create: { leastProfiles: 2 } },
  'slow-lists': {
    does: 'a creation takes 2.4 ms for each id of its body, and the client waits for 2 s',
    create: { msPerId: 2.4 },
    timeoutMs: 2000,
  },
  'slow-pairs': {
    does: 'a creation takes 1 ms for each pair of a profile and a calendar, and the client waits for 2 s',
    create: { msPerPair: 1 },
    timeoutMs: 2000,
  },
  'small-limit': { does: 'refuses a limit above 25', create: { largestLimit: 25 } },
  'short-lists': { does: 'refuses lists of more than 20 ids', create: { mostIds: 20 } },
  'known-ids': { does: 'refuses ids that do not exist with 404', create: { knownIdsOnly: true } },
  'items-of-pairs': {
    does: 'items of creations show profile, calendar and the moment, and no id',
    create: { itemsShow: 'pair-and-moment' },
  },
  'items-with-others': {
    does: 'items of creations show profile and calendar, and the profiles of other creations in progress',
    create: { itemsShow: 'pair-and-others', takesMs: 8 },
  },
  'items-of-moments': {
    does: 'items of creations show nothing but the moment',
    create: { itemsShow: 'moment' },
  },
  'items-of-coded-seconds': {
    does: 'a creation takes a second, and its items show the second in base 36, and a number',
    create: { itemsShow: 'coded-second', takesMs: 1000 },
  },
  'one-item-of-moment': {
    does: 'returns one item for a creation, which shows only its moment',
    create: { itemsShow: 'moment', oneItem: true },
  },
  'items-of-batches': {
    does: 'writes the creations of 30 ms together, and returns one item, the id of what was written',
    create: { batchMs: 30 },
  },
  'tells-nothing': { does: 'a creation is answered with an empty page', create: { tellsNothing: true } },
};
