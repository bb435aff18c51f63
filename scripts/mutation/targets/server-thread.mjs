// @ts-check
/** A thread with one server and one active mutant: an endless loop in the server does not stop the kit. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** @type {{ built: string, module: string, mutant: string | undefined, seed: number }} */
const { built, module, mutant, seed } = workerData;
/** @type {{ activeMutant?: string, mutantCoverage?: { static: Record<string, number> } }} */
const stryker = mutant === undefined ? {} : { activeMutant: mutant };
Object.assign(globalThis, { __stryker__: stryker });

const { startReference, target } = await import(pathToFileURL(join(built, module)).href);
const server = await (startReference?.({ seed: `seed ${seed}` }) ?? target.start());
parentPort?.on('message', () =>
  parentPort?.postMessage({ reached: Object.keys(stryker.mutantCoverage?.static ?? {}) }),
);
parentPort?.postMessage({ baseUrl: server.baseUrl, settings: server.settings, choices: target?.choices ?? {} });
