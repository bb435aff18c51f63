/**
 * Where few requests may be sent, a user that got a few wrong codes gets some more: a target may keep a wrong code in place of
 * the right one, or clear that after several wrong ones, and fall back to a default. One that locks the user rejects them all.
 */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, generate, responses } from '../../src/suite.ts';
import { verifyWithCode, withLegend } from './code-requests.ts';

const { describeResponse, isAccepted } = responses;

const again = ', again';
/** What a cleared code may equal, after one more wrong code. */
const late = ['{code} - 1', '0', '123456'];

/** The first code twice in a row. */
export const withFirstAgain = ([first, ...others]: readonly string[]): readonly string[] =>
  first === undefined ? [] : [first, first + again, ...others];

/** The wrong code of this name for a user; undefined if it happens to be the right one. */
export function wrongCodeOf({ code }: PendingUser, name: string): generate.WrongCode | undefined {
  const named = generate.namedWrongCodes(code);
  if (!name.endsWith(again)) return named.get(name);
  const wrong = named.get(name.slice(0, -again.length));
  return wrong && { ...wrong, label: 'tried before' };
}

/**
 * Requires that no wrong code is accepted after several others.
 * @param before names of those that the user got already
 */
export async function requireNoneAfterSeveral(
  t: CheckContext,
  user: PendingUser,
  before: readonly string[],
): Promise<void> {
  const names = [...before];
  for (const name of late) {
    const wrong = wrongCodeOf(user, name);
    if (wrong === undefined) continue;
    names.push(name);
    const exchange = await verifyWithCode(t, user, wrong.value);
    if (isAccepted(exchange)) return requireRejectedInSeries(t, names, exchange);
  }
}

/** Fails if one of the same codes, sent in the same order to a second user, is accepted, too. */
export async function requireRejectedInSeries(
  t: CheckContext,
  names: readonly string[],
  first: Exchange,
): Promise<void> {
  t.client.lookIntoFirst();
  const user = await controls.requirePendingUser(t);
  const sent: Exchange[] = [];
  for (const name of names) {
    const wrong = wrongCodeOf(user, name);
    if (wrong === undefined) continue;
    const exchange = await verifyWithCode(t, user, wrong.value);
    sent.push(exchange);
    if (!isAccepted(exchange)) continue;
    fail(
      `a wrong code (${withLegend(names.at(-1)!)}) after ${names.length - 1} other wrong ones ${describeResponse(first)}, and so did one of the same codes (${name}) of another fresh user; it must be rejected`,
      [[user.registered, 'a user is registered'], ...sent.slice(0, -1), [exchange, `a wrong code: ${name}`, 'wrong']],
      { symptom: { kind: 'accepted' } },
    );
  }
}
