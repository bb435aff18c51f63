/** No search may show another tenant's token any of this tenant's logs, in whatever form of message and with whatever parameters. */
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
    if (log.page === undefined) continue;
    for (const route of routesTo(t, log, known)) {
      const result = await expectNothingBy(t, route, log);
      if (result !== undefined) judged += 1;
      unidentified = result?.unidentified ?? unidentified;
    }
  }
  // Last, so that what a plain search shows is reported as a finding about plain searches.
  if (inForms !== undefined) await requireNothingInForms(inForms);
  if (unidentified !== undefined)
    inconclusive(
      "another tenant's token got items, and none is known that identifies this log",
      'items of 12 characters or more that occur once',
      [unidentified],
    );
  if (judged === 0) inconclusive('no configured webhook could be read', 'a target on which logs/accepts-valid passes');
  const decided = inForms?.judged.filter(({ decides }) => decides).length ?? 0;
  return pass({ samples: { count: judged + decided, kinds: {} } });
});

/**
 * Requires that a route shows no item of the log.
 * @returns undefined if the route does not exist; `unidentified` if it returns items, none of which identifies the log
 */
async function expectNothingBy(t: CheckContext, { what, ask, further }: Route, { webhook, items }: controls.KnownLog) {
  const exchange = await ask(false);
  if (exchange === undefined) return undefined;
  const isLater = further !== undefined && !t.effort.isLean;
  const mayHoldLater = isLater && mayHoldItems(exchange, await plainSearch(t, webhook));
  const own = mayHoldLater ? [...items, ...(await further())] : items;
  const leaked = logs.itemsFoundIn(exchange.response, own).length;
  if (leaked === 0) return own.length === 0 && hasItems(exchange) ? { unidentified: exchange } : {};
  const again = await ask(true);
  const found = again === undefined ? [] : logs.itemsFoundIn(again.response, own);
  if (again !== undefined && (await controls.withoutErrorTexts(t, found, again)).length > 0)
    fail(`another tenant's token ${what}got ${leaked} of the items of webhook ${webhook}`, [
      exchange,
      [again, "with another tenant's token, again"],
    ]);
  return {};
}

/** A way in which another tenant might reach the items of a log. */
interface Route {
  /** As part of a sentence, such as "with a next cursor of this tenant "; empty for the plain search. */
  readonly what: string;
  /** Sends the request with the other tenant's token; undefined if the page does not exist. */
  readonly ask: (again: boolean) => Promise<Exchange | undefined>;
  /** This tenant's items that can be reached this way, besides those of the first page. */
  readonly further?: () => Promise<readonly string[]>;
}

/**
 * The first page, and then a cursor: `prev` on the last log that has a second page, `next` on the others. If only one log has a second
 * page, both are tried on it.
 */
function routesTo(t: CheckContext, log: controls.KnownLog, known: readonly controls.KnownLog[]): readonly Route[] {
  const { webhook } = log;
  const plainly: Route = {
    what: '',
    ask: (again) => (again ? searchPlainly(t, webhook) : plainSearch(t, webhook)),
  };
  const onward: Route = {
    what: 'with a next cursor of this tenant ',
    ask: () => secondPage(t, webhook, 'otherTenant'),
    further: () => laterItems(t, log, known),
  };
  const back: Route = { what: 'with a prev cursor of this tenant ', ask: () => backFromSecond(t, webhook) };
  const leading = known.filter(({ page }) => page?.next !== undefined);
  if (!leading.includes(log)) return [plainly];
  if (t.effort.isLean) return [plainly, onward];
  if (t.effort.isExhaustive || leading.length === 1) return [plainly, onward, back];
  return [plainly, log === leading.at(-1) ? back : onward];
}

/** Items of the second page that identify the log. */
async function laterItems(t: CheckContext, log: controls.KnownLog, known: readonly controls.KnownLog[]) {
  const { webhook, page } = log;
  const later = responses.parsePage((await secondPage(t, webhook, 'valid'))?.response ?? null)?.data ?? [];
  // An item may be the very text of a rejection.
  const { response } = await t.send({ operation: 'logs', webhook, authorization: null });
  const others = known.flatMap((other) => (other === log ? [] : (other.page?.data ?? [])));
  return logs.identifyingItems(later, [...(page?.data ?? []), ...others], [response]);
}

/** Whether a response has items, whatever its status. */
const carriesItems = ({ response }: Exchange): boolean => (responses.parsePage(response)?.data.length ?? 0) > 0;

/** Whether a response has items, or so much more text than that of the plain search that items may be in it. */
function mayHoldItems(exchange: Exchange, plain: Exchange): boolean {
  const [length, plainLength] = [exchange, plain].map(({ response }) => response?.bytes.length ?? 0);
  return carriesItems(exchange) || length! >= plainLength! + logs.identifyingCharacters;
}

const hasItems = (exchange: Exchange): boolean => responses.isAccepted(exchange) && carriesItems(exchange);

const searchPlainly = (t: CheckContext, webhook: string) =>
  t.send({ operation: 'logs', webhook, tenant: 'otherTenant' });

/** The plain search of a webhook with the other tenant's token; sent once per run. */
const plainSearch = (t: CheckContext, webhook: string): Promise<Exchange> =>
  t.once(`other tenant's search of ${webhook}`, (first) => searchPlainly(first, webhook));

/** Requests the page at a fresh cursor of this tenant, once with each token; undefined if the log has only one page. */
async function secondPage(t: CheckContext, webhook: string, tenant: 'valid' | 'otherTenant') {
  const next = responses.parsePage((await t.send({ operation: 'logs', webhook })).response)?.next;
  if (next === undefined) return undefined;
  return t.send({ operation: 'logs', webhook, query: [['next', next]], tenant });
}

/** The page at the cursor from the second page back to the first, asked for with another tenant's token. */
async function backFromSecond(t: CheckContext, webhook: string): Promise<Exchange | undefined> {
  const prev = responses.parsePage((await secondPage(t, webhook, 'valid'))?.response ?? null)?.prev;
  if (prev === undefined) return undefined;
  return t.send({ operation: 'logs', webhook, query: [['prev', prev]], tenant: 'otherTenant' });
}

/** What a search with another tenant's token showed. */
interface Judged {
  readonly finding?: Finding;
  /** Whether the search would have shown an item to that token. */
  readonly decides: boolean;
}

/** Searches in many forms of message, each with what it showed. */
interface SearchesInForms {
  readonly judge: (form: generate.MessageForm) => Promise<Judged>;
  readonly judged: readonly (Judged & { readonly form: generate.MessageForm })[];
}

/**
 * Asks for everything that a search may ask for, in many forms of message: what the valid token gets, the other one must not. A search
 * for many things at once decides for all of them if it is rejected as the plain one is.
 */
async function searchInForms(t: CheckContext): Promise<SearchesInForms> {
  const known = await controls.knownLogs(t);
  const { exchange: rejected } = await controls.attemptWithoutHeader(t, 'logs');
  const judge = (form: generate.MessageForm, isCrowded = false) =>
    judgeForm(t, form, { known, rejection: rejected, isCrowded });
  const judgeAll = (forms: readonly generate.MessageForm[], isCrowded: boolean) =>
    Promise.all(forms.map(async (form) => ({ form, ...(await judge(form, isCrowded)) })));
  // A fresh cursor is tried by itself.
  const searches = t.effort.isExhaustive ? [] : await controls.crowdedSearches(t, { byCursor: false });
  const crowded = await judgeAll(searches, true);
  const isDecided = crowded.length > 0 && crowded.every(({ decides, finding }) => decides && finding === undefined);
  return { judge, judged: isDecided ? crowded : await judgeAll(await everySearch(t), false) };
}

/** Fails if a form showed something, with as few of its parts as do. */
async function requireNothingInForms({ judge, judged }: SearchesInForms): Promise<void> {
  const first = judged.find(({ finding }) => finding !== undefined);
  if (first?.finding === undefined) return;
  const { found } = await controls.simplified(
    { value: first.form, found: first.finding },
    { simpler: (form) => form.simpler(), judge: async (form) => (await judge(form)).finding },
  );
  fail(found.message, found.proof);
}

interface FormContext {
  readonly known: readonly controls.KnownLog[];
  /** The rejection of a search without a token. */
  readonly rejection: Exchange;
  /** The search asks for many things at once. */
  readonly isCrowded: boolean;
}

async function judgeForm(t: CheckContext, form: generate.MessageForm, context: FormContext): Promise<Judged> {
  const { known, rejection, isCrowded } = context;
  const request: OperationRequest = { operation: 'logs', ...form.how };
  const asked = form.how.webhook ?? t.settings.fixtures.webhooks[0]!.id;
  const others = known.flatMap(({ webhook, page }) => (webhook === asked ? [] : (page?.data ?? [])));
  const items = known.find(({ webhook }) => webhook === asked)?.items ?? [];
  // A cursor may serve once: the token that it is not for comes first.
  const ask = () => t.send({ ...request, tenant: 'otherTenant' });
  const compare = async (exchange: Exchange) => {
    const control = await t.send(request);
    const page = responses.parsePage(control.response);
    const own = logs.identifyingItems(page?.data ?? [], others, [rejection.response]);
    return { exchange, control, own, leaked: logs.itemsFoundIn(exchange.response, own) };
  };
  const plain = await plainSearch(t, asked);
  const exchange = await ask();
  const mayLeak = mayHoldItems(exchange, plain) || logs.itemsFoundIn(exchange.response, items).length > 0;
  if (!mayLeak && (isCrowded || items.length > 0))
    return { decides: !isCrowded || controls.isSameRejection(plain, exchange) };
  const { control, own, leaked } = await compare(exchange);
  const again = leaked.length > 0 ? await compare(await ask()) : undefined;
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
}

/** Everything that a search may ask for, each in another form of message. */
async function everySearch(t: CheckContext): Promise<readonly generate.MessageForm[]> {
  const strength = t.effort.pick({ standard: 1, deep: 2 });
  return generate.messageForms({ strength, seed: t.seed, asked: await controls.searchForms(t) });
}
