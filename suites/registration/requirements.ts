/** Rows of registering an auth and verifying its user (§1, §4.2, §4.3). */
import type { Requirement } from '../../src/suite.ts';
import { operationPhrases, perOperation } from '../lib/per-operation.ts';

export const requirements = [
  ...perOperation(['register', 'verify'], (op) => ({
    id: `${op}/empty-object` as const,
    area: 'registration',
    level: 'stated',
    section: '2',
    operation: op,
    statement: `Every success of ${operationPhrases[op]} is a JSON object without members.`,
    decidedBy: 'Watches every success of the run, whatever was sent.',
    commonCauses: 'An id or a token in the answer, null, a list (as PHP writes an empty map), a text that says OK.',
  })),
  {
    id: 'register/then-verify',
    area: 'registration',
    level: 'stated',
    section: '1, 4.3',
    operation: 'register',
    statement: 'A registered user is verified by its e-mail and the code that was sent to it.',
    decidedBy:
      'Registers many users with canonical values, some sharing names, one after another and many at once, and verifies them in another order; then e-mails with plus, dots, capitals, digits and Unicode wherever registering them is accepted, and codes with leading zeros. A refused right code counts if fresh users, treated in the same manner and verified at once, are refused again while another one is accepted.',
    commonCauses:
      'One place for the pending code, users kept by name, a race between two registrations, an e-mail normalised on one side only, a code kept as text and compared as a number.',
  },
  {
    id: 'verify/wrong-code',
    area: 'registration',
    level: 'derived',
    section: '1',
    operation: 'verify',
    statement: 'A wrong code verifies nobody.',
    because:
      'A user is verified with the e-mail and a numeric code: a code that verifies whatever it is verifies nothing.',
    decidedBy:
      'Sends near misses of the right code of fresh users (one more and less, cut, extended, permuted, 0, negated, beside by powers of two), codes that developers leave behind, and each also after a first wrong one. An accepted one counts if it happens again with a second fresh user.',
    commonCauses: 'A comparison of prefixes or of 16 bits, a master code, a code cleared by the first wrong try.',
  },
  {
    id: 'verify/missing-code',
    area: 'registration',
    level: 'derived',
    section: '1',
    operation: 'verify',
    statement: 'Without a code or without an e-mail, nobody is verified.',
    because: 'A user is verified with the e-mail and a numeric code: both are needed.',
    decidedBy: 'Leaves out, or sends as null or empty, one of the two, the other one right.',
    commonCauses: 'undefined equal to undefined, a lookup by code alone, a falsy code that skips the comparison.',
  },
  {
    id: 'verify/other-users-code',
    area: 'registration',
    level: 'derived',
    section: '1',
    operation: 'verify',
    statement: 'The code of one user does not verify another, and goes on to serve its own.',
    because: 'The code belongs to the e-mail that it was sent to.',
    decidedBy:
      'Tries the code of one pending user with the e-mail of another, in both orders of registration, and after a third was verified, with the code of the third too; then the code with its own e-mail.',
    commonCauses: 'Codes in one set without their users, a code deleted by whoever tries it, one code a domain.',
  },
  {
    id: 'verify/unknown-email',
    area: 'registration',
    level: 'derived',
    section: '1',
    operation: 'verify',
    statement: 'An e-mail that nobody registered is not verified.',
    because: 'There is no user to verify.',
    decidedBy:
      'Sends e-mails near that of a pending user (a character changed, dropped or added, metacharacters of LIKE, globs and regular expressions for parts) and made-up ones, with that user’s right code and with others. Case, blanks, plus tags and Unicode forms are left alone, since a target may normalise them.',
    commonCauses: 'A lookup by LIKE or by a pattern, the code looked up alone, success for all so as to tell nothing.',
  },
  {
    id: 'verify/lockout',
    area: 'registration',
    level: 'advisory',
    section: 'OWASP API2',
    operation: 'verify',
    statement: 'Guessing a code is slowed or stopped within 20 wrong ones.',
    decidedBy:
      'Sends 20 wrong codes for one user: 429, growing delays, or the right code no longer serving are each enough.',
    commonCauses: 'No counter of wrong tries.',
  },
  {
    id: 'register/ordinary-names',
    area: 'registration',
    level: 'advisory',
    section: '2',
    operation: 'register',
    statement: 'Ordinary names are accepted: with apostrophe, hyphen or accent, in other scripts, of one letter.',
    decidedBy: 'Registers users of such names, as first and as last name; one that is refused twice counts.',
    commonCauses: 'A pattern of ASCII letters, a least length of two or three.',
  },
] as const satisfies readonly Requirement[];
