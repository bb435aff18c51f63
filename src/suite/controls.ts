/** Requests that must be rejected, and the accepted ones that they are compared with: attempts, right codes, known items. */
export { acceptedFilters, acceptedSorts, describeFilter, type Filter } from '../checks/accepted-filters.ts';
export { sendApart } from '../checks/apart.ts';
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
} from '../checks/attempt.ts';
export { isCreationSent, sendCreation } from '../checks/creations.ts';
export { withoutErrorTexts } from '../checks/error-texts.ts';
export { itemsReadSoFar, type KnownLog, knownCreation, knownLogs } from '../checks/known-items.ts';
export { requireNoneLetIn, requireNoneLetInOfMany } from '../checks/let-in.ts';
export { mayBeLimit } from '../checks/limit-responses.ts';
export { besideOwnPath, is2xx, sendToPath } from '../checks/path-attempts.ts';
export {
  type Manner,
  manners,
  registerCohort,
  registeredEmails,
  registeredUser,
  requireSelectiveCode,
  sharedUser,
  verifyWithSharedCode,
} from '../checks/pending-users.ts';
export type { ControlledAttempt } from '../checks/positive-control.ts';
export { Attempts, requireRejected } from '../checks/rejected-attempts.ts';
export {
  ageOf,
  hasLeadingZero,
  proofOfRejectedCode,
  type RejectedCode,
  requireLoneUser,
  verifyAtAnyAge,
  verifyLater,
  verifyToConfirm,
} from '../checks/rejected-codes.ts';
export { crowdedSearches, searchForms } from '../checks/search-forms.ts';
export { betweenControls, requireControl, sendReliably, sendValid } from '../checks/shared-controls.ts';
export { simplified } from '../checks/simplified.ts';
export { takeSparePending } from '../checks/spare-users.ts';
export { dealt, inGroups, type TryCase, tryOnUsers } from '../checks/tries-of-users.ts';
export { requirePlainUser, verifyUntouched } from '../checks/untouched-users.ts';
export { youngMs } from '../checks/users.ts';
export { requirePendingUser, validRequest, verificationBody } from '../checks/valid-request.ts';
export {
  isRejected,
  takeVerifiedUser,
  triedAtAnyAge,
  type VerifiedCohort,
  verifiedCohort,
  verifyCohort,
  verifyUnlessAway,
} from '../checks/verified-cohorts.ts';
