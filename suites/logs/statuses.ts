/** The relation between the statuses of one query. */
import { describeQuery, type Oracle, partition } from '../../src/suite.ts';
import { isComplete, proofOfWalk } from '../lib/log-checks.ts';

/** W(succeeded) + W(failed) = W(all), in items and in totals. A refused part (a 4xx about span or distance) shows nothing. */
export const statusesPartition: Oracle = ([all, succeeded, failed]) => {
  if (![all, succeeded, failed].every((walk) => walk !== undefined && walk.pages.length > 0)) return undefined;
  const proof = [
    ...proofOfWalk(succeeded!, 'status=succeeded'),
    ...proofOfWalk(failed!, 'status=failed'),
    ...proofOfWalk(all!, 'without status'),
  ];
  if (succeeded!.total + failed!.total !== all!.total)
    return {
      message: `totalItems: ${succeeded!.total} succeeded + ${failed!.total} failed is not the ${all!.total} of the same query without status (${describeQuery(all!.query)})`,
      proof,
    };
  if (![all!, succeeded!, failed!].every(isComplete)) return undefined;
  const broken = partition(
    [
      ['W(succeeded)', succeeded!.bag],
      ['W(failed)', failed!.bag],
    ],
    `W(${describeQuery(all!.query)})`,
    all!.bag,
  );
  return broken === undefined ? undefined : { ...broken, proof };
};
