/** `--wait-for-target`: waits until something accepts connections at the address, as after a deployment. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { durationMs } from '../core/duration.ts';
import { TargetError, UsageError } from '../core/errors.ts';

/** A duration such as `60s`, `2m` or `500ms` in ms. @throws UsageError */
export function parseWait(text: string): number {
  const ms = durationMs(text);
  if (ms === undefined)
    throw new UsageError(`--wait-for-target is "${text}"; it takes a duration such as 60s, 2m or 500ms`);
  return ms;
}

/** @throws TargetError if nothing accepts a connection in time */
export async function waitForTarget(baseUrl: string, waitMs: number, signal: AbortSignal): Promise<void> {
  const { hostname, port, protocol } = new URL(baseUrl);
  const at = Number(port) || (protocol === 'https:' ? 443 : 80);
  const until = Date.now() + waitMs;
  // An IPv6 address stands in brackets in a URL, and nowhere else.
  while (!(await accepts(hostname.replace(/^\[|\]$/g, ''), at))) {
    if (signal.aborted) return;
    if (Date.now() >= until)
      throw new TargetError(
        `${hostname}:${at} accepted no connection within ${Math.round(waitMs / 1000)} s`,
        'is it being started, and is the address right? (--base-url, --wait-for-target)',
        'UNREACHABLE',
      );
    await sleep(Math.min(500, Math.max(20, until - Date.now())));
  }
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 });
    const end = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
