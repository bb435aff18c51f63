/** Gaps of users, their codes and their fields. */
import type { GapTable } from './gap.ts';

export const userGaps = {
  takenEmail: {
    section: '2',
    about: 'registration of an e-mail that is already registered',
    probe: 'gaps/accounts',
    advice: 'Do not infer from the answer whether an e-mail is registered.',
  },
  codeReuse: {
    section: '2',
    about: 'whether a code can be used twice',
    probe: 'gaps/accounts',
    advice: 'Send a code once; a second use may be refused.',
  },
  codeLength: {
    section: '2',
    about: 'number of digits in a code',
    probe: 'gaps/accounts',
    advice: 'Accept codes of any length from the user.',
  },
  lockout: {
    section: '2',
    about: 'what stops the guessing of codes',
    probe: 'verify/lockout',
    skippedByLearn: 'its wrong codes may lock users',
    shownByLimits: true,
    advice: 'Stop after a few wrong codes, and let the user wait or register again.',
  },
  fieldFormats: {
    section: '2',
    about: 'accepted names, passwords and e-mails',
    probe: 'register/ordinary-names',
    skippedByLearn: 'it registers dozens of users',
    advice: 'Show the server’s rejection to the user; do not copy its rules into the client.',
  },
} as const satisfies GapTable;
