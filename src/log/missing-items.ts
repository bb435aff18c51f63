/** Names the items that a walk is missing, and the page where they would stand: another walk of the same log has them. */
import type { Illustration } from '../core/verdict.ts';
import { minus, sizeOf } from '../oracles/bag.ts';
import type { ProofStep } from '../oracles/finding.ts';
import { difference, truncate } from '../oracles/relations.ts';
import { drawWalk } from './drawing.ts';
import { describeWalk, type Walk } from './walk.ts';
import { proofOfBorder } from './walk-proof.ts';

export interface MissingItems {
  /** "missing 8 items, such as …, which the walk with sortDirection=asc has". */
  readonly message: string;
  readonly illustrations: readonly Illustration[];
  /** The page where they would stand and the one before it; empty where that is unknown. */
  readonly proof: readonly ProofStep[];
}

/** Compares with the walk that has the most of what is missing; undefined where none has anything. */
export function findMissingItems(walk: Walk, others: readonly Walk[]): MissingItems | undefined {
  const lists = others.map((other) => ({ other, missing: minus(other.bag, walk.bag) }));
  const best = lists.sort((a, b) => sizeOf(b.missing) - sizeOf(a.missing))[0];
  if (best === undefined || sizeOf(best.missing) === 0) return undefined;
  const { other, missing } = best;
  const [item] = [...missing.keys()];
  const count = sizeOf(missing);
  const message = `missing ${count} item${count === 1 ? '' : 's'}, such as ${truncate(item!)}, which ${describeWalk(other)} has`;
  const place = placeOf(item!, walk, other);
  return {
    message,
    proof: place === undefined ? [] : proofOfBorder(walk, place),
    illustrations: [
      drawWalk(walk, place, `${truncate(item!)} is missing ${place === undefined ? 'here' : 'before or on this page'}`),
      difference({ name: describeWalk(walk), bag: walk.bag }, { name: describeWalk(other), bag: other.bag }),
    ],
  };
}

/** The later of the pages on which the neighbours of the item are, that it has in the other walk. */
function placeOf(item: string, walk: Walk, other: Walk): number | undefined {
  const at = other.items.indexOf(item);
  const pageOf = (neighbour: string | undefined) =>
    neighbour === undefined ? undefined : walk.pages.find(({ page }) => page.data.includes(neighbour))?.place;
  const towards = (step: 1 | -1) => {
    for (let index = at + step; index >= 0 && index < other.items.length; index += step) {
      const page = pageOf(other.items[index]);
      if (page !== undefined) return [page];
    }
    return [];
  };
  const pages = [...towards(-1), ...towards(1)];
  return pages.length === 0 ? undefined : Math.max(...pages);
}
