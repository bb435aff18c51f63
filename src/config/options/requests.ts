/** How a run sends its requests. */
import type { RunOption } from './option.ts';

const group = 'Requests:';

export const requestOptions: readonly RunOption[] = [
  {
    flag: 'concurrency',
    env: 'CAWL_CONCURRENCY',
    path: '/run/concurrency',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests in flight, as far as the target can take them; default 16',
    group,
  },
  {
    flag: 'rate',
    env: 'CAWL_RATE',
    path: '/run/rate',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests per second; default 0, no limit',
    group,
  },
  {
    flag: 'max-requests',
    env: 'CAWL_MAX_REQUESTS',
    path: '/run/maxRequests',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests of the run; default 8000, quick 298, deep 100000',
    group,
  },
  {
    flag: 'timeout',
    env: 'CAWL_TIMEOUT',
    path: '/run/timeoutMs',
    kind: 'text',
    takes: 'MS',
    describe: 'time limit per response, in ms; default 10000',
    group,
  },
  {
    flag: 'no-trace',
    env: 'CAWL_NO_TRACE',
    path: '/run/trace',
    kind: 'switch',
    negates: true,
    describe: 'send no traceparent header (W3C trace context)',
    group,
  },
  {
    flag: 'trace-link',
    env: 'CAWL_TRACE_LINK',
    path: '/traceLink',
    kind: 'text',
    takes: 'URL',
    describe: 'where a trace can be seen, with {traceId} in it: links failing exchanges',
    group,
  },
  {
    flag: 'max-time',
    env: 'CAWL_MAX_TIME',
    path: '/run/maxTime',
    kind: 'text',
    takes: 'TIME',
    describe:
      'how long the checks may take, such as 10m; default 80s, quick 45s, deep no limit; up to 3m more if throttled',
    group,
  },
  {
    flag: 'budget',
    env: 'CAWL_BUDGET',
    path: '/run/budget',
    kind: 'text',
    takes: 'TIME',
    describe: 'decide as much as that time allows, such as 30s; the report names the rest',
    group,
  },
  {
    flag: 'max-wait',
    env: 'CAWL_MAX_WAIT',
    path: '/run/maxWait',
    kind: 'text',
    takes: 'TIME',
    describe: 'wait that long for a target that throttles at the start; default 60s',
    group,
  },
];
