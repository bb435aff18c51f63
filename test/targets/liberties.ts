/** One server with one liberty each: what the specification leaves open, taken to where a careless check would trip. */
import type { Liberties } from './implementations/liberal/options.ts';
import { startLiberal } from './implementations/liberal/service.ts';
import { ofAccounts } from './liberties/accounts.ts';
import { ofCalendars } from './liberties/calendars.ts';
import { ofChangingLogs } from './liberties/changing.ts';
import { ofDoor } from './liberties/door.ts';
import { type Liberty, type NamedLiberties, usualLogs } from './liberties/liberty.ts';
import { ofRanges } from './liberties/ranges.ts';
import { ofSearches } from './liberties/searches.ts';
import type { TargetDefinition } from './support/target.ts';

export const liberties: NamedLiberties = {
  ...ofSearches,
  ...ofRanges,
  ...ofChangingLogs,
  ...ofAccounts,
  ...ofCalendars,
  ...ofDoor,
};

export const targets: readonly TargetDefinition[] = Object.keys(liberties).map((name) => combine([name]));

/** A server that takes several liberties, by their names. Where two of them set the same option, the last one counts. */
export function combine(names: readonly string[]): TargetDefinition {
  const taken = names.map((name) => liberties[name]!);
  const parts = ['search', 'create', 'accounts', 'door'] as const;
  const merged = parts.map((part) => [part, Object.assign({}, ...taken.map((one) => one[part]))] as const);
  const { live, ...liberty }: Liberty = Object.assign({}, ...taken, Object.fromEntries(merged));
  return {
    name: `liberal-${names.join('+')}`,
    choices: { make: 'node:http', ...(live === undefined ? {} : { live: true }) },
    start: () => startLiberal(complete(liberty)),
  };
}

function complete({
  logs: own = usualLogs,
  timeoutMs,
  register,
  search = {},
  create = {},
  accounts = {},
  door = {},
}: Liberty): Liberties {
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(register === undefined ? {} : { register }),
    logs: own,
    search: {
      pageSizes: [10],
      range: 'rfc3339',
      newestFirst: true,
      direction: 'always',
      sortsByAge: false,
      sortBy: { createdAt: 'time', status: 'status' },
      cursorQuery: 'carried',
      ...search,
    },
    create,
    accounts: { digits: 6, serveOnce: true, mail: 'Your code is {code}.', taken: 409, ...accounts },
    door: { refusal: 401, successes: [200], ...door },
  };
}
