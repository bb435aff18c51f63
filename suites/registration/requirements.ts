/** Requirements of registering an auth and verifying its user (§1, §4.2, §4.3). */
import type { Requirement } from '../../src/suite.ts';
import { perOperation } from '../lib/per-operation.ts';

export const requirements = [
  ...perOperation(['register', 'verify'], (op) => ({
    id: `${op}/empty-object` as const,
    area: 'registration',
    level: 'stated',
    source: { spec: '2' },
    operation: op,
    statement: `A successful ${op === 'register' ? 'registration' : 'verification'} must return an empty JSON object.`,
    decidedBy: 'Inspects every 2xx response of the run, whatever was sent.',
    commonCauses: [
      'an id or a token in the response',
      'null',
      'an empty list, as PHP encodes an empty map',
      'a text such as OK',
    ],
    watches: true,
  })),
  {
    id: 'register/then-verify',
    concurrent: true,
    area: 'registration',
    level: 'stated',
    source: [{ spec: '1' }, { spec: '4.3' }],
    operation: 'register',
    statement: 'A registered user must be verifiable with the e-mail and the code that was sent to it.',
    points: ['a verified user'],
    decidedBy:
      'Registers many users, some with equal names, in sequence and in parallel, and verifies them in another order. Repeats this with plus tags, dots, capitals, digits and Unicode in e-mails that the server accepts, with e-mails of 56 to 250 characters, with names beyond ASCII, and with codes that start with zero. Registers e-mails again before the verification, also at once, in capitals and with a trailing space, and sends a code twice at once. A rejected right code fails if it recurs with fresh users that are verified at once, while another user is accepted. If a right code was rejected anywhere in the run, up to five bursts of users are registered: two bursts with a user that is rejected alone, too, fail. If several right codes were accepted only later, eight users are verified when they are older than any lag, each on a new connection: two that are rejected there and accepted on the next one fail. If right codes are accepted at first and none is later, one of a user who registered at the beginning is tried between two fresh ones.',
    commonCauses: [
      'a single slot for the pending code',
      'users keyed by name',
      'a race between two registrations',
      'an e-mail normalised in only one of the two operations',
      'a code stored as text and compared as a number',
      'a second registration that replaces the user, and is then refused',
    ],
  },
  {
    id: 'verify/wrong-code',
    area: 'registration',
    level: 'derived',
    source: { spec: '1' },
    operation: 'verify',
    statement: 'A wrong code must not verify a user.',
    because:
      'A user is verified with the e-mail and a numeric code (§1), so a code that need not match verifies nothing.',
    decidedBy:
      'Sends near misses of the right codes of fresh users: plus and minus one, cut, extended, permuted, negated, zero, and off by powers of two. Sends codes that developers leave behind, each also after a first wrong one, and a wrong one again; 0 and some defaults also after many, and one to a verified user whose e-mail was registered again. An acceptance fails if it recurs with a second fresh user.',
    commonCauses: ['a comparison of prefixes or of 16 bits', 'a master code', 'a code that wrong attempts clear'],
  },
  {
    id: 'verify/missing-code',
    area: 'registration',
    level: 'derived',
    source: { spec: '1' },
    operation: 'verify',
    statement: 'A verification without a code or without an e-mail must not verify a user.',
    because: 'A user is verified with the e-mail and a numeric code (§1), so both are needed.',
    decidedBy:
      'Omits one of the two, or sends it as null or empty, while the other one is right; the code also as true, as an operator or a pattern of a database, after several wrong ones, and right after the registration, where 0 is tried too.',
    commonCauses: [
      'undefined compared with undefined',
      'a lookup by code alone',
      'a falsy code that skips the comparison',
      'a code that is made after the registration, and is empty until then',
      'a loose comparison',
    ],
  },
  {
    id: 'verify/other-users-code',
    concurrent: true,
    area: 'registration',
    level: 'derived',
    source: { spec: '1' },
    operation: 'verify',
    statement: "One user's code must not verify another user, and must still verify its own user afterwards.",
    because: 'A user is verified with the e-mail and the code together (§1), so a code belongs to one e-mail.',
    points: ['users with different codes'],
    decidedBy:
      "Sends one pending user's code with another's e-mail, in both orders of registration. Repeats it after a third user was verified, also with the third user's code. Then sends each code with its own e-mail, one of them in the same moment with the e-mail of a third user, and the other beside the code of the first; that is judged only where a verified user is rejected with a wrong code. Then plays the steps of three users in a random order: right, made-up and each other's codes. Eight users in a row with one code fail, and so do users that share a code each time they are registered at once, but not one after another.",
    commonCauses: [
      'a set of codes without their users',
      'a code deleted by any attempt to use it',
      'one code per e-mail domain',
      'a variable for the code or the outcome that requests at once share',
      'one answer for all requests about an e-mail that are in progress',
    ],
  },
  {
    id: 'verify/unknown-email',
    area: 'registration',
    level: 'derived',
    source: { spec: '1' },
    operation: 'verify',
    statement: 'An e-mail that was never registered must not be verified.',
    because: 'A user is verified (§1), and without a registration no user exists.',
    decidedBy:
      "Sends made-up e-mails and e-mails close to a pending user's: one character changed, dropped or added, or parts replaced by metacharacters of LIKE, globs and regular expressions. Each is sent with the pending user's code, one right after a registration; a made-up one is sent with 0, too. One is long and differs only at its end. Case, spaces, plus tags and Unicode forms are left out, since a server may normalise them.",
    commonCauses: [
      'a lookup by LIKE or by a pattern',
      'a lookup by code alone',
      'success for every e-mail, meant to reveal nothing',
    ],
  },
  {
    id: 'verify/verified-user',
    area: 'registration',
    level: 'advisory',
    source: { spec: '1' },
    operation: 'verify',
    statement: 'A wrong code must be rejected for a verified user, too.',
    decidedBy: 'Verifies a user with its right code, then sends a wrong one. Two acceptances fail.',
    commonCauses: ['success for every verified user, before the code is compared'],
  },
  {
    id: 'verify/lockout',
    area: 'registration',
    level: 'advisory',
    source: { owasp: 'API2' },
    operation: 'verify',
    statement: 'Verification must slow down or block guessing within 20 wrong codes.',
    decidedBy:
      'Sends 20 wrong codes for one user. A 429, growing delays, or a right code that no longer works is enough.',
    commonCauses: ['no counter of wrong attempts'],
  },
  {
    id: 'register/ordinary-names',
    area: 'registration',
    level: 'advisory',
    source: { spec: '2' },
    operation: 'register',
    statement:
      'Registration must accept ordinary names: with an apostrophe, a hyphen or an accent, in other scripts, and of one letter.',
    decidedBy: 'Registers users with such first and last names; two rejections of the same name fail.',
    commonCauses: ['a pattern of ASCII letters', 'a minimum length of two or three'],
  },
] as const satisfies readonly Requirement[];
