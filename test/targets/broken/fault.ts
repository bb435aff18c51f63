/** Makes a broken target from a conforming one: a switch of its implementation, and the requirement that must fail. */
import { options as expressDeliveries } from '../conforming/express-deliveries.ts';
import { options as expressHourly } from '../conforming/express-hourly.ts';
import { options as expressSessions } from '../conforming/express-sessions.ts';
import { options as fastifyByStatus } from '../conforming/fastify-by-status.ts';
import { options as fastifyStrict } from '../conforming/fastify-strict.ts';
import { options as fastifyZones } from '../conforming/fastify-zones.ts';
import { options as honoGrowing } from '../conforming/hono-growing.ts';
import { options as honoOneThousand } from '../conforming/hono-one-thousand.ts';
import { options as honoTimeless } from '../conforming/hono-timeless.ts';
import { options as koaDays } from '../conforming/koa-days.ts';
import { options as koaScan } from '../conforming/koa-scan.ts';
import { options as plainKeyset } from '../conforming/plain-keyset.ts';
import { options as plainKeysetAny } from '../conforming/plain-keyset-any.ts';
import { options as plainOffset } from '../conforming/plain-offset.ts';
import { options as plainOffsetHtml } from '../conforming/plain-offset-html.ts';
import { options as plainOffsetRedirect } from '../conforming/plain-offset-redirect.ts';
import { start as pythonNumbered } from '../conforming/python-numbered.ts';
import { start as pythonRing } from '../conforming/python-ring.ts';
import { start as pythonTables } from '../conforming/python-tables.ts';
import { start as pythonTickets } from '../conforming/python-tickets.ts';
import { start as express } from '../implementations/express-sessions.ts';
import { start as fastify } from '../implementations/fastify-strict.ts';
import { type FeedOptions, start as hono } from '../implementations/hono-feed.ts';
import { start as koa } from '../implementations/koa-windows.ts';
import { type KeysetOptions, start as keyset } from '../implementations/plain-keyset.ts';
import { type OffsetOptions, start as offset } from '../implementations/plain-offset.ts';
import { items } from '../support/history.ts';
import { noPython } from '../support/python.ts';
import type { BrokenTarget, RunningTarget } from '../support/target.ts';

/** All entries but the newest one are two months old. */
const plainKeysetOld: KeysetOptions = {
  ...plainKeyset,
  logs: plainKeyset.logs.map(({ id, shape }) => ({ id, shape: { ...shape, ties: 1, silentDays: 60 } })),
};

/** Items that tell which log they are of. */
const plainOffsetUnique: OffsetOptions = {
  ...plainOffset,
  logs: plainOffset.logs.map(({ id, shape }) => ({ id, shape: { ...shape, item: items.uuid } })),
};

/** Most entries are failed ones. */
const honoFailing: FeedOptions = {
  ...honoGrowing,
  logs: honoGrowing.logs.map((log) => ({ ...log, shape: { ...log.shape, failed: 0.8 } })),
};

const bases = {
  'plain-keyset': (broken: string) => keyset(plainKeyset, broken),
  'plain-keyset-old': (broken: string) => keyset(plainKeysetOld, broken),
  'plain-keyset-any': (broken: string) => keyset(plainKeysetAny, broken),
  'plain-offset': (broken: string) => offset(plainOffset, broken),
  'plain-offset-unique': (broken: string) => offset(plainOffsetUnique, broken),
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
  'hono-failing': (broken: string) => hono(honoFailing, broken),
  'hono-growing': (broken: string) => hono(honoGrowing, broken),
  'hono-one-thousand': (broken: string) => hono(honoOneThousand, broken),
  'hono-timeless': (broken: string) => hono(honoTimeless, broken),
  'python-numbered': pythonNumbered,
  'python-ring': pythonRing,
  'python-tables': pythonTables,
  'python-tickets': pythonTickets,
} satisfies Record<string, (broken: string) => Promise<RunningTarget>>;

/** Bases that are a conforming target with other logs. */
const conformingNames: Readonly<Partial<Record<keyof typeof bases, string>>> = {
  'hono-failing': 'hono-growing',
  'plain-keyset-old': 'plain-keyset',
  'plain-offset-unique': 'plain-offset',
};

/** @param fault the switch of the implementation. @param owner id of the requirement that must fail. */
export function fault(base: keyof typeof bases, fault: string, owner: string, breaks: string): BrokenTarget {
  return {
    name: `${base}/${fault}`,
    target: conformingNames[base] ?? base,
    breaks,
    owner,
    ...(noPython && base.startsWith('python') ? { skip: noPython } : {}),
    start: () => bases[base](fault),
  };
}
