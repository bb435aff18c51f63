/** Ranges of two webhooks in turn: neither may return what belongs to the other. */
import type { Baseline, CheckContext, Exchange, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { bags, controls, fail, logs } from '../../../src/suite.ts';
import { itemsOf, pageOf } from './answered-items.ts';

/** How often a finding must recur. */
const rounds = 2;

/**
 * Ranges of one webhook and right after it of another one, which must not return that one's items. A cache may leave the id out of its
 * key: each search begins at a different moment long before both logs, so that no response to it is cached yet. Or a target looks for
 * both bounds in all logs.
 */
export async function expectOwnInTurn(t: CheckContext, { log, others, plainWalk }: Baseline): Promise<void> {
  const time = await t.logs.time();
  const [other] = others;
  if (other === undefined || !time.understood) return;
  const { sense } = time;
  let searches = 0;
  const nextQuery = () => {
    searches += 1;
    return logs.rangeQuery(sense, sense.lo + searches * sense.form.unitMs, sense.hi);
  };
  const search = (by: CheckContext, { id }: WebhookLog, query: LogQuery) =>
    by.send({ operation: 'logs', webhook: id, query: logs.parametersOf(query) });
  const findShared = async (by: CheckContext): Promise<Shared | undefined> => {
    const query = nextQuery();
    const [first, second] = [await search(by, log, query), await search(by, other, query)];
    const items = new Set(itemsOf(first).filter((item) => logs.isIdentifying(item)));
    const stray = itemsOf(second).find((item) => items.has(item));
    return stray === undefined ? undefined : { first, second, stray };
  };
  let found = await findShared(t);
  for (let round = 1; round <= rounds && found !== undefined; round += 1) {
    const { stray } = found;
    const alone = await search(t, other, nextQuery());
    if (!controls.is2xx(alone)) return;
    if (itemsOf(alone).includes(stray)) {
      if (isWhole(log) && isWhole(other)) await expectApart(t, { found, plainWalk, others }, findShared);
      return;
    }
    found = await t.exclusively(findShared);
  }
  if (found === undefined) return;
  const { first, second, stray } = found;
  fail(
    `webhook ${other.id} returned ${logs.truncate(stray)}, an item of ${log.id}, right after the same search of ${log.id}, ${rounds + 1} times; searched alone it does not`,
    [
      [first, `a search of ${log.id}`, 'control'],
      [second, `the same of ${other.id}`, 'wrong'],
    ],
    { symptom: { kind: 'check' }, whateverChanges: true },
  );
}

/** The same range of two webhooks, and an item that both returned. */
interface Shared {
  readonly first: Exchange;
  readonly second: Exchange;
  readonly stray: string;
}

/**
 * Two webhooks may have the same entries, and a search without a range may show only a part of them: but two logs that are the same
 * in a range show the same part. So a range must not return one page and one total for two webhooks whose plain logs have nothing in
 * common.
 */
async function expectApart(
  t: CheckContext,
  { found, plainWalk: one, others }: Pick<Baseline, 'plainWalk' | 'others'> & { readonly found: Shared },
  findShared: (by: CheckContext) => Promise<Shared | undefined>,
): Promise<void> {
  const [other, ...rest] = await Promise.all(others.map((log) => log.walk()));
  if (other === undefined || !logs.isComplete(one) || !logs.isComplete(other)) return;
  if (one.items.length === 0 || one.items.some((item) => other.bag.has(item))) return;
  const known = [one, other, ...rest];
  // Entries that came since belong to whichever log they are in.
  const isOld = ({ first }: Shared) => itemsOf(first).some((item) => known.some(({ bag }) => bag.has(item)));
  if (!isSamePage(found) || !isOld(found)) return;
  const again = await t.exclusively(findShared);
  if (again === undefined || !isSamePage(again) || !isOld(again)) return;
  const [{ webhook }, { webhook: otherWebhook }] = [one, other];
  const { totalItems } = pageOf(again.first)!;
  fail(
    `the same range returned one and the same page of ${totalItems} items for the webhooks ${webhook} and ${otherWebhook}, whose logs have no item in common without a range`,
    [
      [one.pages[0]!.exchange, `the log of ${webhook}`, 'control'],
      [other.pages[0]!.exchange, `the log of ${otherWebhook}`, 'control'],
      [again.first, `a range of ${webhook}`],
      [again.second, `the same range of ${otherWebhook}`, 'wrong'],
    ],
    { symptom: { kind: 'check' } },
  );
}

const isWhole = ({ scope }: WebhookLog): boolean => Object.keys(scope).length === 0;

/** Fewest items of a page that two different logs hardly share. */
const leastShared = 2;

function isSamePage({ first, second }: Shared): boolean {
  const [one, other] = [pageOf(first), pageOf(second)];
  if (one === undefined || other === undefined || one.data.length < leastShared) return false;
  return one.totalItems === other.totalItems && bags.equal(bags.bagOf(one.data), bags.bagOf(other.data));
}
