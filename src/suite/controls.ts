/** Requests that must be rejected, and the accepted ones that they are compared with: attempts, right codes, known items. */

export { sendApart } from '../checks/attempts/apart.ts';
export {
  type Attempt,
  attemptIn,
  attemptOnce,
  attemptWithoutHeader,
  describeAttempt,
  describePage,
  isSameRejection,
  proofOfAttempt,
  withExtendedToken,
  withMadeUpToken,
  withoutHeader,
} from '../checks/attempts/attempt.ts';
export { requireNoneLetIn, requireNoneLetInOfMany, unlessNotSent } from '../checks/attempts/let-in.ts';
export { besideOwnPath, is2xx, sendToPath } from '../checks/attempts/path-attempts.ts';
export type { ControlledAttempt } from '../checks/attempts/positive-control.ts';
export { Attempts, requireRejected } from '../checks/attempts/rejected-attempts.ts';
export { betweenControls, requireControl, sendReliably, sendValid } from '../checks/attempts/shared-controls.ts';
export { isCreationSent, sendCreation } from '../checks/creations.ts';
export { acceptedFilters, acceptedSorts, describeFilter, type Filter } from '../checks/searches/accepted-filters.ts';
export { itemsReadSoFar, type KnownLog, knownCreation, knownLogs } from '../checks/searches/known-items.ts';
export { crowdedSearches, searchForms } from '../checks/searches/search-forms.ts';
export { simplified } from '../checks/simplified.ts';
export { withoutErrorTexts } from '../checks/traffic/error-texts.ts';
export { mayBeLimit } from '../checks/traffic/limit-responses.ts';
export {
  type Manner,
  manners,
  registerCohort,
  registeredEmails,
  registeredUser,
  requireSelectiveCode,
  sharedUser,
  verifyWithSharedCode,
} from '../checks/users/pending-users.ts';
export {
  ageOf,
  hasLeadingZero,
  proofOfRejectedCode,
  type RejectedCode,
  requireLoneUser,
  verifyAtAnyAge,
  verifyLater,
  verifyToConfirm,
} from '../checks/users/rejected-codes.ts';
export { takeSparePending, untouchedPending } from '../checks/users/spare-users.ts';
export { dealt, inGroups, type TryCase, tryOnUsers } from '../checks/users/tries-of-users.ts';
export { requirePlainUser, verifyUntouched } from '../checks/users/untouched-users.ts';
export { youngMs } from '../checks/users/users.ts';
export {
  isRejected,
  takeVerifiedUser,
  triedAtAnyAge,
  type VerifiedCohort,
  verifiedCohort,
  verifyCohort,
  verifyUnlessAway,
} from '../checks/users/verified-cohorts.ts';
export { requirePendingUser, validRequest, verificationBody } from '../checks/valid-request.ts';
