/**
 * What can be said to `cawl run`, once for the command line, the environment and the file: each option's flag, variable
 * and place in the configuration. Light on purpose: `cawl --help` reads it, and nothing else.
 */
import { reporterHelp } from '../report/reporters.ts';

export interface RunOption {
  readonly flag: string;
  readonly env?: string;
  /** The value's place in the configuration, as a JSON Pointer. */
  readonly path?: string;
  /** `list` may be given several times; `switch` takes no value. */
  readonly kind: 'text' | 'list' | 'switch';
  /** What the value is, for the help: `--rate N`. */
  readonly takes?: string;
  readonly describe: string;
  readonly group: string;
}

const target = 'The target:';
const what = 'What is decided:';
const how = 'How it is sent:';
const out = 'What comes out:';

export const runOptions: readonly RunOption[] = [
  {
    flag: 'base-url',
    env: 'CAWL_BASE_URL',
    path: '/baseUrl',
    kind: 'text',
    takes: 'URL',
    describe: 'the target; without one, a reference server is started and judged',
    group: target,
  },
  {
    flag: 'config',
    env: 'CAWL_CONFIG',
    kind: 'text',
    takes: 'FILE',
    describe: 'the configuration; else cawl.config.{yaml,yml,json} here',
    group: target,
  },
  {
    flag: 'token-file',
    env: 'CAWL_TOKEN_FILE',
    kind: 'text',
    takes: 'FILE',
    describe: 'a file that holds the good token; or set CAWL_TOKEN',
    group: target,
  },
  {
    flag: 'fault',
    env: 'CAWL_FAULT',
    kind: 'text',
    takes: 'NAME',
    describe: 'judge a reference server made wrong in this one way',
    group: target,
  },
  {
    flag: 'header',
    env: 'CAWL_HEADER',
    path: '/run/headers',
    kind: 'list',
    takes: "'K: V'",
    describe: 'a header for every request; repeatable',
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
    flag: 'only',
    env: 'CAWL_ONLY',
    path: '/run/only',
    kind: 'list',
    takes: 'GLOB',
    describe: "decide these ids alone, such as 'logs/*'; repeatable",
    group: what,
  },
  {
    flag: 'skip',
    env: 'CAWL_SKIP',
    path: '/run/skip',
    kind: 'list',
    takes: 'GLOB',
    describe: 'leave these ids out; repeatable',
    group: what,
  },
  {
    flag: 'depth',
    env: 'CAWL_DEPTH',
    path: '/run/depth',
    kind: 'text',
    takes: 'LEVEL',
    describe: 'quick (fewer than 300 requests), standard (fewer than 3,000) or deep',
    group: what,
  },
  {
    flag: 'seed',
    env: 'CAWL_SEED',
    path: '/run/seed',
    kind: 'text',
    takes: 'N',
    describe: 'repeat the samples of an earlier run',
    group: what,
  },
  {
    flag: 'fail-on',
    env: 'CAWL_FAIL_ON',
    path: '/run/failOn',
    kind: 'text',
    takes: 'WHAT',
    describe: 'advisory: advice fails the run too; else gate',
    group: what,
  },
  {
    flag: 'require-complete',
    env: 'CAWL_REQUIRE_COMPLETE',
    path: '/run/requireComplete',
    kind: 'switch',
    describe: 'exit 1 if anything could not be decided',
    group: what,
  },
  {
    flag: 'compare-to',
    env: 'CAWL_COMPARE_TO',
    kind: 'text',
    takes: 'REPORT',
    describe: 'fail only on what an earlier conformance.json did not have',
    group: what,
  },
  {
    flag: 'concurrency',
    env: 'CAWL_CONCURRENCY',
    path: '/run/concurrency',
    kind: 'text',
    takes: 'N',
    describe: 'requests in flight at most; default 8',
    group: how,
  },
  {
    flag: 'rate',
    env: 'CAWL_RATE',
    path: '/run/rate',
    kind: 'text',
    takes: 'N',
    describe: 'requests a second at most; default 0, no limit',
    group: how,
  },
  {
    flag: 'max-requests',
    env: 'CAWL_MAX_REQUESTS',
    path: '/run/maxRequests',
    kind: 'text',
    takes: 'N',
    describe: 'requests in all; default 5000, quick 290, deep 100000',
    group: how,
  },
  {
    flag: 'timeout',
    env: 'CAWL_TIMEOUT',
    path: '/run/timeoutMs',
    kind: 'text',
    takes: 'MS',
    describe: 'wait for one answer, in ms; default 10000',
    group: how,
  },
  {
    flag: 'report-dir',
    env: 'CAWL_REPORT_DIR',
    path: '/run/reportDir',
    kind: 'text',
    takes: 'DIR',
    describe: 'where the reports go; default reports',
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
  { flag: 'write-waivers', kind: 'switch', describe: "print a ready waivers block for today's failures", group: out },
  {
    flag: 'quiet',
    env: 'CAWL_QUIET',
    path: '/run/quiet',
    kind: 'switch',
    describe: 'only failures and the verdict',
    group: out,
  },
  { flag: 'no-color', kind: 'switch', describe: 'no colours; NO_COLOR and FORCE_COLOR count too', group: out },
];

/** The tokens come from the environment, never from a flag: a command line is visible to others. */
export const tokenVariables = [
  { env: 'CAWL_TOKEN', path: '/tokens/valid' },
  { env: 'CAWL_OTHER_TOKEN', path: '/tokens/otherTenant' },
  { env: 'CAWL_EXPIRED_TOKEN', path: '/tokens/expired' },
] as const;

/** Flags as the command line gave them: a text, a switch, or several texts. */
export type Flags = Readonly<Record<string, unknown>>;
