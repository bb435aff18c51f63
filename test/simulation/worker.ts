/** A thread that judges runs: it gets the number of one and answers with its record, until it is told to end. */
import { parentPort } from 'node:worker_threads';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { judgeSeed } from './judge-seed.ts';

await loadSuites();
const port = parentPort!;
port.on('message', async (seed: number) => port.postMessage(await judgeSeed(seed)));
