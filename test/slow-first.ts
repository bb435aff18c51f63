/** The order in which test files are started. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take the longest, in order. */
const slow = [
  'guides/guides',
  'proof/altered-choices',
  'simulation/any-weather',
  'simulation/detection',
  'simulation/soundness',
  'proof/shards',
  'ci/container',
  'examples/examples',
  'ci/shards',
  'report/browser',
  'report/goldens',
  'cli/end-to-end',
  'proof/scripts',
  'simulation/bans',
  'cli/queue',
  'simulation/hard-limits',
  'cli/shards',
  'cli/reporters',
  'proof/faults',
  'proof/learn-run',
  'cli/writes',
  'cli/matrix',
  'client/limits/load-refusals',
].map((name) => `/${name}.test.ts`);

/** Starts slow files first. Without the times of an earlier run, vitest starts large files first, and slow ones may end up alone. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = slow.findIndex((name) => moduleId.endsWith(name));
  return rank === -1 ? slow.length : rank;
}
