/** Runs the reference server in a child process. Prints its settings, and for each line of stdin the times of its requests. */
import { startReference } from '../dist/src/reference/index.js';

const options = JSON.parse(process.argv[2] ?? '{}');
const times = [];
const server = await startReference({
  ...options,
  // The server reads the clock at least once per request.
  clock: () => {
    const now = Date.now();
    times.push(now);
    return now;
  },
});
console.log(JSON.stringify(server.settings));
process.stdin.on('data', () => console.log(JSON.stringify(times.splice(0))));
process.stdin.on('end', () => process.exit(0));
