/** The canonical valid request succeeds. */
import { accepted, checksOf, fail, inconclusive, pass, repeated, said } from '../../src/kit.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

for (const op of ['create', 'register', 'logs'] as const) {
  check(
    `${op}/accepts-valid`,
    async (trial) => {
      const first = await trial.canonical(op);
      if (accepted(first)) return pass();
      // A creation that the target already has may be refused as a repetition; another one must then be accepted.
      const again = await trial.canonical(op);
      if (accepted(again)) return pass({ message: `the first attempt ${said(first)}, the second was accepted` });
      if (repeated(again))
        throw inconclusive(
          'the target has every event that the configured ids can make (409)',
          'fresh profileIds and calendarIds',
        );
      throw fail(`the canonical request ${said(first)}, and again ${said(again)}; a 2xx is owed`, [first, again], {
        symptom: { kind: 'refused' },
      });
    },
    { phase: 'opening' },
  );
}

check(
  'verify/accepts-valid',
  async (trial) => {
    for (let attempt = 1; ; attempt += 1) {
      const pending = await trial.users.pending();
      if (!pending.ok)
        throw inconclusive(pending.message, 'fixtures.verificationCode in the configuration, or a longer waitMs');
      const verified = await trial.users.verify(pending.user, { canonical: true });
      if (accepted(verified)) return pass();
      if (attempt === 2)
        throw fail(
          `the right code of a fresh user ${said(verified)}, twice; a 2xx is owed`,
          [pending.user.registered, verified],
          {
            symptom: { kind: 'refused' },
          },
        );
    }
  },
  { phase: 'opening' },
);
