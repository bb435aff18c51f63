/** The same valid request again and again, and what is accepted of it. */
export {
  findLoneRejection,
  isAcceptedBesideOthers,
  isLost,
  isUnlimitedRejection,
  rejectionsIn,
  requireSeveralAtOnce,
  type Sending,
  type SendOnce,
  type Series,
  sendAtOnce,
  sendDifferentAtOnce,
  sendOneByOne,
  sendOnOneConnection,
  seriesOf,
  seriesSizes,
} from '../checks/attempts/series.ts';
