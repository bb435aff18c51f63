/** The exchanges of a walk as proof, each with its place and how it was reached. */
import type { ProofStep } from '../../oracles/finding.ts';
import { describeQuery } from '../query.ts';
import type { ReadPage, Walk } from '../walk.ts';

/** The first page of a walk, its last one, and the response at which it stopped. */
export function proofOfWalk(walk: Walk, what = describeQuery(walk.query)): ProofStep[] {
  const { pages, last: stop } = walk;
  const [first, last] = [pages[0], pages.at(-1)];
  if (first === undefined || last === undefined) return stop === undefined ? [] : [[stop, what]];
  const proof: ProofStep[] = [[first.exchange, `${what}, page 1 of ${pages.length}`]];
  if (last !== first) proof.push([last.exchange, `${what}, ${describePage(walk, last)}`]);
  if (stop !== undefined) proof.push([stop, `${what}: where it stopped`]);
  return proof;
}

/** The first page of a walk, and the one that is wrong. */
export function proofOfPage(walk: Walk, wrong: ReadPage): ProofStep[] {
  const what = describeQuery(walk.query);
  const [first] = walk.pages;
  const step: ProofStep = [wrong.exchange, `${what}, ${describePage(walk, wrong)}`, 'wrong'];
  return first === undefined || first === wrong
    ? [step]
    : [[first.exchange, `${what}, ${describePage(walk, first)}`], step];
}

/** A page and the one before it. */
export function proofOfBorder(walk: Walk, place: number): ProofStep[] {
  return walk.pages
    .filter((read) => read.place === place || read.place === place - 1)
    .map((read) =>
      read.place === place
        ? [read.exchange, describePage(walk, read), 'wrong']
        : [read.exchange, describePage(walk, read)],
    );
}

/** The first three pages that hold any of the items. */
export function proofOfItems(walk: Walk, items: readonly string[], what = describeQuery(walk.query)): ProofStep[] {
  const pages = walk.pages.filter((read) => items.some((item) => read.page.data.includes(item)));
  return pages.slice(0, 3).map((read) => [read.exchange, `${what}, ${describePage(walk, read)}`]);
}

/** "page 4 of 9, reached by next from page 3". */
function describePage({ pages }: Walk, { place, reachedBy }: ReadPage): string {
  const page = `page ${place} of ${pages.length}`;
  return place === 1 ? page : `${page}, reached by ${reachedBy} from page ${place - 1}`;
}
