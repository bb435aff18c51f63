/** What a search makes of parameters that the specification leaves open: formats, names, orders, unknown ids. */
import {
  type CheckContext,
  checksOf,
  type Direction,
  type Exchange,
  fail,
  inconclusive,
  inferTimeFormat,
  isAccepted,
  LogMeter,
  MeterMemory,
  notApplicable,
  type ObservedGapId,
  parsePage,
  pass,
  rangeQuery,
  type Walk,
} from '../../src/suite.ts';
import { requireStableLog } from '../lib/log-checks.ts';
import { choice, looked, outcome, word } from './choice.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/time-format', async (t) => {
  const { log, plainWalk } = await requireStableLog(t);
  const declared = t.settings.declares.timeFormat;
  const told = await t.logs.time();
  const proof: [Exchange, string][] = [[plainWalk.pages[0]!.exchange, 'the search without a range']];
  if (told.understood && told.sense.strength !== 'only-form')
    return choice(t, 'timeFormat', declared, told.sense.form.format, proof, 1);
  // What is declared narrows nothing: is it another one?
  const fresh = new LogMeter(new MeterMemory(log.id, log.scope), t.client);
  const own = await inferTimeFormat(fresh, { declared: undefined, cuts: 1 });
  if (own.understood && own.sense.strength === 'cuts') {
    const { form, cuts } = own.sense;
    const shown = await t.send({ operation: 'logs', webhook: log.id, query: [['from', form.render(cuts[0]!)]] });
    return choice(t, 'timeFormat', declared, form.format, [[shown, `narrowed by ${form.name}`], ...proof]);
  }
  if (declared === undefined)
    throw notApplicable('declares.timeFormat is not declared; no format that was tried narrows the search');
  throw inconclusive('no time format that was tried narrows the search', 'a webhook whose logs are spread over time');
});

/** A name that nobody sorts by. */
const nobodys = 'cawlNobodySortsByThis';
const timeNames = ['createdAt', 'timestamp', 'date', 'time', 'created_at', 'created'];

check('declares/sort-by', async (t) => {
  const { log } = await requireStableLog(t);
  const declared = t.settings.declares.sortBy;
  const search = (sortBy: string) => t.send({ operation: 'logs', webhook: log.id, query: [['sortBy', sortBy]] });
  const unknown = await search(nobodys);
  t.observations.record('sortByUnknown', outcome(unknown), unknown);
  const accepts = await t.logs.sorts();
  // Where any name is accepted, none is known to sort; what sorts by status is no order in time.
  const sorts = isAccepted(unknown) ? [] : accepts.filter((name) => timeNames.includes(name));
  if (sorts.length > 0) t.observations.record('sortBy', sorts, unknown);
  if (accepts.length > 0 && !isAccepted(unknown)) t.observations.record('sortByAccepted', accepts);
  if (declared === undefined)
    throw notApplicable(`declares.sortBy is not declared; accepted: ${accepts.join(', ') || 'none'}`);
  for (const name of declared) {
    const first = await search(name);
    if (isAccepted(first)) continue;
    const again = await search(name);
    if (!isAccepted(again)) throw fail(`declares sortBy ${name}, observed ${outcome(again)}`, [again]);
  }
  return pass();
});

check('declares/default-order', async (t) => {
  const { log, plainWalk } = await requireStableLog(t);
  const declared = t.settings.declares.defaultOrder;
  const [asc, desc] = await Promise.all((['asc', 'desc'] as const).map((sortDirection) => log.walk({ sortDirection })));
  const seen = order(plainWalk, asc!, desc!);
  if (seen === undefined) {
    if (declared === undefined)
      throw notApplicable('declares.defaultOrder is not declared; asc and desc do not tell it');
    throw inconclusive('asc and desc do not tell the order', 'a webhook with many logs at different times');
  }
  return choice(t, 'defaultOrder', declared, seen, [[plainWalk.pages[0]!.exchange, 'page 1 without sortDirection']]);
});

/** Which direction the plain walk has: how the pairs of neighbours in it lie in the other two. */
function order(base: Walk, asc: Walk, desc: Walk): Direction | undefined {
  if (asc.end !== 'end' || desc.end !== 'end' || base.end !== 'end') return undefined;
  const places = [asc, desc].map((walk) => new Map(walk.items.map((item, at) => [item, at])));
  const follows = [0, 0];
  let pairs = 0;
  for (const [at, item] of base.items.slice(0, -1).entries()) {
    const next = base.items[at + 1]!;
    if (base.bag.get(item) !== 1 || base.bag.get(next) !== 1) continue;
    pairs += 1;
    for (const [which, place] of places.entries()) {
      const [a, b] = [place.get(item), place.get(next)];
      if (a !== undefined && b !== undefined && a < b) follows[which]! += 1;
    }
  }
  if (pairs < 8) return undefined;
  const [up, down] = [follows[0]! / pairs, follows[1]! / pairs];
  if (Math.abs(up - down) < 0.3) return undefined;
  return up > down ? 'asc' : 'desc';
}

check('declares/unknown-webhook', async (t) => {
  const declared = t.settings.declares.unknownWebhook;
  const id = t.settings.fixtures.webhooks[0]!.id;
  const asked = await Promise.all([0, 1].map(() => t.send({ operation: 'logs', webhook: ofTheSameMake(id) })));
  const statuses = asked.map(({ response }) => response?.status);
  const [first, second] = asked as [Exchange, Exchange];
  if (first.response === null || statuses[0] !== statuses[1])
    throw inconclusive(
      `two made-up webhooks are answered ${statuses.join(' and ')}`,
      'a target that answers both alike',
      asked,
    );
  return choice(t, 'unknownWebhook', declared, statuses[0], [second]);
});

/** Letters for letters and digits for digits, so that a check of its form does not refuse it. */
function ofTheSameMake(id: string): string {
  const hex = /^[0-9a-f-]+$/i.test(id);
  const draw = (from: string) => from[Math.floor(Math.random() * from.length)]!;
  // A short id might be somebody's.
  const long = id.length < 8 ? `${id}${'x'.repeat(8 - id.length)}` : id;
  return long.replace(/[A-Za-z0-9]/g, (c) =>
    /\d/.test(c)
      ? draw('0123456789')
      : /[A-Z]/.test(c)
        ? draw(hex ? 'ABCDEF' : 'QXZKJ')
        : draw(hex ? 'abcdef' : 'qxzkj'),
  );
}

check('gaps/parameters', async (t) => {
  if (t.quick) throw notApplicable('not looked for at depth quick');
  const { log } = await requireStableLog(t);
  // What is no parameter of the interface, or is repeated, may break a server; the others are of their stated types.
  const search = (query: [string, string][], typed = false) =>
    t.send({ operation: 'logs', webhook: log.id, query, typed });
  const told: string[] = [];
  const see = (name: ObservedGapId, about: string, exchange: Exchange) => {
    t.observations.record(name, outcome(exchange), exchange);
    told.push(`${about}: ${word(outcome(exchange))}`);
  };
  see('unknownParameter', 'an unknown parameter', await search([['cawl', '1']]));
  see(
    'repeatedParameter',
    'a parameter twice',
    await search([
      ['status', 'failed'],
      ['status', 'failed'],
    ]),
  );
  const time = await t.logs.time();
  if (time.understood) {
    const { from, to } = rangeQuery(time.sense, time.sense.hi, time.sense.cuts[0] ?? time.sense.lo);
    see(
      'rangeReversed',
      'from after to',
      await search(
        [
          ['from', from!],
          ['to', to!],
        ],
        true,
      ),
    );
  }
  const both = await middle(t, log.id);
  if (both !== undefined)
    see(
      'nextWithPrev',
      'next with prev',
      await search(
        [
          ['next', both.next],
          ['prev', both.prev],
        ],
        true,
      ),
    );
  looked(...told);
});

async function middle(t: CheckContext, webhook: string): Promise<{ next: string; prev: string } | undefined> {
  const first = parsePage((await t.send({ operation: 'logs', webhook })).response);
  if (first?.next === undefined) return undefined;
  const second = parsePage((await t.send({ operation: 'logs', webhook, query: [['next', first.next]] })).response);
  return second?.next === undefined || second.prev === undefined ? undefined : { next: second.next, prev: second.prev };
}
