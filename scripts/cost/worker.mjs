// @ts-check
/** A child process of the count: answers the name of a fault with what it takes to see it. */
import { judgeFault } from './observe.mjs';

process.on('message', async (/** @type {import('./observe.mjs').How & { name: string }} */ job) => {
  process.send?.({ job, result: await judgeFault(job.name, job) });
});
