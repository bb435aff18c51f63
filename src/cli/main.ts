#!/usr/bin/env node
/**
 * Starts the program and ends the process. It imports the program only on a version of Node that can read it: on an older
 * one a user gets a sentence, and no stack.
 */
import { setFlagsFromString } from 'node:v8';

/** The oldest version that the kit runs on, as package.json names it. */
const oldestNode = [20, 19] as const;

function isOldNode(version = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
}

if (isOldNode()) {
  console.error(`cawl: it needs Node ${oldestNode.join('.')} or later; this is ${process.versions.node}`);
  process.exitCode = 2;
} else {
  // Most objects of a run are short-lived. A small young generation (MB) of the heap of the checks, which start later, and an
  // old one that is collected before it has grown by a third save about 40 MB and cost no time.
  for (const flag of ['--max-semi-space-size=4', '--heap-growing-percent=30']) setFlagsFromString(flag);
  // It takes in signals, which may come while the program loads.
  const { processIo } = await import('./process-io.ts');
  const io = processIo((status) => process.exit(status));
  const { main } = await import('./program.ts');
  const code = await main(process.argv.slice(2), io);
  process.exitCode = code;
  // A worker that is still being stopped would keep the process for seconds.
  if (code === 130) process.exit();
}
