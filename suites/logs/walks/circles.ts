/** Walks that go round in a circle on a log that changes, if two readings that differ prove nothing. */
import { CheckConcluded, type CheckContext, fail, logs } from '../../../src/suite.ts';

/**
 * Runs a check on walks. Where a changing log keeps it from deciding, walks that go round in a circle are reported, if they do
 * so again when read alone.
 */
export async function withCircles<T>(t: CheckContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CheckConcluded && error.conclusion.verdict === 'inconclusive') await expectNoCircles(t);
    throw error;
  }
}

async function expectNoCircles(t: CheckContext): Promise<void> {
  for (const log of t.logs.all) {
    const known = await log.walk();
    if (logs.findCircle(known) === undefined) continue;
    const again = await log.readExclusively({});
    const found = logs.findCircle(again);
    if (found === undefined) continue;
    fail(
      `the walk with ${logs.describeQuery(again.query)} on webhook ${log.id} ${found.message}, twice`,
      [...logs.proofOfWalk(known), ...logs.proofOfWalk(again)],
      { illustrations: [logs.drawWalk(again)], whateverChanges: true },
    );
  }
}
