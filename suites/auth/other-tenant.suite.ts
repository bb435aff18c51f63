/** No search shows another tenant any of this tenant's logs: in whatever form of message, whatever it asks for. */
import type { CheckContext, Exchange, OperationRequest } from '../../src/suite.ts';
import {
  checksOf,
  controls,
  type Finding,
  fail,
  generate,
  inconclusive,
  logs,
  notApplicable,
  pass,
  responses,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('auth/logs/other-tenant', async (t) => {
  if (t.settings.tokens.otherTenant === undefined) notApplicable('tokens.otherTenant is not configured');
  const inForms = t.effort.isLean ? undefined : await searchInForms(t);
  const known = await controls.knownLogs(t);
  let unidentified: Exchange | undefined;
  let judged = 0;
  for (const log of known.slice(0, t.effort.sampleCount(known.length))) {
    const { webhook, page, items } = log;
    if (page === undefined) continue;
    const others = known.flatMap((other) => (other === log ? [] : (other.page?.data ?? [])));
    const readsSecond = t.effort.pick({ quick: false, standard: page.next !== undefined });
    const second = readsSecond ? await secondPage(t, webhook, 'valid') : undefined;
    const later = responses.parsePage(second?.response ?? null)?.data ?? [];
    // An item may be the very text of a rejection.
    const rejected =
      later.length === 0 ? [] : [(await t.send({ operation: 'logs', webhook, authorization: null })).response];
    const laterItems = logs.identifyingItems(later, [...page.data, ...others], rejected);
    for (const [what, ask, own] of [
      ['', () => t.send({ operation: 'logs', webhook, tenant: 'otherTenant' }), items],
      ['with a cursor of this tenant ', () => secondPage(t, webhook, 'otherTenant'), [...items, ...laterItems]],
    ] as const) {
      const exchange = await ask();
      if (exchange === undefined) continue;
      judged += 1;
      const leaked = logs.itemsFoundIn(exchange.response, own).length;
      if (leaked > 0) {
        const again = await ask();
        const found = again === undefined ? [] : logs.itemsFoundIn(again.response, own);
        if (again !== undefined && (await controls.withoutErrorTexts(t, found, again)).length > 0)
          fail(`another tenant's token ${what}got ${leaked} of the items of webhook ${webhook}`, [
            exchange,
            [again, "with another tenant's token, again"],
          ]);
      } else if (own.length === 0 && hasItems(exchange)) unidentified = exchange;
    }
  }
  // Last, so that what a plain search shows is reported of that.
  await inForms?.requireNothing();
  if (unidentified !== undefined)
    inconclusive(
      "another tenant's token got items, and none is known that identifies this log",
      'items of 12 characters or more that occur once',
      [unidentified],
    );
  if (judged === 0) inconclusive('no configured webhook could be read', 'a target on which logs/accepts-valid passes');
  return pass({ samples: { count: judged + (inForms?.decided ?? 0), kinds: {} } });
});

const hasItems = (exchange: Exchange): boolean =>
  responses.isAccepted(exchange) && (responses.parsePage(exchange.response)?.data.length ?? 0) > 0;

/** What a token gets by a fresh cursor of this tenant; undefined where there is no second page. */
async function secondPage(t: CheckContext, webhook: string, tenant: 'valid' | 'otherTenant') {
  const next = responses.parsePage((await t.send({ operation: 'logs', webhook })).response)?.next;
  if (next === undefined) return undefined;
  return t.send({ operation: 'logs', webhook, query: [['next', next]], tenant });
}

/** Asks for everything that a search may ask for, each in another form of message: what the valid token gets, the other one must not. */
async function searchInForms(t: CheckContext) {
  const strength = t.effort.pick({ standard: 1, deep: 2 });
  const forms = generate.messageForms({ strength, seed: t.seed, asked: await controls.searchForms(t) });
  const known = await controls.knownLogs(t);
  const rejected = [(await t.send({ operation: 'logs', authorization: null })).response];
  const judge = async (
    form: generate.MessageForm,
  ): Promise<{ readonly finding?: Finding; readonly decides: boolean }> => {
    const request: OperationRequest = { operation: 'logs', ...form.how };
    const { webhook: asked = t.settings.fixtures.webhooks[0]?.id } = form.how;
    const others = known.flatMap(({ webhook, page }) => (webhook === asked ? [] : (page?.data ?? [])));
    // A cursor may serve once: the token that it is not for comes first.
    const ask = async () => {
      const exchange = await t.send({ ...request, tenant: 'otherTenant' });
      const control = await t.send(request);
      const own = logs.identifyingItems(responses.parsePage(control.response)?.data ?? [], others, rejected);
      return { exchange, control, own, leaked: logs.itemsFoundIn(exchange.response, own) };
    };
    const { control, own, leaked } = await ask();
    const again = leaked.length > 0 ? await ask() : undefined;
    if (again === undefined || (await controls.withoutErrorTexts(t, again.leaked, again.exchange)).length === 0)
      return { decides: own.length > 0 };
    const finding = {
      message: `another tenant's token got ${leaked.length} of the items that the valid token gets ${form.label}`,
      proof: [
        [control, 'with the valid token'],
        [again.exchange, "with another tenant's token, again"],
      ] as const,
    };
    return { finding, decides: true };
  };
  const judged = await Promise.all(forms.map(async (form) => ({ form, ...(await judge(form)) })));
  return {
    decided: judged.filter(({ decides }) => decides).length,
    /** Fails where a form showed something, with as few of its parts as do. */
    requireNothing: async () => {
      const first = judged.find(({ finding }) => finding !== undefined);
      if (first?.finding === undefined) return;
      const { found } = await controls.simplified(
        { value: first.form, found: first.finding },
        { simpler: (form) => form.simpler(), judge: async (form) => (await judge(form)).finding },
      );
      fail(found.message, found.proof);
    },
  };
}
