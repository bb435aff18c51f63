/** A run at depth quick in one kind of weather, and what the kind tells of it. */
import { expect } from 'vitest';
import { kinds } from './kinds/index.ts';
import { problemsOf, runKind } from './run-kind.ts';

export async function expectAsTold(name: string): Promise<void> {
  const kind = { ...kinds.find((one) => one.name === name)!, depth: 'quick' } as const;
  const run = await runKind(kind);
  expect(problemsOf(kind, run), run.output).toEqual([]);
}
