/** Kinds of weather in which the kit mostly waits: they run at the same time, and beside those of weather.test.ts. */
import { test } from 'vitest';
import { expectAsTold } from './as-told.ts';

const waiting = ['hangs', 'throttled-first-retry-after-1', 'codes-never-come', 'all-empty-objects'];

test.concurrent.each(waiting)('%s', { timeout: 150_000 }, expectAsTold);
