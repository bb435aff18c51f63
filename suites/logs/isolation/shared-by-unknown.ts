/** Items that several made-up webhook ids return: the log of a webhook that none of these ids names. */
import { type CheckContext, type Exchange, fail, generate, logs, type WebhookLog } from '../../../src/suite.ts';
import { itemsOf } from './answered-items.ts';

/** Fewer may be what every new log begins with. */
const leastShared = 3;

interface UnknownSearch {
  /** A made-up id. */
  readonly webhook: string;
  readonly query: readonly (readonly [string, string])[];
}

/** Repeats a search of a made-up id that returned items with two more made-up ids: they must not return the same items. */
export async function expectNothingShared(
  t: CheckContext,
  log: WebhookLog,
  { webhook, query }: UnknownSearch,
  answer: Exchange,
): Promise<void> {
  let shared = new Set(itemsOf(answer).filter(logs.isIdentifying));
  if (shared.size < leastShared) return;
  const random = generate.seededRandom(t.seed + 1);
  const others = [generate.similarId(log.id, random), generate.similarId(log.id, random)];
  const answers: Exchange[] = [];
  for (const other of others) {
    const exchange = await t.send({ operation: 'logs', webhook: other, query });
    answers.push(exchange);
    shared = new Set(itemsOf(exchange).filter((item) => shared.has(item)));
  }
  if (shared.size < leastShared) return;
  const [item] = shared;
  fail(
    `the unknown webhooks ${webhook}, ${others.join(' and ')} returned the same items, such as ${logs.truncate(item!)}`,
    [
      [answer, `the search of ${webhook}`, 'control'],
      ...answers.map((exchange, at) => [exchange, `the same search of ${others[at]}`, 'wrong'] as const),
    ],
    { symptom: { kind: 'check' }, whateverChanges: true },
  );
}
