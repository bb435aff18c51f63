/** The configuration that an operation needs before any request to it makes sense. */
import type { Settings } from '../core/config.ts';
import type { Operation } from '../core/operation.ts';
import { operationTable } from '../interface/operations.ts';
import { NotSent } from './not-sent.ts';

/** Flag and key of each list of ids. */
const needs: {
  readonly [op in Operation]?: readonly (readonly ['webhooks' | 'profileIds' | 'calendarIds', string])[];
} = {
  create: [
    ['profileIds', '--profile'],
    ['calendarIds', '--calendar'],
  ],
  logs: [['webhooks', '--webhook']],
};

/** Why no check of an operation need begin: its requests cannot be sent, or must not; undefined if they can. */
export function leftOut(
  operation: Operation | null,
  settings: Pick<Settings, 'fixtures' | 'run'>,
): NotSent | undefined {
  if (operation !== null && settings.run.readOnly === true && operationTable[operation].method !== 'GET')
    return readOnlyRefusal();
  return missingFixture(operation, settings);
}

/** Only searches are sent. */
export function readOnlyRefusal(): NotSent {
  return new NotSent('read-only', 'not tested: --read-only sends nothing but searches of logs', '--read-only');
}

/** Why no request of an operation can be sent; undefined if the configuration has what it needs. */
export function missingFixture(
  operation: Operation | null,
  { fixtures }: Pick<Settings, 'fixtures'>,
): NotSent | undefined {
  if (operation === null) return undefined;
  const missing = needs[operation]?.find(([key]) => fixtures[key].length === 0);
  if (missing === undefined) return undefined;
  const [key, flag] = missing;
  return new NotSent(
    'fixture',
    `no request to ${operationTable[operation].label} was sent: fixtures.${key} is not given`,
    `${flag} ID or fixtures.${key}`,
  );
}
