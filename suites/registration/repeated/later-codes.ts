/** Codes that come after the first one: a second registration may send its mail much later. */
import type { CheckContext } from '../../../src/suite.ts';
import { inconclusive } from '../../../src/suite.ts';

/** How long the mail of a second registration may take. */
const mailsApartMs = 62_000;
const pollMs = 60;
const mostPolls = 100;

/** The spellings of one user's e-mail, and the code that came first. */
export interface Mails {
  readonly n: number;
  readonly emails: readonly string[];
  readonly first: string;
}

/** Waits for a code other than the first one; undefined if none comes in time, or the run ends. */
export async function laterCode(
  t: CheckContext,
  { emails, n, first }: Mails,
  withinMs: number,
): Promise<string | undefined> {
  const until = t.clock.elapsed() + withinMs;
  const pauseMs = Math.max(pollMs, withinMs / mostPolls);
  for (;;) {
    for (const email of new Set(emails)) {
      const code = await t.users.code(email, n, 0).catch(() => undefined);
      if (code !== undefined && code !== first) return code;
    }
    const asked = t.clock.elapsed();
    if (asked >= until) return undefined;
    await t.clock.sleep(pauseMs);
    // A pause that ends early means that the run is out of time.
    if (t.clock.elapsed() - asked < pauseMs / 2) return undefined;
  }
}

/**
 * Some targets send two mails to one address at least a minute apart. Looks again for the mail of every user of the run who still
 * waits for one. A confirmation keeps looking until the user who has waited longest can expect none any more.
 * @throws CheckConcluded (inconclusive) if such a mail has come, or the run ends too early
 */
export async function requireNoLateMail(t: CheckContext): Promise<void> {
  const { awaitingMail } = t.users.memory;
  for (const [at, { user, emails, since }] of awaitingMail.entries()) {
    const until = since + mailsApartMs;
    const withinMs = at === 0 && t.client.runsAlone ? Math.max(0, until - t.clock.elapsed()) : 0;
    const code = await laterCode(t, { emails, n: user.n, first: user.code }, withinMs);
    const isOver = withinMs > 0 && t.clock.elapsed() < until;
    if (code === undefined && !isOver) continue;
    inconclusive(
      code === undefined
        ? 'after a second registration of an e-mail its first code is rejected, and the run ends before a mail with a new one is overdue'
        : 'a second registration of an e-mail brings a new code, but its mail comes later than the run waits for it',
      code === undefined ? 'a longer --max-time' : 'a longer fixtures.verificationCode.waitMs',
      [[user.registered, 'registered, and then a second time']],
    );
  }
}
