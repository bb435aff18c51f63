/** Servers that keep the specification, each in its own way: a check that blames one of them is wrong. */

import { target as expressDeliveries } from './correct/express-deliveries.ts';
import { target as expressHourly } from './correct/express-hourly.ts';
import { target as expressLookBack } from './correct/express-look-back.ts';
import { target as expressSessions } from './correct/express-sessions.ts';
import { target as fastifyByStatus } from './correct/fastify-by-status.ts';
import { target as fastifyOnePage } from './correct/fastify-one-page.ts';
import { target as fastifyStrict } from './correct/fastify-strict.ts';
import { target as fastifyZones } from './correct/fastify-zones.ts';
import { target as honoGrowing } from './correct/hono-growing.ts';
import { target as honoOneThousand } from './correct/hono-one-thousand.ts';
import { target as honoRing } from './correct/hono-ring.ts';
import { target as honoSparse } from './correct/hono-sparse.ts';
import { target as honoTimeless } from './correct/hono-timeless.ts';
import { target as koaDays } from './correct/koa-days.ts';
import { target as koaScan } from './correct/koa-scan.ts';
import { target as koaSlow } from './correct/koa-slow.ts';
import { target as plainKeyset } from './correct/plain-keyset.ts';
import { target as plainKeysetAny } from './correct/plain-keyset-any.ts';
import { target as plainKeysetLate } from './correct/plain-keyset-late.ts';
import { target as plainOffset } from './correct/plain-offset.ts';
import { target as plainOffsetHtml } from './correct/plain-offset-html.ts';
import { target as plainOffsetRedirect } from './correct/plain-offset-redirect.ts';
import { target as pythonBare } from './correct/python-bare.ts';
import { target as pythonDates } from './correct/python-dates.ts';
import { target as pythonNumbered } from './correct/python-numbered.ts';
import { target as pythonRing } from './correct/python-ring.ts';
import { target as pythonTables } from './correct/python-tables.ts';
import { target as pythonTickets } from './correct/python-tickets.ts';
import type { TargetDefinition } from './kernel/target.ts';

export type {
  BrokenTarget,
  RecordedRequest,
  RunningTarget,
  TargetDefinition,
  TargetSettings,
} from './kernel/target.ts';

export const correctTargets: readonly TargetDefinition[] = [
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
