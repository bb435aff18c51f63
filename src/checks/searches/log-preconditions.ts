/** Preconditions of checks on logs, each with its advice, and the verdict that follows from the result of a relation. */
import { defined } from '../../core/defined.ts';
import type { Samples } from '../../core/verdict.ts';
import type { Baseline, Logs } from '../../log/logs.ts';
import { describeQuery, type LogQuery } from '../../log/query.ts';
import type { RelationResult } from '../../log/relations/relation-check.ts';
import type { Walk } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import type { Finding } from '../../oracles/finding.ts';
import { type Case, fail, inconclusive, logChanged } from '../conclusion.ts';

export interface BaselineNeeds {
  /** Fewest pages of the plain walk. */
  readonly minPages?: number;
  /** The plain walk must end: walks of an endless log cannot be compared. */
  readonly finite?: boolean;
}

/** The baseline, if its log can be judged. */
export async function requireBaseline(logs: Logs, { minPages, finite }: BaselineNeeds): Promise<Baseline> {
  const baseline = await logs.baseline();
  const { plainWalk, changing, cut } = baseline;
  if (plainWalk.pages.length === 0)
    inconclusive(
      'the canonical search does not return a page',
      'a target on which logs/accepts-valid and logs/page-shape pass',
      plainWalk.last === undefined ? [] : [plainWalk.last],
    );
  if (changing) logChanged(', or a time format that the target reads (declares.timeFormat)');
  if (cut)
    inconclusive(
      `the log is longer than was walked (${plainWalk.items.length} of ${plainWalk.total} items)`,
      'a smaller log, a higher --max-requests, or --depth deep',
    );
  if (finite === true && plainWalk.end === 'endless')
    inconclusive('following next never ends', 'a target on which logs/walk-terminates passes');
  if (minPages !== undefined) requirePages(plainWalk, minPages);
  return baseline;
}

/** Inconclusive if a walk has too few pages to show a violation. */
export function requirePages({ pages }: Pick<Walk, 'pages'>, least: number): void {
  if (pages.length >= least) return;
  inconclusive(
    `the richest log had ${pages.length} page${pages.length === 1 ? '' : 's'} when it was first read`,
    `a webhook with ${least} pages of logs or more`,
  );
}

/**
 * Ends the check with what an oracle found.
 * @throws CheckConcluded always
 */
export function failWith(
  { message, proof, illustrations, compared }: Finding,
  more: { samples?: Samples; case?: Case } = {},
): never {
  fail(message, proof, { ...more, ...defined({ illustrations, compared }) });
}

/** Names the relation between queries of a log as a case of its check. */
export const caseOf = (log: WebhookLog, queries: readonly LogQuery[]) => ({
  name: [log.id, ...queries.map(describeQuery)].join(' | '),
});

/** The walks on which a relation holds. Ends the check if it is violated or cannot be decided. */
export function requireRelation(result: RelationResult, of?: Case): readonly Walk[] {
  switch (result.kind) {
    case 'holds':
      return result.walks;
    case 'broken':
      return failWith(result.found, defined({ case: of }));
    case 'live':
      return logChanged();
    case 'unstable':
      return inconclusive(
        'the same query gives different results; see logs/walks-agree',
        'a target on which logs/walks-agree passes',
      );
  }
}
