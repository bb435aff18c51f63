/** A declared time format: a time in that format is accepted, and every spelling of RFC 3339 is read correctly. */
import {
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
  unlessUndecided,
} from '../../src/suite.ts';

const hourMs = 3_600_000;

/** Offsets of §5.6, `time-numoffset`: one with minutes of each sign. */
const offsets = [
  { parameter: 'from', text: '+05:45', minutes: 345 },
  { parameter: 'to', text: '-11:30', minutes: -690 },
] as const;

/** Requires that the same instant, written with another offset, bounds the same range; not at quick. A rejected spelling shows nothing. */
export async function expectOffsetsRead(t: CheckContext): Promise<void> {
  const ranges = await logs.requireRanges(t);
  for (const cut of t.effort.take(ranges.cuts, { quick: 0, standard: 2 }))
    for (const { same, query } of await readOtherwise(t, ranges, cut))
      await t.expect(ranges.log, [same, query], logs.permutes);
}

/** Whether bounds with an offset are read as the instants that they name, as far as a search or two show it; not tried at quick. */
export async function readsOffsets(t: CheckContext): Promise<boolean> {
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  const [cut] = t.effort.take(ranges?.cuts ?? [], { quick: 0 });
  return ranges === undefined || cut === undefined || (await readOtherwise(t, ranges, cut)).length === 0;
}

/** Ranges up to an instant and from it on, written with another offset, that are accepted and hold more or fewer items for that. */
async function readOtherwise(t: CheckContext, { sense, widest, since, upTo }: logs.Ranges, cut: number) {
  if (sense.form.format !== 'rfc3339') return [];
  const different: { readonly same: LogQuery; readonly query: LogQuery }[] = [];
  for (const { parameter, text, minutes } of offsets) {
    const local = new Date(cut + minutes * 60_000).toISOString().slice(0, 19);
    const query = { ...widest, [parameter]: `${local}${text}` };
    const same = parameter === 'from' ? since(cut) : upTo(cut);
    const [count, expected] = [await t.logs.measure(query), await t.logs.measure(same)].map((one) => one.count);
    if (count !== undefined && count !== expected) different.push({ same, query });
  }
  return different;
}

/**
 * Requires that some range of the last days is accepted in the declared format; the far past, the future, and one bound without
 * the other may be rejected.
 */
export async function expectFormatAccepted(t: CheckContext): Promise<void> {
  const declared = t.settings.declares.timeFormat;
  if (declared === undefined) return;
  // A target must read every spelling of RFC 3339; the other formats leave their spelling open.
  const forms = logs.formsToTry(declared, []).slice(0, declared === 'rfc3339' ? 1 : undefined);
  const rejected: Exchange[] = [];
  for (const { render } of forms) {
    const [from, to] = [render(t.logs.now - 49 * hourMs), render(t.logs.now - 25 * hourMs)];
    for (const query of [{ from, to }, { from }, { to }]) {
      const exchange = await logs.requestFirstPage(t, query);
      if (responses.isAccepted(exchange)) return;
      rejected.push(exchange);
    }
  }
  t.requireAccepted(await logs.requestFirstPage(t, {}), 'the search without a range');
  const names = forms.map(({ name }) => name).join(', or ');
  fail(`from and to as ${names} were rejected, together and alone; declared ${declared}`, rejected);
}
