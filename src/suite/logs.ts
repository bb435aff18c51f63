/** Walks, navigation, queries and time of a webhook's log, and what can be wrong with them. */

export { knownInstants, knownStatuses, knownTimes } from '../checks/searches/item-truth.ts';
export { failWith, requirePages, requireRelation } from '../checks/searches/log-preconditions.ts';
export {
  isInside,
  isLater,
  type Ranges,
  reachesBeyondFarBounds,
  requireRanges,
  reversedRange,
} from '../checks/searches/log-ranges.ts';
export {
  expectOfWalks,
  expectOnLogs,
  expectSteps,
  firstPageOf,
  isFilteredByPage,
  judgedLogs,
  nameOfSteps,
  rangesOfTellingSizes,
  readAgain,
  requestFirstPage,
} from '../checks/searches/log-reads.ts';
export { judgeRejection, type RejectionKind } from '../checks/searches/rejected-searches.ts';
export { searchCombinations } from '../checks/searches/search-combinations.ts';
export { isAbridged } from '../core/items/abridged-item.ts';
export { namesDay, timeMemberNames, timeSortNames } from '../core/time-names.ts';
export { findFlicker, findSettledFlicker } from '../log/change/flicker.ts';
export { changeBetween } from '../log/change/growth.ts';
export { hasAnotherTotal, hasChanged, isUnchanged, readWhileUnchanged } from '../log/change/unchanged.ts';
export { longestDelayMs } from '../log/change/window.ts';
export { drawPages, drawWalk } from '../log/drawing.ts';
export { areEqualIn, areUnlike, findMemberOf, memberValues, parseItem, pointerTo, valueAt } from '../log/item-json.ts';
export { itemTimes, sharedTimes, shownInstants, timesShown } from '../log/item-times.ts';
export { navigate } from '../log/navigation/navigation.ts';
export { checkNavigation } from '../log/navigation/navigation-check.ts';
export type { Step } from '../log/navigation/navigation-finding.ts';
export {
  backFromEnd,
  roundTrip,
  slowRoundTrip,
  steps,
  thereAndBack,
  thereBackAndOn,
} from '../log/navigation/routes.ts';
export { findSkippedItem } from '../log/navigation/skipped-item.ts';
export { type Direction, describeQuery, encodeQuery, parametersOf } from '../log/query.ts';
export { isSameReading, isTrimmed } from '../log/reading.ts';
export { contradictsOrder, isMonotone } from '../log/relations/combined-order.ts';
export { agreesWithParts } from '../log/relations/combined-search.ts';
export { findMissingItems } from '../log/relations/missing-items.ts';
export type { Oracle, RelationResult } from '../log/relations/relation-check.ts';
export { proofOfItems, proofOfPage, proofOfWalk } from '../log/relations/walk-proof.ts';
export {
  findNotContained,
  findUnequal,
  onCompleteWalks,
  onWalk,
  permutes,
  repeatsPage,
  statusesPartition,
  statusKept,
} from '../log/relations/walk-relations.ts';
export { pointsOfWalks } from '../log/situations.ts';
export { areApart, areDisjoint } from '../log/suspicions/crossed-answers.ts';
export {
  followsTime,
  inTimeOrder,
  keepsFirstOrder,
  longestDayMs,
  orderOfDays,
  type TimeBuckets,
  timeOrderOf,
} from '../log/time/buckets.ts';
export { apart, formsToTry, type TimeForm, timeForms } from '../log/time/form.ts';
export { inferTimeFormat, rangeQuery, type TimeFormatInference } from '../log/time/infer.ts';
export { LogMeter, MeterMemory } from '../log/time/meter.ts';
export { farFuture, farPast } from '../log/time/moments.ts';
export { spread } from '../log/time/points.ts';
export { findRangeOfSize, type Side } from '../log/time/range-of-size.ts';
export {
  beginsAs,
  type CursorStyle,
  hasSameOrder,
  isComplete,
  isConsistent,
  isLongWalk,
  longWalkPages,
  otherStyle,
  readCursor,
  readFirst,
  type Walk,
} from '../log/walk.ts';
export {
  isDisturbed,
  type WalkBesideOthers,
  type WalkInTurns,
  walkAmidOthers,
  walkInStep,
  walkInTurns,
} from '../log/walk-in-step.ts';
export type { ProofStep } from '../oracles/finding.ts';
export {
  identifyingCharacters,
  identifyingEmails,
  identifyingItems,
  isIdentifying,
  itemsFoundIn,
} from '../oracles/identifying.ts';
export { countsInWords, difference, truncate } from '../oracles/relations.ts';
export {
  findCircle,
  findEndless,
  findFirstRepeat,
  findIncomplete,
  findStandstill,
  findUnsteadyTotal,
} from '../oracles/walk.ts';
