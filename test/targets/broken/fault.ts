/** What makes a broken target out of a correct one: a switch of its make, and the requirement that has to see it. */
import { options as expressDeliveries } from '../correct/express-deliveries.ts';
import { options as expressHourly } from '../correct/express-hourly.ts';
import { options as expressSessions } from '../correct/express-sessions.ts';
import { options as fastifyByStatus } from '../correct/fastify-by-status.ts';
import { options as fastifyStrict } from '../correct/fastify-strict.ts';
import { options as fastifyZones } from '../correct/fastify-zones.ts';
import { options as honoGrowing } from '../correct/hono-growing.ts';
import { options as honoOneThousand } from '../correct/hono-one-thousand.ts';
import { options as honoTimeless } from '../correct/hono-timeless.ts';
import { options as koaDays } from '../correct/koa-days.ts';
import { options as koaScan } from '../correct/koa-scan.ts';
import { options as plainKeyset } from '../correct/plain-keyset.ts';
import { options as plainKeysetAny } from '../correct/plain-keyset-any.ts';
import { options as plainOffsetHtml } from '../correct/plain-offset-html.ts';
import { options as plainOffsetRedirect } from '../correct/plain-offset-redirect.ts';
import { start as pythonNumbered } from '../correct/python-numbered.ts';
import { start as pythonRing } from '../correct/python-ring.ts';
import { start as pythonTables } from '../correct/python-tables.ts';
import { start as pythonTickets } from '../correct/python-tickets.ts';
import { noPython } from '../kernel/python.ts';
import type { BrokenTarget, RunningTarget } from '../kernel/target.ts';
import { start as express } from '../makes/express-sessions.ts';
import { start as fastify } from '../makes/fastify-strict.ts';
import { start as hono } from '../makes/hono-feed.ts';
import { start as koa } from '../makes/koa-windows.ts';
import { start as keyset } from '../makes/plain-keyset.ts';
import { start as offset } from '../makes/plain-offset.ts';

const bases = {
  'plain-keyset': (broken: string) => keyset(plainKeyset, broken),
  'plain-keyset-any': (broken: string) => keyset(plainKeysetAny, broken),
  'plain-offset-html': (broken: string) => offset(plainOffsetHtml, broken),
  'plain-offset-redirect': (broken: string) => offset(plainOffsetRedirect, broken),
  'express-sessions': (broken: string) => express(expressSessions, broken),
  'express-deliveries': (broken: string) => express(expressDeliveries, broken),
  'express-hourly': (broken: string) => express(expressHourly, broken),
  'fastify-strict': (broken: string) => fastify(fastifyStrict, broken),
  'fastify-by-status': (broken: string) => fastify(fastifyByStatus, broken),
  'fastify-zones': (broken: string) => fastify(fastifyZones, broken),
  'koa-days': (broken: string) => koa(koaDays, broken),
  'koa-scan': (broken: string) => koa(koaScan, broken),
  'hono-growing': (broken: string) => hono(honoGrowing, broken),
  'hono-one-thousand': (broken: string) => hono(honoOneThousand, broken),
  'hono-timeless': (broken: string) => hono(honoTimeless, broken),
  'python-numbered': pythonNumbered,
  'python-ring': pythonRing,
  'python-tables': pythonTables,
  'python-tickets': pythonTickets,
} satisfies Record<string, (broken: string) => Promise<RunningTarget>>;

/** @param fault the switch of the make. @param owner id of the requirement that has to fail. */
export function fault(base: keyof typeof bases, fault: string, owner: string, breaks: string): BrokenTarget {
  return {
    name: `${base}/${fault}`,
    target: base,
    breaks,
    owner,
    ...(noPython && base.startsWith('python') ? { skip: noPython } : {}),
    start: () => bases[base](fault),
  };
}
