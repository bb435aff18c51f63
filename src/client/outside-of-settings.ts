/** What a connection reaches in a real run: HTTP, the system's clock, the configured source of codes. */
import { systemClock } from '../core/clock.ts';
import type { Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { lookForCodes } from './codes/verification-code.ts';
import type { Outside } from './outside.ts';
import { Transport } from './wire/transport.ts';

export function outsideOf({ baseUrl, run }: Settings): Outside {
  const wire = new Transport({
    origin: new URL(baseUrl).origin,
    connections: run.concurrency,
    timeoutMs: run.timeoutMs,
    insecure: run.insecure,
    ...defined({ ca: run.ca, cert: run.cert, key: run.key, proxy: run.proxy }),
  });
  return { wire, clock: systemClock, lookForCodes };
}
