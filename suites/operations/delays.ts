/**
 * Responses that take longer than the run waits, for reasons that conform: each wrong code of a user is answered later than the one
 * before, so that nobody can guess it, and a creation takes longer the longer its lists are.
 */
import { type CheckContext, controls, type Exchange, inconclusive, traffic } from '../../src/suite.ts';
import { sendWrongCode } from '../lib/verified-users.ts';

/** Wrong codes that are sent at most, and how many in a row must each take longer than the one before. */
const tries = 10;
const growingSteps = 3;
/** A wrong code took longer if it took `share` times as long, and `ms` longer, than the one before. */
const growth = { share: 1.25, ms: 50 };

/** A request that took longer than the run waits, and a smaller one whose time explains that. */
export type Slow = readonly [whole: Exchange, smaller: Exchange];

export function inconclusiveAsLong({ settings }: CheckContext, ...[whole, smaller]: Slow): never {
  return inconclusive(
    `a long list was not answered within ${settings.run.timeoutMs} ms, but a shorter one took ${Math.round(smaller.ms)} ms: the time grows with its length`,
    'a higher --timeout',
    [whole, smaller],
  );
}

/** Inconclusive if a request with long lists timed out and the time of shorter ones grows with their length. */
export async function requireNotForLength(t: CheckContext, suspicion: Exchange): Promise<void> {
  const smaller = await traffic.findSlowedByLength(t, suspicion);
  if (smaller !== undefined) inconclusiveAsLong(t, suspicion, smaller);
}

/** Inconclusive if a verification timed out and each wrong code of a fresh user takes longer than the one before. */
export async function requireNoGrowingDelay(t: CheckContext, suspicion: Exchange): Promise<void> {
  if (suspicion.request.operation !== 'verify' || suspicion.failure?.kind !== 'timeout') return;
  const sent = await t.exclusively(sendWhileAnswered);
  if (!endsGrowing(sent)) return;
  inconclusive(
    `a verification was not answered within ${t.settings.run.timeoutMs} ms, but wrong codes of a fresh user take longer each time, at last ${Math.round(sent.at(-1)!.ms)} ms`,
    'a higher --timeout',
    [suspicion, ...sent.slice(-2)],
  );
}

/** Sends wrong codes for a fresh user until one is not answered, or enough of them took longer each. */
async function sendWhileAnswered(t: CheckContext): Promise<readonly Exchange[]> {
  const user = await controls.requirePendingUser(t);
  const sent: Exchange[] = [];
  while (sent.length < tries && !endsGrowing(sent)) {
    const wrong = await sendWrongCode(t, user);
    if (wrong.response === null) break;
    sent.push(wrong);
  }
  return sent;
}

const isLonger = (before: Exchange, { ms }: Exchange): boolean =>
  ms >= growth.share * before.ms && ms >= before.ms + growth.ms;

/** Whether each of the last ones took longer than the one before. */
function endsGrowing(sent: readonly Exchange[]): boolean {
  const last = sent.slice(-growingSteps - 1);
  return last.length > growingSteps && last.every((one, at) => at === 0 || isLonger(last[at - 1]!, one));
}
