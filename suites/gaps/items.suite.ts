/** The form of the items of a log: opaque, or JSON text with a status and a time; unique in the log or not. */
import { type CheckContext, checksOf, logs, notApplicable, pass, undeclared, type Walk } from '../../src/suite.ts';
import { concludeObserved, print } from './conclude.ts';
import { problemOf } from './item-form.ts';
import { observedItemForm } from './observed-form.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/item', async (t) => {
  const { plainWalk, log } = await t.baseline();
  if (plainWalk.items.length === 0) notApplicable('the log is empty');
  const form = await observedItemForm(t);
  t.observations.record('item', form, plainWalk.pages[0]!.exchange);
  const declared = t.settings.declares.item;
  if (declared === undefined) undeclared('item', `observed ${print(form)}`);
  if (declared.encoding === 'opaque') notApplicable('items are declared opaque, so any form is allowed');
  await t.expect(log, [{}], ([walk]) => findUndeclaredForm(walk!, declared));
  return pass({ message: `items are ${print(declared)}` });
});

type DeclaredForm = NonNullable<CheckContext['settings']['declares']['item']>;

/** The first item that does not have the declared form. */
function findUndeclaredForm({ pages }: Walk, declared: DeclaredForm) {
  for (const { page, exchange } of pages)
    for (const item of page.data) {
      const problem = problemOf(item, declared);
      if (problem !== undefined)
        return {
          message: `the item ${logs.truncate(item)} ${problem}; declared ${print(declared)}`,
          proof: [[exchange, 'a page of the walk'] as const],
        };
    }
  return undefined;
}

/** A shorter log proves little about whether items are unique. */
const tellingLength = 20;

check('gaps/items', async (t) => {
  const { plainWalk, others } = await t.baseline();
  const { items, pages } = plainWalk;
  if (items.length === 0) notApplicable('the log is empty');
  // Unique in one log, items may repeat in another.
  const walks = [plainWalk, ...(await Promise.all(others.map((other) => other.walk())))];
  const unique = walks.every((walk) => walk.bag.size === walk.items.length);
  if (!unique || items.length >= tellingLength) t.observations.record('itemsUnique', unique, pages[0]!.exchange);
  return concludeObserved(t);
});
