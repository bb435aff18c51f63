/**
 * The file that vitest runs: it loads every suite into one worker, so that one connection pool, one rate limit and one
 * model of the log serve all checks. Measured: a tenth of the overhead of one worker per file.
 */
import { defineChecks } from '../src/suite.ts';

await defineChecks();
