/** Users that registered and were sent no code, or a code that is rejected: how the finding names them, and what proves it. */
import type { CheckContext, Exchange, User } from '../../src/suite.ts';
import { controls, defined, fail, responses } from '../../src/suite.ts';

/** Names the case, so that a confirmation looks for users without a code alone. */
export const lostCode = 'no code';

/** The result of registering a cohort. */
export interface JudgedCohort {
  /** Users that were registered. */
  readonly count: number;
  readonly rejected: readonly controls.RejectedCode[];
  readonly codeless: readonly User[];
}

const registeredIn = (manner: controls.Manner): string =>
  `registered ${manner}${manner === 'at once' ? '' : ' with others'}`;

/**
 * @param cohorts those in which a user was sent no code
 * @param lost one such user of each
 * @param control the verification of a user that was registered alone
 */
export function failLost(
  manner: controls.Manner,
  cohorts: readonly Pick<JudgedCohort, 'count' | 'codeless'>[],
  lost: readonly User[],
  control: Exchange,
): never {
  const counts = cohorts.map(({ count, codeless }) => `${codeless.length} of ${count}`).join(', and again ');
  fail(
    `${counts} users ${registeredIn(manner)} were sent no code; a user registered alone was sent one`,
    [
      ...lost.map(({ registered }) => [registered, 'no code came'] as const),
      [control, 'a user registered alone', 'control'],
    ],
    { case: { name: lostCode } },
  );
}

/**
 * @param cohorts the one in which a right code was rejected, and those after it
 * @param rejected one user of the first cohort, and one of a later one
 * @param control the verification of a user that was registered alone
 * @param confirmed how a confirmation shows the finding again, if not by the whole check
 */
export function failRejected(
  manner: controls.Manner,
  [first, ...further]: readonly [JudgedCohort, ...JudgedCohort[]],
  rejected: readonly [controls.RejectedCode, controls.RejectedCode],
  control: Exchange,
  confirmed?: { readonly showsAgain: (own: CheckContext) => Promise<boolean> },
): never {
  const count = further.reduce((sum, cohort) => sum + cohort.count, 0);
  const rejectedAgain = further.reduce((sum, cohort) => sum + cohort.rejected.length, 0);
  fail(
    `${first.rejected.length} of ${first.count} users ${registeredIn(manner)}: right code rejected (${responses.describeResponse(rejected[0].verified)}); ` +
      `repeated with ${count} more: ${rejectedAgain} rejected; a user registered alone is accepted`,
    [...rejected.flatMap(controls.proofOfRejectedCode), [control, 'a user registered alone', 'control']],
    { symptom: { kind: 'refused' }, ...defined({ case: confirmed }) },
  );
}
