/** Searches of webhooks other than the first: a target may refuse those that find nothing, as if there were no such webhook. */
import {
  api,
  type CheckContext,
  fail,
  inconclusive,
  type LogQuery,
  logs,
  responses,
  type WebhookLog,
} from '../../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

/** Each status is accepted on every webhook whose search without parameters is accepted. */
export async function expectStatusesOnOthers(t: CheckContext): Promise<void> {
  for (const log of t.logs.all.slice(1))
    for (const status of api.logStatuses) {
      if (!(await isRefused(log, { status }))) continue;
      const [again, plain] = [await search(t, log, { status }), await search(t, log, {})];
      if (isAccepted(again) || !isAccepted(plain)) continue;
      fail(
        `a search of webhook ${log.id} with status=${status} ${describeResponse(again)}, twice, while the one without parameters is accepted; expected an empty page if nothing has this status`,
        [plain, again],
        { symptom: { kind: 'refused' } },
      );
    }
}

/** The search without parameters is accepted on every webhook. On a user's target, a refusal may only mean that the id is wrong. */
export async function expectPlainOnOthers(t: CheckContext): Promise<void> {
  const [first, ...others] = t.logs.all;
  for (const log of others) {
    if (!(await isRefused(log, {}))) continue;
    const [again, accepted] = [await search(t, log, {}), await search(t, first!, {})];
    if (isAccepted(again) || !isAccepted(accepted)) continue;
    const what = `the search of webhook ${log.id} ${describeResponse(again)}, twice, while that of webhook ${first!.id} is accepted`;
    if (t.settings.run.fixturesExist === true) fail(what, [accepted, again], { symptom: { kind: 'refused' } });
    inconclusive(what, `an id that exists, instead of ${log.id}, in fixtures.webhooks`, [accepted, again]);
  }
}

/** Whether the first page was refused when other checks asked for it. */
async function isRefused(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const { end, pages } = await log.walk(query);
  return end === 'refused' && pages.length === 0;
}

const search = (t: CheckContext, { id }: WebhookLog, query: LogQuery) =>
  t.send({ operation: 'logs', webhook: id, query: logs.parametersOf(query) });
