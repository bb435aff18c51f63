/** What implementations chose where the specification is silent, side by side, and what a portable client may rely on. */
import { adviceFor, gapOf, observedGaps } from '../core/gaps.ts';
import type { MatrixGap } from '../core/matrix.ts';
import type { Observation } from '../core/report.ts';

interface Observed {
  readonly name: string;
  readonly observations: readonly Observation[];
}

/** Values of one gap that a sentence lists. */
const mostListed = 6;

/** Gaps in which they differ first. */
export function compareGaps(all: readonly Observed[]): MatrixGap[] {
  const ids = [...new Set(all.flatMap(({ observations }) => observations.map(({ gap }) => gap)))].sort();
  return ids.map((gap) => compareGap(gap, all)).sort((a, b) => Number(b.different) - Number(a.different));
}

function compareGap(gap: string, all: readonly Observed[]): MatrixGap {
  const found = all.map(({ observations }) => observations.find((one) => one.gap === gap));
  const values = found.map((one) =>
    one === undefined ? [] : [one, ...(one.otherwise ?? [])].map(({ value }) => JSON.stringify(value)),
  );
  const first = found.find((one) => one !== undefined)!;
  const known = values.filter((list) => list.length > 0);
  const different = new Set(known.map((list) => [...list].sort().join())).size > 1;
  return {
    gap,
    section: first.section,
    ...(first.about === undefined ? {} : { about: first.about }),
    different,
    portable: portableInWords(gap, known, different),
    values,
  };
}

/** The intersection, in words: what all of them do, or what a client has to be ready for. */
function portableInWords(gap: string, known: readonly (readonly string[])[], different: boolean): string {
  const advice = adviceFor(gap);
  const told = advice === undefined ? '' : ` ${advice}`;
  const count = known.length;
  const distinct = [...new Set(known.flat())];
  if (isLargest(gap)) {
    const least = Math.min(...known.map(([value]) => Number(value)));
    return `Every one of them accepts ${least}; more is not certain.${told}`;
  }
  if (!different && distinct.length === 1)
    return count === 1
      ? `Only one was observed, and it chose ${distinct[0]}.${told}`
      : `All ${count} that were observed chose ${distinct[0]}; others may not.${told}`;
  const listed = distinct.slice(0, mostListed).map((value) => {
    const by = known.filter((list) => list.includes(value)).length;
    return `${value} (${by} of ${count})`;
  });
  const more = distinct.length > mostListed ? ` and ${distinct.length - mostListed} more values` : '';
  return `Nothing is common to all: expect ${listed.join(', ')}${more}.${told}`;
}

function isLargest(gap: string): boolean {
  const known = observedGaps.find(({ id }) => id === gap);
  return known !== undefined && 'grows' in gapOf(known.id) && known.grows === true;
}
