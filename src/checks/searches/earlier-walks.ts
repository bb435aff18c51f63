/** The walks that a run has read before a finding is confirmed: the confirmation compares its own walks with them. */
import { type Client, NotSent } from '../../client/index.ts';
import { defined } from '../../core/defined.ts';
import type { Patience } from '../../log/log-memory.ts';
import { describeQuery, isPlain } from '../../log/query.ts';
import type { Walk } from '../../log/walk.ts';
import { WebhookLog } from '../../log/webhook-log.ts';
import type { WalksByQuery, WebhookMemory } from '../../log/webhook-memory.ts';
import type { RunContext } from '../run-context.ts';

/** The walks that the run has read, which log it judges, and which of them within a window. */
export async function readBefore({
  logs,
  client,
}: RunContext): Promise<Pick<Patience, 'earlier' | 'judged' | 'windowed'>> {
  const earlier = new Map<string, WalksByQuery>();
  for (const memory of logs.webhooks) earlier.set(memory.id, await walksOf(memory, client));
  const windowed = logs.webhooks.filter(({ scope }) => !isPlain(scope)).map(({ id }) => id);
  const chosen = logs.still ?? (await logs.chosen.known());
  return { earlier, windowed: new Set(windowed), ...defined({ judged: chosen?.id }) };
}

async function walksOf(memory: WebhookMemory, client: Client): Promise<WalksByQuery> {
  const known = new Map<string, Walk>();
  for (const [key, read] of memory.walks) {
    const walk = memory.underWay.has(read) ? undefined : await read.catch(() => undefined);
    if (walk === undefined) continue;
    if (walk.end === 'end' || walk.end === 'cut') known.set(key, walk);
    else if (key === describeQuery({})) known.set(key, await readAlone(memory, client, walk));
  }
  return known;
}

/** A walk that was rejected beside other requests, read again: with it nothing can be compared. */
async function readAlone(memory: WebhookMemory, client: Client, walk: Walk): Promise<Walk> {
  try {
    const [again] = await new WebhookLog(memory, client).readToConfirm(walk, 1);
    return again!;
  } catch (error) {
    if (error instanceof NotSent) return walk;
    throw error;
  }
}
