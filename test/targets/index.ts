/** Servers that keep the specification, each in its own way: a check that blames one of them is wrong. */

import { target as expressDeliveries } from './conforming/express-deliveries.ts';
import { target as expressHourly } from './conforming/express-hourly.ts';
import { target as expressLookBack } from './conforming/express-look-back.ts';
import { target as expressSessions } from './conforming/express-sessions.ts';
import { target as fastifyByStatus } from './conforming/fastify-by-status.ts';
import { target as fastifyOnePage } from './conforming/fastify-one-page.ts';
import { target as fastifyStrict } from './conforming/fastify-strict.ts';
import { target as fastifyZones } from './conforming/fastify-zones.ts';
import { target as honoGrowing } from './conforming/hono-growing.ts';
import { target as honoOneThousand } from './conforming/hono-one-thousand.ts';
import { target as honoRing } from './conforming/hono-ring.ts';
import { target as honoSparse } from './conforming/hono-sparse.ts';
import { target as honoTimeless } from './conforming/hono-timeless.ts';
import { target as koaDays } from './conforming/koa-days.ts';
import { target as koaScan } from './conforming/koa-scan.ts';
import { target as koaSlow } from './conforming/koa-slow.ts';
import { target as plainKeyset } from './conforming/plain-keyset.ts';
import { target as plainKeysetAny } from './conforming/plain-keyset-any.ts';
import { target as plainKeysetLate } from './conforming/plain-keyset-late.ts';
import { target as plainOffset } from './conforming/plain-offset.ts';
import { target as plainOffsetHtml } from './conforming/plain-offset-html.ts';
import { target as plainOffsetRedirect } from './conforming/plain-offset-redirect.ts';
import { target as pythonBare } from './conforming/python-bare.ts';
import { target as pythonDates } from './conforming/python-dates.ts';
import { target as pythonNumbered } from './conforming/python-numbered.ts';
import { target as pythonRing } from './conforming/python-ring.ts';
import { target as pythonTables } from './conforming/python-tables.ts';
import { target as pythonTickets } from './conforming/python-tickets.ts';
import type { TargetDefinition } from './support/target.ts';

export type {
  BrokenTarget,
  RecordedRequest,
  RunningTarget,
  TargetDefinition,
  TargetSettings,
} from './support/target.ts';

export const conformingTargets: readonly TargetDefinition[] = [
  plainKeyset,
  plainKeysetLate,
  plainOffset,
  plainOffsetHtml,
  plainOffsetRedirect,
  expressSessions,
  expressDeliveries,
  expressLookBack,
  fastifyStrict,
  fastifyByStatus,
  fastifyOnePage,
  koaDays,
  koaScan,
  koaSlow,
  honoGrowing,
  honoRing,
  honoOneThousand,
  pythonBare,
  pythonNumbered,
  pythonTables,
  pythonTickets,
  pythonRing,
  pythonDates,
  plainKeysetAny,
  expressHourly,
  fastifyZones,
  honoTimeless,
  honoSparse,
];
