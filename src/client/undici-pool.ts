/**
 * The pool of undici alone. The entry of the package also loads fetch, WebSocket and its caches, which a run does not need: they
 * take two thirds of the time that undici takes to load, in the program and once more in the thread of the checks.
 */
import { createRequire } from 'node:module';
import type { Pool as UndiciPool } from 'undici';

export type Pool = UndiciPool;
export const Pool = createRequire(import.meta.url)('undici/lib/dispatcher/pool.js') as typeof UndiciPool;
