// What tsc leaves undone: the command must be executable in a checkout (npm sets the mode only on install).
import { chmodSync, existsSync } from 'node:fs';

const command = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(command)) chmodSync(command, 0o755);
