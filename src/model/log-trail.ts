/** Trails with control: a step that goes wrong is blamed only if the same steps go wrong again, alone, in either form. */
import type { Client } from '../client/index.ts';
import type { WebhookLog } from './log.ts';
import { isPlain, type LogQuery } from './query.ts';
import { follow, pageLengthOf, type Step, type Trail } from './trail.ts';
import { type Form, sane, type Walk } from './walk.ts';

export type TrailJudged =
  | { readonly kind: 'holds'; readonly trail: Trail }
  | { readonly kind: 'broken'; readonly trail: Trail }
  | { readonly kind: 'live' };

export async function judgeTrail(
  client: Client,
  log: WebhookLog,
  query: LogQuery,
  steps: readonly Step[],
  options: { readonly totals?: boolean } = {},
): Promise<TrailJudged> {
  const scoped = log.scoped(query);
  const run = (client: Client, form: Form, { pages, end }: Walk) =>
    follow(client, { webhook: log.id, query: scoped, form }, steps, pageLengthOf({ pages, end }), options);
  const trail = await run(client, log.form, await log.walk(query));
  if (trail.problem === undefined) return { kind: 'holds', trail };
  const other: Form = log.form === 'repeated' ? 'alone' : 'repeated';
  let verdict: TrailJudged = { kind: 'live' };
  for (const form of isPlain(scoped) ? [log.form] : [log.form, other]) {
    const judged = await client.alone(async (alone) => {
      // The shared walk may be older than the last arrival.
      const now = await log.through(alone).read(query, form);
      // A form in which the walk itself goes wrong is none of this target: what holds in it acquits nobody.
      if (form !== log.form && !sane(now)) return undefined;
      return twice(() => run(alone, form, now));
    });
    if (judged === undefined) continue;
    if (judged.kind === 'holds') return judged;
    verdict = judged;
    if (judged.kind === 'live') break;
  }
  return verdict;
}

/** Broken only where two runs in a row go wrong in the same way, on the same items. */
async function twice(run: () => Promise<Trail>): Promise<TrailJudged> {
  let before = await run();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const after = await run();
    if (after.problem === undefined && before.problem === undefined) return { kind: 'holds', trail: after };
    if (agree(before, after)) return { kind: 'broken', trail: after };
    before = after;
  }
  return { kind: 'live' };
}

function agree(a: Trail, b: Trail): boolean {
  if (a.problem === undefined || b.problem === undefined || a.problem.step !== b.problem.step) return false;
  const total = (trail: Trail) => trail.pages.map((read) => read.page.totalItems).join();
  return (
    total(a) === total(b) &&
    a.known.length === b.known.length &&
    a.known.every((item, index) => item === b.known[index])
  );
}
