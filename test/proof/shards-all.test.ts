/**
 * Shards and one run say the same: on every conforming server, and on the first fault of 40 requirements that a run must
 * detect. Part of `npm run test:servers`.
 */

import { faults } from '../../src/reference/faults/index.ts';
import { mustBeCaught } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { conformingTargets } from '../targets/index.ts';
import { conformingServer, expectSameVerdicts, faultyServer } from './sharded-run.ts';

const levels = new Map(catalogue.map(({ id, level }) => [id, level]));
const plain = faults.filter(
  ({ unseen, owner }, index) =>
    unseen === undefined &&
    mustBeCaught(levels.get(owner)!) &&
    faults.findIndex((fault) => fault.owner === owner) === index,
);
/** Every so many, to have faults of all operations. */
const step = Math.floor(plain.length / 40);

/**
 * Their logs change by the clock or with each creation, or they throttle: one run does not repeat every verdict on them either,
 * and a shard that searches logs alone finds them quiet.
 */
const moving = ['hono-ring', 'hono-growing', 'express-deliveries', 'python-ring'];

expectSameVerdicts([
  ...conformingTargets.filter(({ name, skip }) => skip === undefined && !moving.includes(name)).map(conformingServer),
  ...plain
    .filter((_, index) => index % step === 0)
    .slice(0, 40)
    .map(({ name }) => faultyServer(name)),
]);
