/** Servers that keep the specification, each in its own way: a check that blames one of them is wrong. */

import { target as expressDeliveries } from './correct/express-deliveries.ts';
import { target as expressLookBack } from './correct/express-look-back.ts';
import { target as expressSessions } from './correct/express-sessions.ts';
import { target as fastifyByStatus } from './correct/fastify-by-status.ts';
import { target as fastifyOnePage } from './correct/fastify-one-page.ts';
import { target as fastifyStrict } from './correct/fastify-strict.ts';
import { target as plainKeyset } from './correct/plain-keyset.ts';
import { target as plainKeysetLate } from './correct/plain-keyset-late.ts';
import { target as plainOffset } from './correct/plain-offset.ts';
import { target as plainOffsetHtml } from './correct/plain-offset-html.ts';
import { target as plainOffsetRedirect } from './correct/plain-offset-redirect.ts';
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
];
