// After tsc: copies the servers that are Python scripts beside the compiled ones, and removes stale files.
import { cpSync } from 'node:fs';
import { removeStaleFiles } from './remove-stale.mjs';

const scripts = 'test/targets/implementations/python';
cpSync(new URL(`../${scripts}`, import.meta.url), new URL(`../dist/${scripts}`, import.meta.url), { recursive: true });
removeStaleFiles();
