/** How pages mark the end and the beginning of a log, the page size, and whether cursors can be reused. */
import { type CheckContext, checksOf, type Exchange, inconclusive, responses, type Walk } from '../../src/suite.ts';
import { useIssuedCursors } from '../lib/issued-cursors.ts';
import { concludeChoice, concludeObserved, print, responseValue } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/end-of-log', async (t) => {
  const { log, others } = await t.baseline();
  const walks = await Promise.all([log, ...others].map((one) => one.walk()));
  const ends = walks
    .filter((walk) => walk.end === 'end')
    .map((walk) => walk.pages.at(-1)!)
    .map(({ exchange, page }) => ({ exchange, form: page.forms.next }));
  if (ends.length === 0)
    inconclusive('no walk reached the end of a log', 'a target on which logs/walk-terminates passes');
  const telling = ends.find(({ form }) => form !== t.settings.declares.endOfLog) ?? ends[0]!;
  for (const { exchange, form } of ends)
    if (exchange !== telling.exchange) t.observations.record('endOfLog', form, exchange);
  return concludeChoice(t, 'endOfLog', { value: telling.form, shownBy: [telling.exchange, 'the last page'] });
});

check('gaps/pages', async (t) => {
  const { plainWalk, log } = await t.baseline();
  const { exchange: first, page } = plainWalk.pages[0]!;
  t.observations.record('firstPagePrev', page.forms.prev, first);
  const size = pageSize(plainWalk);
  if (size !== undefined) t.observations.record('pageSize', size, first);
  if (!t.effort.isLean) await observeCursorReuse(t, log.id);
  return concludeObserved(t);
});

/** The length of all pages before the last one; "varies" if they differ. */
function pageSize({ pages }: Walk): number | 'varies' | undefined {
  const [length, ...others] = new Set(pages.slice(0, -1).map(({ page }) => page.data.length));
  return others.length > 0 ? 'varies' : length;
}

async function observeCursorReuse(t: CheckContext, webhook: string): Promise<void> {
  const { once, twice } = await useIssuedCursors(t, webhook);
  if (once === undefined || twice === undefined || !responses.isAccepted(once)) return;
  const items = ({ response }: Exchange) => print(responses.parsePage(response)?.data);
  const same = items(once) === items(twice) ? 'the same page' : 'another page';
  t.observations.record('cursorReuse', responses.isAccepted(twice) ? same : `refused (${responseValue(twice)})`, twice);
}
