import type { Settings } from '../core/config.ts';
import { type Server, tenants, tokens } from './state.ts';

/** The part of a `cawl.config.yaml` that describes this server. */
export type ReferenceSettings = Pick<Settings, 'baseUrl' | 'tokens' | 'fixtures' | 'declares'>;

/** @param inspectUrl of the port that serves codes; undefined if they are sent by mail */
export function settingsOf(server: Server, baseUrl: string, inspectUrl: string | undefined): ReferenceSettings {
  const own = [...server.logs.values()].filter((log) => log.tenant === tenants.own);
  return {
    baseUrl,
    tokens: { ...tokens, valid: server.validToken },
    fixtures: {
      webhooks: own.map((log) => ({ id: log.webhookId })),
      profileIds: ['p1', 'p2'],
      calendarIds: ['c1', 'c2'],
      limit: 10,
      register: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'cawl{unique}@example.com',
        password: 'Correct-Horse-9-Battery',
      },
      ...(inspectUrl && { verificationCode: { url: `${inspectUrl}/codes?email={email}`, waitMs: 5000 } }),
    },
    declares: {
      successStatus: { create: 201, register: 201, verify: 200, logs: 200 },
      refusalStatus: 401,
      endOfLog: 'absent',
      cursorCarriesFilters: true,
      timeFormat: 'rfc3339',
      rangeBounds: '[)',
      sortBy: ['createdAt', 'status'],
      defaultOrder: 'desc',
      limit: 'page-size',
      itemsUnique: true,
      item: { encoding: 'json', status: '/status', time: '/createdAt' },
      unknownWebhook: 404,
      requiredFields: {
        create: ['profileIds', 'calendarIds'],
        register: ['firstName', 'lastName', 'email', 'password'],
        verify: ['email', 'code'],
      },
    },
  };
}
