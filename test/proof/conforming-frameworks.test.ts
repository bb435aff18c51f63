import { expectNoFalseAlarms } from './false-alarms.ts';

expectNoFalseAlarms(['express', 'fastify', 'hono', 'koa']);
