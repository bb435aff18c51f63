import { spared } from './sparing.ts';

spared(['express', 'fastify', 'hono', 'koa']);
