import { spared } from './no-false-positives.ts';

spared(['express', 'fastify', 'hono', 'koa']);
