// After tsc: removes stale files, compiles the schemas, bundles the checks, and makes the command executable in a checkout (npm sets
// the mode only on install).
import { chmodSync, existsSync } from 'node:fs';
import { bundleChecks } from './bundle-checks.mjs';
import { compileSchemas } from './compile-schemas.mjs';
import { removeStaleFiles } from './remove-stale.mjs';

const command = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(command)) chmodSync(command, 0o755);
removeStaleFiles();
await compileSchemas();
await bundleChecks();
