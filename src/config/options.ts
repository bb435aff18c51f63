/**
 * The options of `cawl run`, once for the command line, the environment and the file: flag, variable and place in the
 * configuration of each. `cawl --help` loads this, so it imports almost nothing.
 */
import { reporterHelp } from '../report/reporters.ts';

export interface RunOption {
  readonly flag: string;
  readonly env?: string;
  /** The value's place in the configuration, as a JSON Pointer. */
  readonly path?: string;
  /** `list` may be repeated; `switch` takes no value. */
  readonly kind: 'text' | 'list' | 'switch';
  /** A switch that sets its place to false. */
  readonly negates?: true;
  /** The name of the value in the help: `--rate N`. */
  readonly takes?: string;
  readonly describe: string;
  readonly group: string;
}

const target = 'The target:';
const fixtures = 'What exists on it (instead of a file):';
const writes = 'What it may change:';
const what = 'Requirements:';
const how = 'Requests:';
const out = 'Output:';

/** Flags for every fixture, for a first run without a file. */
function fixtureOptions(): RunOption[] {
  const option = (flag: string, kind: 'text' | 'list', path: string, takes: string, describe: string): RunOption => ({
    flag,
    env: `CAWL_${flag.toUpperCase().replaceAll('-', '_')}`,
    path: `/fixtures/${path}`,
    kind,
    takes,
    describe,
    group: fixtures,
  });
  return [
    option('webhook', 'list', 'webhooks', 'ID', 'a webhook, the one with the richest log first; repeatable'),
    option('profile', 'list', 'profileIds', 'ID', 'a profile that exists; repeatable'),
    option('calendar', 'list', 'calendarIds', 'ID', 'a calendar that exists; repeatable'),
    option('limit', 'text', 'limit', 'N', 'a limit that the target accepts; default 10'),
    option('email', 'text', 'register/email', 'PATTERN', 'e-mail of new users; {unique} differs for each'),
    option('first-name', 'text', 'register/firstName', 'NAME', 'first name of new users; may contain {unique}'),
    option('last-name', 'text', 'register/lastName', 'NAME', 'last name of new users; may contain {unique}'),
    option('code-url', 'text', 'verificationCode/url', 'URL', 'answers the code of {email}'),
    option(
      'code-smtp',
      'text',
      'verificationCode/smtp',
      'HOST:PORT',
      'receive the mails of the target there, and read codes in them',
    ),
    option('code-command', 'text', 'verificationCode/command', 'LINE', 'prints the code of {email}'),
  ];
}

export const runOptions: readonly RunOption[] = [
  {
    flag: 'base-url',
    env: 'CAWL_BASE_URL',
    path: '/baseUrl',
    kind: 'text',
    takes: 'URL',
    describe: 'the target; default: an embedded reference server',
    group: target,
  },
  {
    flag: 'config',
    env: 'CAWL_CONFIG',
    kind: 'text',
    takes: 'FILE',
    describe: 'configuration; default: cawl.config.{yaml,yml,json} here',
    group: target,
  },
  {
    flag: 'token-file',
    env: 'CAWL_TOKEN_FILE',
    kind: 'text',
    takes: 'FILE',
    describe: 'file with the valid token; or set CAWL_TOKEN',
    group: target,
  },
  {
    flag: 'wait-for-target',
    env: 'CAWL_WAIT_FOR_TARGET',
    kind: 'text',
    takes: 'TIME',
    describe: 'wait that long until it accepts connections, such as 60s',
    group: target,
  },
  {
    flag: 'fault',
    env: 'CAWL_FAULT',
    kind: 'text',
    takes: 'NAME',
    describe: 'judge the embedded server with this fault',
    group: target,
  },
  ...fixtureOptions(),
  {
    flag: 'header',
    env: 'CAWL_HEADER',
    path: '/run/headers',
    kind: 'list',
    takes: "'K: V'",
    describe: 'header for every request; repeatable',
    group: target,
  },
  {
    flag: 'insecure',
    env: 'CAWL_INSECURE',
    path: '/run/insecure',
    kind: 'switch',
    describe: 'do not check TLS certificates',
    group: target,
  },
  {
    flag: 'ca',
    env: 'CAWL_CA',
    path: '/run/ca',
    kind: 'text',
    takes: 'FILE',
    describe: 'PEM file of the certificate authority to trust',
    group: target,
  },
  {
    flag: 'cert',
    env: 'CAWL_CERT',
    path: '/run/cert',
    kind: 'text',
    takes: 'FILE',
    describe: 'PEM file of the client certificate; with --key',
    group: target,
  },
  {
    flag: 'key',
    env: 'CAWL_KEY',
    path: '/run/key',
    kind: 'text',
    takes: 'FILE',
    describe: 'PEM file of its key',
    group: target,
  },
  {
    flag: 'yes',
    env: 'CAWL_YES',
    path: '/allowWrites',
    kind: 'switch',
    describe: 'users and events may be created on a target elsewhere',
    group: writes,
  },
  {
    flag: 'read-only',
    env: 'CAWL_READ_ONLY',
    path: '/run/readOnly',
    kind: 'switch',
    describe: 'send only searches of logs (GET); create nothing',
    group: writes,
  },
  {
    flag: 'methods',
    env: 'CAWL_METHODS',
    path: '/run/methods',
    kind: 'switch',
    describe: 'send PUT, PATCH and DELETE with the valid token, too',
    group: writes,
  },
  {
    flag: 'plan',
    kind: 'switch',
    describe: 'print what would be sent, and send nothing',
    group: writes,
  },
  {
    flag: 'only',
    env: 'CAWL_ONLY',
    path: '/run/only',
    kind: 'list',
    takes: 'GLOB',
    describe: "only these ids, such as 'logs/*'; repeatable",
    group: what,
  },
  {
    flag: 'skip',
    env: 'CAWL_SKIP',
    path: '/run/skip',
    kind: 'list',
    takes: 'GLOB',
    describe: 'not these ids; repeatable',
    group: what,
  },
  {
    flag: 'depth',
    env: 'CAWL_DEPTH',
    path: '/run/depth',
    kind: 'text',
    takes: 'LEVEL',
    describe: 'quick (fewer than 300 requests), standard (about 1,500) or deep',
    group: what,
  },
  {
    flag: 'seed',
    env: 'CAWL_SEED',
    path: '/run/seed',
    kind: 'text',
    takes: 'N',
    describe: 'repeat the random samples of an earlier run',
    group: what,
  },
  {
    flag: 'fail-on',
    env: 'CAWL_FAIL_ON',
    path: '/run/failOn',
    kind: 'text',
    takes: 'WHAT',
    describe: 'advisory: advisory failures fail the run too; default: gate',
    group: what,
  },
  {
    flag: 'require-complete',
    env: 'CAWL_REQUIRE_COMPLETE',
    path: '/run/requireComplete',
    kind: 'switch',
    describe: 'exit 1 if a gating requirement was not decided',
    group: what,
  },
  {
    flag: 'compare-to',
    env: 'CAWL_COMPARE_TO',
    kind: 'text',
    takes: 'REPORT',
    describe: 'fail only on failures that this earlier report does not have',
    group: what,
  },
  {
    flag: 'again',
    kind: 'text',
    takes: 'REPORT',
    describe: 'decide only what failed or was not decided there, and merge',
    group: what,
  },
  {
    flag: 'job',
    kind: 'text',
    takes: 'PLAN',
    describe: 'run one job of a plan that cawl plan wrote',
    group: what,
  },
  { flag: 'index', kind: 'text', takes: 'I', describe: 'which job of the plan, from 0', group: what },
  {
    flag: 'concurrency',
    env: 'CAWL_CONCURRENCY',
    path: '/run/concurrency',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests in flight, as far as the target can take them; default 16',
    group: how,
  },
  {
    flag: 'rate',
    env: 'CAWL_RATE',
    path: '/run/rate',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests per second; default 0, no limit',
    group: how,
  },
  {
    flag: 'max-requests',
    env: 'CAWL_MAX_REQUESTS',
    path: '/run/maxRequests',
    kind: 'text',
    takes: 'N',
    describe: 'maximum requests of the run; default 8000, quick 298, deep 100000',
    group: how,
  },
  {
    flag: 'max-users',
    env: 'CAWL_MAX_USERS',
    path: '/run/maxUsers',
    kind: 'text',
    takes: 'N',
    describe: 'users that are registered at most; default no limit',
    group: writes,
  },
  {
    flag: 'max-events',
    env: 'CAWL_MAX_EVENTS',
    path: '/run/maxEvents',
    kind: 'text',
    takes: 'N',
    describe: 'events that are created at most; default no limit',
    group: writes,
  },
  {
    flag: 'timeout',
    env: 'CAWL_TIMEOUT',
    path: '/run/timeoutMs',
    kind: 'text',
    takes: 'MS',
    describe: 'time limit per response, in ms; default 10000',
    group: how,
  },
  {
    flag: 'no-trace',
    env: 'CAWL_NO_TRACE',
    path: '/run/trace',
    kind: 'switch',
    negates: true,
    describe: 'send no traceparent header (W3C trace context)',
    group: how,
  },
  {
    flag: 'trace-link',
    env: 'CAWL_TRACE_LINK',
    path: '/traceLink',
    kind: 'text',
    takes: 'URL',
    describe: 'where a trace can be seen, with {traceId} in it: links failing exchanges',
    group: how,
  },
  {
    flag: 'max-time',
    env: 'CAWL_MAX_TIME',
    path: '/run/maxTime',
    kind: 'text',
    takes: 'TIME',
    describe:
      'how long the checks may take, such as 10m; default 80s, quick 45s, deep no limit; up to 3m more if throttled',
    group: how,
  },
  {
    flag: 'budget',
    env: 'CAWL_BUDGET',
    path: '/run/budget',
    kind: 'text',
    takes: 'TIME',
    describe: 'decide as much as that time allows, such as 30s; the report names the rest',
    group: how,
  },
  {
    flag: 'max-wait',
    env: 'CAWL_MAX_WAIT',
    path: '/run/maxWait',
    kind: 'text',
    takes: 'TIME',
    describe: 'wait that long for a target that throttles at the start; default 60s',
    group: how,
  },
  {
    flag: 'report-dir',
    env: 'CAWL_REPORT_DIR',
    path: '/run/reportDir',
    kind: 'text',
    takes: 'DIR',
    describe: 'folder for the reports; default reports',
    group: out,
  },
  {
    flag: 'reporter',
    env: 'CAWL_REPORTER',
    path: '/run/reporters',
    kind: 'list',
    takes: 'NAME',
    describe: reporterHelp,
    group: out,
  },
  {
    flag: 'history',
    env: 'CAWL_HISTORY',
    kind: 'text',
    takes: 'FILE',
    describe: 'append this run, and draw the last ones in the report',
    group: out,
  },
  { flag: 'write-waivers', kind: 'switch', describe: 'print a waivers block for the failures of this run', group: out },
  {
    flag: 'quiet',
    env: 'CAWL_QUIET',
    path: '/run/quiet',
    kind: 'switch',
    describe: 'print only failures and the verdict',
    group: out,
  },
  { flag: 'open', kind: 'switch', describe: 'open the page in the browser when the run has ended', group: out },
  { flag: 'no-color', kind: 'switch', describe: 'no colors; NO_COLOR and FORCE_COLOR also apply', group: out },
];

/** Tokens, and the password of new users, come from the environment, never from a flag: other users of a machine can read command lines. */
export const tokenVariables = [
  { env: 'CAWL_TOKEN', path: '/tokens/valid' },
  { env: 'CAWL_OTHER_TOKEN', path: '/tokens/otherTenant' },
  { env: 'CAWL_EXPIRED_TOKEN', path: '/tokens/expired' },
  { env: 'CAWL_PASSWORD', path: '/fixtures/register/password' },
] as const;

/** Where the queue of `cawl worker` and `cawl matrix` is: its address may hold a password. A run ignores it. */
export const queueVariable = 'CAWL_QUEUE';

/** Flags as parsed from the command line: a text, a boolean, or several texts. */
export type Flags = Readonly<Record<string, unknown>>;
