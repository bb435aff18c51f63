/** What an item of a log is: opaque or JSON text that tells its status and its time, once or several times in its log. */
import {
  type CheckContext,
  checksOf,
  notApplicable,
  pass,
  rangeQuery,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { requireHolds, requireStableLog } from '../lib/log-checks.ts';
import { decoded } from '../logs/truth.ts';
import { looked, word } from './choice.ts';
import { type ItemForm, instantOf, itemForm, timeOf } from './item-form.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/item', async (t) => {
  const { plainWalk, log } = await requireStableLog(t);
  if (plainWalk.items.length === 0) throw notApplicable('the log is empty');
  const succeeded = await log.walk({ status: 'succeeded' });
  const seen = itemForm(plainWalk.items, succeeded.end === 'end' ? succeeded.bag : undefined);
  const form = seen.encoding === 'json' && !(await tellsTime(t, log, plainWalk, seen)) ? timeless(seen) : seen;
  t.observations.record('item', form, plainWalk.pages[0]!.exchange);
  const declared = t.settings.declares.item;
  if (declared === undefined) throw notApplicable(`declares.item is not declared; observed ${word(form)}`);
  if (declared.encoding === 'opaque') throw notApplicable('items are declared opaque, which promises nothing');
  const judged = await log.checkRelation([{}], ([walk]) => formless(t, walk!));
  return pass({ restsOn: requireHolds(judged), message: `items are ${word(declared)}` });
});

function timeless({ time: _, ...form }: Extract<ItemForm, { encoding: 'json' }>): ItemForm {
  return form;
}

/**
 * Whether what looks like the time of an item is that of the log, and not of what the log is about: the walk is in its
 * order, or a range that cuts the log in two cuts these times too.
 */
async function tellsTime(t: CheckContext, log: WebhookLog, base: Walk, form: ItemForm): Promise<boolean> {
  const at = base.items.map((item) => timeOf(item, form));
  if (!at.every((one) => one !== undefined)) return false;
  const inOrder = (sign: number) => at.every((one, place) => place === 0 || sign * (one - at[place - 1]!) >= 0);
  if (inOrder(1) || inOrder(-1)) return true;
  const learned = t.quick ? undefined : await t.logs.time();
  if (learned?.understood !== true || learned.sense.strength !== 'cuts') return false;
  const { cuts, form: times } = learned.sense;
  const cut = cuts[Math.floor(cuts.length / 2)]!;
  const before = await log.walk(rangeQuery(learned.sense, undefined, cut));
  if (before.end !== 'end') return false;
  const unit = 2 * times.unitMs;
  return base.items.every((item, place) =>
    before.bag.has(item) ? at[place]! <= cut + unit : at[place]! >= cut - unit,
  );
}

/** The first item that is not as declared. */
function formless(t: CheckContext, walk: Walk) {
  const { status, time } = t.settings.declares.item!;
  for (const { page, exchange } of walk.pages)
    for (const item of page.data) {
      const lacks =
        decoded(item, '') === undefined
          ? 'is no JSON object'
          : status !== undefined && typeof decoded(item, status) !== 'string'
            ? `has no status at ${status}`
            : time !== undefined && !isTime(decoded(item, time))
              ? `has no time at ${time}`
              : undefined;
      if (lacks !== undefined)
        return {
          message: `the item ${item.slice(0, 80)} ${lacks}, as is declared`,
          proof: [[exchange, 'a page of the walk'] as const],
        };
    }
  return undefined;
}

const isTime = (value: unknown) => Number.isFinite(value) || instantOf(value) !== undefined;

check('gaps/items', async (t) => {
  const { plainWalk } = await requireStableLog(t);
  if (plainWalk.items.length === 0) throw notApplicable('the log is empty');
  const unique = plainWalk.bag.size === plainWalk.items.length;
  // A short log says little about the others.
  if (!unique || plainWalk.items.length >= 20)
    t.observations.record('itemsUnique', unique, plainWalk.pages[0]!.exchange);
  looked(unique ? 'no item twice' : 'items repeat');
});
