/** Which requirements a run decides, and when it fails. */
import type { RunOption } from './option.ts';

const group = 'Requirements:';

export const requirementOptions: readonly RunOption[] = [
  {
    flag: 'only',
    env: 'CAWL_ONLY',
    path: '/run/only',
    kind: 'list',
    takes: 'GLOB',
    describe: "only these ids, such as 'logs/*'; repeatable",
    group,
  },
  {
    flag: 'skip',
    env: 'CAWL_SKIP',
    path: '/run/skip',
    kind: 'list',
    takes: 'GLOB',
    describe: 'not these ids; repeatable',
    group,
  },
  {
    flag: 'depth',
    env: 'CAWL_DEPTH',
    path: '/run/depth',
    kind: 'text',
    takes: 'LEVEL',
    describe: 'quick (fewer than 300 requests), standard (about 1,500) or deep',
    group,
  },
  {
    flag: 'seed',
    env: 'CAWL_SEED',
    path: '/run/seed',
    kind: 'text',
    takes: 'N',
    describe: 'repeat the random samples of an earlier run',
    group,
  },
  {
    flag: 'fail-on',
    env: 'CAWL_FAIL_ON',
    path: '/run/failOn',
    kind: 'text',
    takes: 'WHAT',
    describe: 'advisory: advisory failures fail the run too; default: gate',
    group,
  },
  {
    flag: 'require-complete',
    env: 'CAWL_REQUIRE_COMPLETE',
    path: '/run/requireComplete',
    kind: 'switch',
    describe: 'exit 1 if a gating requirement was not decided',
    group,
  },
  {
    flag: 'compare-to',
    env: 'CAWL_COMPARE_TO',
    kind: 'text',
    takes: 'REPORT',
    describe: 'fail only on failures that this earlier report does not have',
    group,
  },
  {
    flag: 'again',
    kind: 'text',
    takes: 'REPORT',
    describe: 'decide only what failed or was not decided there, and merge',
    group,
  },
  {
    flag: 'job',
    kind: 'text',
    takes: 'PLAN',
    describe: 'run one job of a plan that cawl plan wrote',
    group,
  },
  { flag: 'index', kind: 'text', takes: 'I', describe: 'which job of the plan, from 0', group },
];
