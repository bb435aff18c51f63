/** Which rows a run decides: globs over ids. A glob that matches nothing is an error, never a run of nothing. */
import picomatch from 'picomatch';
import { UsageError } from '../core/errors.ts';
import type { Requirement } from '../core/requirement.ts';

export function selectRows(
  rows: readonly Requirement[],
  only: readonly string[],
  skip: readonly string[],
): Requirement[] {
  const matcher = (glob: string, flag: string) => {
    // `logs/*` is meant to reach `logs/walk-complete`, and `auth/*` also `auth/create/no-header`.
    const match = picomatch(glob.endsWith('/*') ? `${glob}*` : glob, { bash: true });
    if (!rows.some((row) => match(row.id)))
      throw new UsageError(`${flag} "${glob}" matches no requirement`, 'see the ids with: cawl list');
    return match;
  };
  const wanted = only.map((glob) => matcher(glob, '--only'));
  const unwanted = skip.map((glob) => matcher(glob, '--skip'));
  const chosen = rows.filter(
    (row) => (wanted.length === 0 || wanted.some((match) => match(row.id))) && !unwanted.some((match) => match(row.id)),
  );
  if (chosen.every((row) => row.excluded !== undefined))
    throw new UsageError(
      '--only and --skip together leave no requirement that can be decided',
      'see the ids with: cawl list',
    );
  return chosen;
}
