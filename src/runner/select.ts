/** Which requirements a run decides: globs over ids. A glob that matches nothing is an error, never an empty run. */
import picomatch from 'picomatch';
import { UsageError } from '../core/errors.ts';
import type { Requirement } from '../core/requirement.ts';

const listHint = 'see the ids with: cawl list';

/**
 * The requirements that match a glob of `only` (all if there is none) and no glob of `skip`.
 * @throws UsageError for a glob that matches nothing, or if nothing is left that a check decides
 */
export function selectRequirements(
  catalogue: readonly Requirement[],
  only: readonly string[],
  skip: readonly string[],
): Requirement[] {
  const matcher = (glob: string, flag: string) => {
    // `logs/*` must match `logs/walk-complete`, and `auth/*` also `auth/create/no-header`.
    const match = picomatch(glob.endsWith('/*') ? `${glob}*` : glob, { bash: true });
    if (!catalogue.some(({ id }) => match(id)))
      throw new UsageError(`${flag} "${glob}" matches no requirement`, listHint, 'NO_MATCH');
    return match;
  };
  const wanted = only.map((glob) => matcher(glob, '--only'));
  const unwanted = skip.map((glob) => matcher(glob, '--skip'));
  const selected = catalogue.filter(
    ({ id }) => (wanted.length === 0 || wanted.some((match) => match(id))) && !unwanted.some((match) => match(id)),
  );
  if (selected.every(({ excluded }) => excluded !== undefined))
    throw new UsageError('--only and --skip leave no requirement that a check decides', listHint, 'NO_MATCH');
  return selected;
}
