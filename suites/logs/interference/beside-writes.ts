/**
 * A search returns the same total during registrations and creations as without them. If it does not, a lock may have timed out, or
 * the store may be rewritten while something is added. This is examined if relations failed during the run and hold when read alone.
 */
import {
  type CheckContext,
  type Exchange,
  fail,
  logs,
  NotSent,
  responses,
  type WebhookLog,
} from '../../../src/suite.ts';

const rounds = {
  most: 6,
  /** Rounds in which a search must be wrong. */
  required: 3,
  /** Rounds without a wrong search after which the examination ends. */
  idle: 2,
};
/** Writes in each round, and searches: two are sent together with each write. */
const writes = 2;
const searches = 2 * writes;

/** A request that adds something, and gives whether the run may send it. */
export interface Write {
  readonly plural: string;
  readonly send: (t: CheckContext) => Promise<boolean>;
}

export const registration: Write = { plural: 'registrations', send: unlessForbidden((t) => t.users.register()) };
export const creation: Write = { plural: 'creations', send: unlessForbidden((t) => t.sendCanonical('create')) };

/** The first page of the log, in one response. */
interface Read {
  readonly exchange: Exchange;
  readonly page: NonNullable<ReturnType<typeof responses.parsePage>>;
}

export async function expectSameBesideWrites(t: CheckContext, log: WebhookLog): Promise<void> {
  for (const write of [registration, creation]) await expectSameBeside(t, log, write);
}

/**
 * Fails if searches beside writes repeatedly have another total, no items, or end the log too early, while as many searches at once
 * without them, before and after each time, all have one total. A log that changes decides nothing.
 */
async function expectSameBeside(t: CheckContext, log: WebhookLog, write: Write): Promise<void> {
  const wrong: Read[] = [];
  let total: number | undefined;
  for (let round = 1; round <= rounds.most; round += 1) {
    // Replicas catch up, and caches expire.
    if (wrong.length > 0) await t.clock.sleep(t.client.settleMs);
    const { controls, beside } = await t.exclusively(async (quiet) => {
      const before = await readAtOnce(quiet, log);
      const amid = await readBeside(quiet, log, write);
      return { controls: [...before, ...(await readAtOnce(quiet, log))], beside: amid };
    });
    const [control] = controls;
    total ??= control?.page.totalItems;
    if (control === undefined || controls.some(({ page }) => isOther(page, total))) return;
    const other = beside.find(({ page }) => isOther(page, total));
    if (other !== undefined) wrong.push(other);
    if (wrong.length === rounds.required) failBeside(log, write, { control, wrong, round });
    if (wrong.length === 0 && round === rounds.idle) return;
  }
}

/** A page may have any number of items, unless the log ends with it. */
function isOther({ totalItems, data, next }: Read['page'], total: number | undefined): boolean {
  return totalItems !== total || (next === undefined && data.length !== total);
}

function unlessForbidden(send: (t: CheckContext) => Promise<unknown>): Write['send'] {
  return async (t) => {
    try {
      await send(t);
      return true;
    } catch (error) {
      if (error instanceof NotSent) return false;
      throw error;
    }
  };
}

async function readBeside(t: CheckContext, log: WebhookLog, write: Write): Promise<readonly Read[]> {
  const all = Array.from({ length: writes }, async () => {
    const [reads, isSent] = await Promise.all([readAtOnce(t, log, searches / writes), write.send(t)]);
    return isSent ? reads : [];
  });
  return (await Promise.all(all)).flat();
}

/** Sends as many requests at once as beside writes, so that as many connections are used, unless `count` says otherwise. */
async function readAtOnce(t: CheckContext, log: WebhookLog, count = searches + writes): Promise<readonly Read[]> {
  const where = t.logs.byId(log.id).where();
  const sent = await Promise.all(Array.from({ length: count }, () => logs.readFirst(t.client, where)));
  return sent.flatMap((exchange) => {
    const page = responses.isAccepted(exchange) ? responses.parsePage(exchange.response) : undefined;
    return page === undefined ? [] : [{ exchange, page }];
  });
}

function failBeside(
  log: WebhookLog,
  { plural }: Write,
  { control, wrong, round }: { readonly control: Read; readonly wrong: readonly Read[]; readonly round: number },
): never {
  const last = wrong.at(-1)!;
  const { data, totalItems } = last.page;
  fail(
    `the first page of webhook ${log.id}, requested beside ${plural}, has ${data.length} items of ${totalItems}; without ${plural} every one of as many searches at once has ${control.page.data.length} of ${control.page.totalItems}`,
    [
      [control.exchange, 'beside other searches', 'control'],
      ...wrong.map(({ exchange }) => [exchange, `beside ${plural}`, 'wrong'] as const),
    ],
    { reproduced: { times: wrong.length, of: round } },
  );
}
