/** What an item of a log is: opaque or JSON text that tells its status and its time, once or several times in its log. */
import { checksOf, notApplicable, pass, type Trial, type Walk } from '../../src/kit.ts';
import { settle, settled } from '../logs/reading.ts';
import { decoded } from '../logs/truth.ts';
import { looked, word } from './choice.ts';
import { instantOf, itemForm } from './item-form.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

check('declares/item', async (trial) => {
  const { base, log } = await settled(trial);
  if (base.items.length === 0) throw notApplicable('the log is empty');
  const succeeded = await log.walk({ status: 'succeeded' });
  const form = itemForm(base.items, succeeded.end === 'end' ? succeeded.bag : undefined);
  trial.observations.see('item', form, base.pages[0]!.exchange);
  const declared = trial.settings.declares.item;
  if (declared === undefined) throw notApplicable(`declares.item is not declared; observed ${word(form)}`);
  if (declared.encoding === 'opaque') throw notApplicable('items are declared opaque, which promises nothing');
  const judged = await log.judge([{}], ([walk]) => formless(trial, walk!));
  return pass({ restsOn: settle(judged), message: `items are ${word(declared)}` });
});

/** The first item that is not as declared. */
function formless(trial: Trial, walk: Walk) {
  const { status, time } = trial.settings.declares.item!;
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

check('gaps/items', async (trial) => {
  const { base } = await settled(trial);
  if (base.items.length === 0) throw notApplicable('the log is empty');
  const unique = base.bag.size === base.items.length;
  // A short log says little about the others.
  if (!unique || base.items.length >= 20) trial.observations.see('itemsUnique', unique, base.pages[0]!.exchange);
  looked(unique ? 'no item twice' : 'items repeat');
});
