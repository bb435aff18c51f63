/**
 * A search returns the same total during registrations as without them. If it does not, a lock may have timed out, or the store may be
 * rewritten while users are added. This is examined if relations failed during the run and hold when they are read alone.
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
/** Registrations in each round, and searches: two are sent together with each registration. */
const registrations = 2;
const searches = 2 * registrations;

/** The first page of the log, in one response. */
interface Read {
  readonly exchange: Exchange;
  readonly page: NonNullable<ReturnType<typeof responses.parsePage>>;
}

/**
 * Fails if searches beside registrations repeatedly have another total, or end the log too early, while as many searches at once
 * without registrations, before and after each time, all have one total. A log that changes decides nothing.
 */
export async function expectSameBesideRegistrations(t: CheckContext, log: WebhookLog): Promise<void> {
  const wrong: Read[] = [];
  let total: number | undefined;
  for (let round = 1; round <= rounds.most; round += 1) {
    // Replicas catch up, and caches expire.
    if (wrong.length > 0) await t.clock.sleep(t.client.settleMs);
    const { controls, beside } = await t.exclusively(async (quiet) => {
      const before = await readAtOnce(quiet, log);
      const amid = await readBesideRegistrations(quiet, log);
      return { controls: [...before, ...(await readAtOnce(quiet, log))], beside: amid };
    });
    const [control] = controls;
    total ??= control?.page.totalItems;
    if (control === undefined || controls.some(({ page }) => isOther(page, total))) return;
    const other = beside.find(({ page }) => isOther(page, total));
    if (other !== undefined) wrong.push(other);
    if (wrong.length === rounds.required) failBeside(log, control, wrong, round);
    if (wrong.length === 0 && round === rounds.idle) return;
  }
}

/** A page may have any number of items, unless the log ends with it. */
function isOther({ totalItems, data, next }: Read['page'], total: number | undefined): boolean {
  return totalItems !== total || (next === undefined && data.length !== total);
}

/** Registers a user, unless the run may not. */
export async function registerUnlessForbidden(t: CheckContext): Promise<boolean> {
  try {
    await t.users.register();
    return true;
  } catch (error) {
    if (error instanceof NotSent) return false;
    throw error;
  }
}

async function readBesideRegistrations(t: CheckContext, log: WebhookLog): Promise<readonly Read[]> {
  const all = Array.from({ length: registrations }, async () => {
    const [reads, isSent] = await Promise.all([
      readAtOnce(t, log, searches / registrations),
      registerUnlessForbidden(t),
    ]);
    return isSent ? reads : [];
  });
  return (await Promise.all(all)).flat();
}

/** Sends as many requests at once as during registrations, so that as many connections are used, unless `count` says otherwise. */
async function readAtOnce(
  t: CheckContext,
  log: WebhookLog,
  count = searches + registrations,
): Promise<readonly Read[]> {
  const where = t.logs.byId(log.id).where();
  const sent = await Promise.all(Array.from({ length: count }, () => logs.readFirst(t.client, where)));
  return sent.flatMap((exchange) => {
    const page = responses.isAccepted(exchange) ? responses.parsePage(exchange.response) : undefined;
    return page === undefined ? [] : [{ exchange, page }];
  });
}

function failBeside(log: WebhookLog, control: Read, wrong: readonly Read[], round: number): never {
  const last = wrong.at(-1)!;
  const { data, totalItems } = last.page;
  fail(
    `the first page of webhook ${log.id}, requested beside registrations, has ${data.length} items of ${totalItems}; without registrations every one of as many searches at once has ${control.page.data.length} of ${control.page.totalItems}`,
    [
      [control.exchange, 'beside other searches', 'control'],
      ...wrong.map(({ exchange }) => [exchange, 'beside registrations', 'wrong'] as const),
    ],
    { reproduced: { times: wrong.length, of: round } },
  );
}
