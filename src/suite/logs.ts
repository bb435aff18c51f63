/** Walks, navigation, queries and time of a webhook's log, and what can be wrong with them. */
export { timeMemberNames, timeSortNames } from '../core/time-names.ts';
export { drawPages, drawWalk } from '../log/drawing.ts';
export type { Navigation, Step } from '../log/navigation.ts';
export { checkNavigation } from '../log/navigation-check.ts';
export { type Direction, describeQuery, parametersOf } from '../log/query.ts';
export { isSameReading } from '../log/reading.ts';
export type { RelationResult } from '../log/relation-check.ts';
export { apart, type TimeForm, timeForms } from '../log/time/form.ts';
export { inferTimeFormat, rangeQuery, type TimeFormatInference } from '../log/time/infer.ts';
export { LogMeter, MeterMemory } from '../log/time/meter.ts';
export {
  type CursorStyle,
  isConsistent,
  isLongWalk,
  longWalkPages,
  type ReadPage,
  readCursor,
  readFirst,
} from '../log/walk.ts';
export { identifyingCharacters, identifyingItems, isIdentifying, itemsFoundIn } from '../oracles/identifying.ts';
export { type BagFinding, difference, partition, partOf, sameBag, truncate } from '../oracles/relations.ts';
export { findEndless, findFirstRepeat, findIncomplete, findUnsteadyTotal, type WalkFinding } from '../oracles/walk.ts';
