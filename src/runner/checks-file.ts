/**
 * The file that vitest runs: it loads every suite into one worker, so that one connection pool, one rate limit and one
 * model of the log serve all checks. Measured: a tenth of the overhead of one worker per file. Only vitest.ts names this file.
 */
import { importChecks } from './import-checks.ts';

const { defineChecks } = await importChecks();
await defineChecks();
