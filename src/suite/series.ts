/** The same valid request again and again, and what is accepted of it. */
export {
  findLoneRejection,
  isLost,
  rejectionsIn,
  type Sending,
  type Series,
  sendAtOnce,
  sendDifferentAtOnce,
  sendOneByOne,
  sendOnOneConnection,
  seriesOf,
} from '../checks/series.ts';
