/** Trails with control: a step that goes wrong is blamed only if the same steps go wrong again, alone, in either form. */
import type { Client } from '../client/index.ts';
import { type Navigation, navigate, pageLengthOf, type Step } from './navigation.ts';
import { isPlain, type LogQuery } from './query.ts';
import { type CursorStyle, isConsistent, type Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

export type NavigationResult =
  | { readonly kind: 'holds'; readonly trail: Navigation }
  | { readonly kind: 'broken'; readonly trail: Navigation }
  | { readonly kind: 'live' };

export async function checkNavigation(
  client: Client,
  log: WebhookLog,
  query: LogQuery,
  steps: readonly Step[],
  options: { readonly totals?: boolean } = {},
): Promise<NavigationResult> {
  const scoped = log.scoped(query);
  const run = (client: Client, form: CursorStyle, { pages, end }: Walk) =>
    navigate(client, { webhook: log.id, query: scoped, form }, steps, pageLengthOf({ pages, end }), options);
  const trail = await run(client, log.form, await log.walk(query));
  if (trail.problem === undefined) return { kind: 'holds', trail };
  const other: CursorStyle = log.form === 'repeated' ? 'alone' : 'repeated';
  let verdict: NavigationResult = { kind: 'live' };
  for (const form of isPlain(scoped) ? [log.form] : [log.form, other]) {
    const judged = await client.exclusively(async (alone) => {
      // The shared walk may be older than the last arrival.
      const now = await log.through(alone).read(query, form);
      // A form in which the walk itself goes wrong is none of this target: what holds in it acquits nobody.
      if (form !== log.form && !isConsistent(now)) return undefined;
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
async function twice(run: () => Promise<Navigation>): Promise<NavigationResult> {
  let before = await run();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const after = await run();
    if (after.problem === undefined && before.problem === undefined) return { kind: 'holds', trail: after };
    if (agree(before, after)) return { kind: 'broken', trail: after };
    before = after;
  }
  return { kind: 'live' };
}

function agree(a: Navigation, b: Navigation): boolean {
  if (a.problem === undefined || b.problem === undefined || a.problem.step !== b.problem.step) return false;
  const total = (trail: Navigation) => trail.pages.map((read) => read.page.totalItems).join();
  return (
    total(a) === total(b) &&
    a.known.length === b.known.length &&
    a.known.every((item, index) => item === b.known[index])
  );
}
