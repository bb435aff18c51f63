/**
 * Creations of different bodies, each alone and then all of them at once. What they show is judged by two checks: that
 * none is rejected beside others, and that each returns a page of its own results.
 */
import type { CheckContext, CreationBody, Exchange } from '../../src/suite.ts';
import { controls, responses } from '../../src/suite.ts';

/** How often each body is sent in a burst. */
const copies = { quick: 1, standard: 2 };

/** A body as it was sent. */
export interface SentCreation {
  readonly body: CreationBody;
  readonly exchange: Exchange;
}

export interface CreationsAtOnce {
  readonly alone: readonly SentCreation[];
  /** Those that were accepted alone; nothing if fewer than two were. */
  readonly together: readonly SentCreation[];
}

/**
 * The first burst, which checks share. What a target keeps while a creation is in progress is that of these requests, and of
 * no other's: other creations wait. What is sent to other operations creates nothing, and need not wait.
 */
export function creationsAtOnce(t: CheckContext): Promise<CreationsAtOnce> {
  const make = async (first: CheckContext) => {
    const known = await knownAlone(first);
    return first.exclusively((alone) => sendAll(alone, known), 'create');
  };
  return t.effort.isExhaustive || t.client.runsAlone
    ? make(t)
    : t.once('creations at once', (first) => make(first.named('creations at once')));
}

/**
 * Bodies whose results differ in number on most targets. The canonical one, which returns most, comes last: if requests share a
 * variable, it holds the value of the last one.
 */
function bodiesOf(t: CheckContext): readonly CreationBody[] {
  const { limit, profileIds, calendarIds } = t.creations.canonical;
  const all = t.creations.canonical;
  const first = { limit: 1, profileIds, calendarIds };
  const ofLast = { limit, profileIds: profileIds.slice(-1), calendarIds: calendarIds.slice(-1) };
  // No event can belong to both bodies in the middle. A target that writes creations in turn mixes up neighbors only.
  return t.effort.pick({ quick: [first, all], standard: [first, ofLast, ofFirstIds(t), all] });
}

/** One profile and one calendar, which create/many sends as well. */
function ofFirstIds({ creations }: CheckContext): CreationBody {
  const { limit, profileIds, calendarIds } = creations.canonical;
  return { limit, profileIds: profileIds.slice(0, 1), calendarIds: calendarIds.slice(0, 1) };
}

/**
 * What came of the bodies that were created at the beginning of the run, when little else was sent. Unless requests are few, the
 * canonical one is sent again, which shows how the target answers a repetition.
 */
async function knownAlone(t: CheckContext): Promise<ReadonlyMap<string, Exchange>> {
  const known = new Map<string, Exchange>();
  if (t.effort.isExhaustive || t.client.runsAlone) return known;
  const shared = JSON.stringify(ofFirstIds(t));
  for (const body of bodiesOf(t)) {
    const isCanonical = t.creations.isCanonical(body);
    if (isCanonical && !t.effort.isLean) continue;
    const first = isCanonical ? t.creations.accepted : undefined;
    const isShared = JSON.stringify(body) === shared || controls.isCreationSent(t, body);
    const exchange = first ?? (isShared ? await controls.sendCreation(t, body) : undefined);
    if (exchange !== undefined) known.set(JSON.stringify(body), exchange);
  }
  t.client.noteUse([...known.values()]);
  return known;
}

async function sendAll(t: CheckContext, known: ReadonlyMap<string, Exchange>): Promise<CreationsAtOnce> {
  const alone: SentCreation[] = [];
  for (const body of bodiesOf(t))
    alone.push({ body, exchange: known.get(JSON.stringify(body)) ?? (await send(t, body)) });
  const accepted = alone.filter(({ exchange }) => responses.isAccepted(exchange));
  const together =
    accepted.length < 2
      ? []
      : await sendTogether(
          t,
          accepted.map(({ body }) => body),
        );
  return { alone, together };
}

/** All bodies at once, some of them more than once. */
export async function sendTogether(t: CheckContext, bodies: readonly CreationBody[]): Promise<readonly SentCreation[]> {
  const all = Array.from({ length: t.effort.pick(copies) }, () => bodies).flat();
  return Promise.all(all.map(async (body) => ({ body, exchange: await send(t, body) })));
}

const send = (t: CheckContext, body: CreationBody): Promise<Exchange> => t.send({ operation: 'create', body });
