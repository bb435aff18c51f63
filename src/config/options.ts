/**
 * The options of `cawl run`, once for the command line, the environment and the file: flag, variable and place in the
 * configuration of each. `cawl --help` loads this, so it imports almost nothing.
 */
import { fixtureOptions } from './options/fixtures.ts';
import type { RunOption } from './options/option.ts';
import { outputOptions } from './options/output.ts';
import { requestOptions } from './options/requests.ts';
import { requirementOptions } from './options/requirements.ts';
import { targetOptions } from './options/target.ts';
import { writeOptions } from './options/writes.ts';

/** In the order of the help. */
export const runOptions: readonly RunOption[] = [
  ...targetOptions,
  ...fixtureOptions,
  ...writeOptions,
  ...requirementOptions,
  ...requestOptions,
  ...outputOptions,
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
