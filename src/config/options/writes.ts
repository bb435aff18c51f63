/** What a run may change on the target. */
import type { RunOption } from './option.ts';

const group = 'What it may change:';

export const writeOptions: readonly RunOption[] = [
  {
    flag: 'yes',
    env: 'CAWL_YES',
    path: '/allowWrites',
    kind: 'switch',
    describe: 'users and events may be created on a target elsewhere',
    group,
  },
  {
    flag: 'read-only',
    env: 'CAWL_READ_ONLY',
    path: '/run/readOnly',
    kind: 'switch',
    describe: 'send only searches of logs (GET); create nothing',
    group,
  },
  {
    flag: 'methods',
    env: 'CAWL_METHODS',
    path: '/run/methods',
    kind: 'switch',
    describe: 'send PUT, PATCH and DELETE with the valid token, too',
    group,
  },
  {
    flag: 'plan',
    kind: 'switch',
    describe: 'print what would be sent, and send nothing',
    group,
  },
  {
    flag: 'max-users',
    env: 'CAWL_MAX_USERS',
    path: '/run/maxUsers',
    kind: 'text',
    takes: 'N',
    describe: 'users that are registered at most; default no limit',
    group,
  },
  {
    flag: 'max-events',
    env: 'CAWL_MAX_EVENTS',
    path: '/run/maxEvents',
    kind: 'text',
    takes: 'N',
    describe: 'events that are created at most; default no limit',
    group,
  },
];
