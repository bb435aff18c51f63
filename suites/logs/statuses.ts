/** The relation between the statuses of one query. */
import { keyOf, type Oracle, partition } from '../../src/kit.ts';
import { ends, whole } from './reading.ts';

/** W(succeeded) + W(failed) = W(all), in items and in totals. A refused part (a 4xx about span or distance) shows nothing. */
export const statusesPartition: Oracle = ([all, succeeded, failed]) => {
  if (![all, succeeded, failed].every((walk) => walk !== undefined && walk.pages.length > 0)) return undefined;
  const proof = [
    ...ends(succeeded!, 'status=succeeded'),
    ...ends(failed!, 'status=failed'),
    ...ends(all!, 'without status'),
  ];
  if (succeeded!.total + failed!.total !== all!.total)
    return {
      message: `totalItems: ${succeeded!.total} succeeded + ${failed!.total} failed is not the ${all!.total} of the same query without status (${keyOf(all!.query)})`,
      proof,
    };
  if (![all!, succeeded!, failed!].every(whole)) return undefined;
  const broken = partition(
    [
      ['W(succeeded)', succeeded!.bag],
      ['W(failed)', failed!.bag],
    ],
    `W(${keyOf(all!.query)})`,
    all!.bag,
  );
  return broken === undefined ? undefined : { ...broken, proof };
};
