/** Names the items that a walk is missing, and the page where they would stand: another walk of the same log has them. */
import type { Illustration } from '../../core/verdict.ts';
import { minus, sizeOf } from '../../oracles/bag.ts';
import type { ProofStep } from '../../oracles/finding.ts';
import { difference, truncate } from '../../oracles/relations.ts';
import { drawMissing, placeOfMissing } from '../drawing.ts';
import { describeWalk, type Walk } from '../walk.ts';
import { proofOfBorder } from './walk-proof.ts';

export interface MissingItems {
  /** "missing 8 items, such as …, which the walk with sortDirection=asc has". */
  readonly message: string;
  readonly illustrations: readonly Illustration[];
  /** The page where they would stand and the one before it; empty if that is unknown. */
  readonly proof: readonly ProofStep[];
}

/** Compares with the walk that has the most of what is missing; undefined if none has anything. */
export function findMissingItems(walk: Walk, others: readonly Walk[]): MissingItems | undefined {
  const lists = others.map((other) => ({ other, missing: minus(other.bag, walk.bag) }));
  const best = lists.sort((a, b) => sizeOf(b.missing) - sizeOf(a.missing))[0];
  if (best === undefined || sizeOf(best.missing) === 0) return undefined;
  const { other, missing } = best;
  const [item] = [...missing.keys()];
  const count = sizeOf(missing);
  const message = `missing ${count} item${count === 1 ? '' : 's'}, such as ${truncate(item!)}, which ${describeWalk(other)} has`;
  const place = placeOfMissing(item!, walk, other);
  return {
    message,
    proof: place === undefined ? [] : proofOfBorder(walk, place),
    illustrations: [
      drawMissing(item!, walk, other),
      difference({ name: describeWalk(walk), bag: walk.bag }, { name: describeWalk(other), bag: other.bag }),
    ],
  };
}
