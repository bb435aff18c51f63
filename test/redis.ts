/** A Redis server for tests of the queue; they are skipped if it is not installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { freePort } from './free-port.ts';

/** Why there is no Redis on this machine; undefined if there is. */
export const noRedis: string | undefined = hasRedis() ? undefined : 'redis-server is not installed';

function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Starts a server that keeps nothing on disk, and waits until it takes connections. */
export async function startRedis(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const port = await freePort();
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const child: ChildProcess = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((ready, fail) => {
    child.stdout!.on('data', (text: Buffer) => text.includes('Ready to accept connections') && ready());
    child.once('exit', (code) => fail(new Error(`redis-server ended with status ${code}`)));
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    close: () =>
      new Promise((ended) => {
        child.once('exit', () => ended());
        child.kill('SIGTERM');
      }),
  };
}
