/** Compares what was learned about a target with its `choices`. */
import type { Choice } from '../../src/core/choice.ts';
import { declarableGaps, type GapId } from '../../src/core/gaps.ts';
import type { TargetChoices, TargetDefinition } from '../targets/support/target.ts';

/** Choices that are only observed: the gap, and whether the observed value agrees with the stated one. */
const observed: Readonly<Record<string, readonly [gap: GapId, agrees: (seen: unknown, stated: unknown) => boolean]>> = {
  firstPrev: ['firstPagePrev', (seen, stated) => seen === (String(stated).startsWith('cursor') ? 'cursor' : stated)],
  pageSize: ['pageSize', (seen, stated) => seen === (typeof stated === 'number' ? stated : 'varies')],
  takenEmail: ['takenEmail', (seen, stated) => (stated === 'hidden' ? Number(seen) < 300 : seen === stated)],
  codeReuse: ['codeReuse', (seen, stated) => seen === stated],
  cursorReuse: ['cursorReuse', (seen) => String(seen).startsWith('refused')],
};

/** One line per difference: a choice that is learned otherwise than stated, or not learned. */
export function differences(
  { choices, unseen = {} }: Pick<TargetDefinition, 'choices' | 'unseen'>,
  declared: readonly Pick<Choice, 'path' | 'value'>[],
  seen: ReadonlyMap<string, unknown>,
): string[] {
  const found = new Map(declared.map(({ path, value }) => [path.join('.'), value]));
  const lines = declarableGaps.flatMap((key) => {
    const [stated, learned] = [at(choices, key), found.get(key)];
    if (learned === undefined)
      return stated === undefined || key in unseen || empty(stated) ? [] : [missed(key, stated)];
    return same(key, learned, stated) ? [] : [`${key}: learned ${words(learned)}, stated ${words(stated)}`];
  });
  for (const [key, [gap, agrees]] of Object.entries(observed)) {
    const [stated, value] = [choices[key], seen.get(gap)];
    if (stated === undefined) continue;
    if (value === undefined) lines.push(...(key in unseen ? [] : [missed(key, stated)]));
    else if (!agrees(value, stated)) lines.push(`${key}: observed ${words(value)}, stated ${words(stated)}`);
  }
  const idle = Object.keys(unseen).filter((key) => at(choices, key) === undefined);
  return [...lines, ...idle.map((key) => `${key}: listed as unseen, but not stated`)];
}

const missed = (key: string, stated: unknown) => `${key}: stated ${words(stated)}, not learned`;
const words = (value: unknown) => JSON.stringify(value) ?? 'nothing';
const empty = (stated: unknown) => Array.isArray(stated) && stated.length === 0;

function at(choices: TargetChoices, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], choices);
}

function same(key: string, learned: unknown, stated: unknown): boolean {
  // Only names of times are declared; a target states all its sort keys.
  if (key === 'sortBy') return (learned as string[]).every((name) => (stated as string[] | undefined)?.includes(name));
  if (Array.isArray(learned) && Array.isArray(stated)) return words([...learned].sort()) === words([...stated].sort());
  return words(learned) === words(stated);
}
