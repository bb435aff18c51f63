/** Liberties of registration and verification (§4.2, §4.3). */
import type { NamedLiberties } from './liberty.ts';

export const ofAccounts: NamedLiberties = {
  'quota-of-registrations': {
    does: 'refuses with 403 after 60 registrations',
    accounts: { quota: 60, quotaStatus: 403 },
  },
  'logs-registrations': {
    does: 'each registration becomes an entry of every log',
    accounts: { isLogged: true },
    live: true,
  },
  'negative-codes': { does: 'codes are negative integers', accounts: { negative: true, mail: 'Your code: {code}' } },
  'year-in-mail': {
    does: 'the mail holds a year before the code',
    accounts: { mail: '© 2026 Example Ltd. Your code is {code}. Valid for 15 minutes.' },
  },
  'ticket-in-mail': {
    does: 'the mail holds a ticket number of six digits before the code',
    accounts: { mail: 'Ticket 482913: your code is {code}' },
  },
  'code-in-groups': {
    does: 'the mail holds the code in two groups of three digits, and a year',
    accounts: { mail: 'Your code: {groups}. © 2026 Example Ltd.' },
  },
  'message-with-headers': {
    does: 'the code is read from a whole message, with dates, addresses and numbers in its headers',
    accounts: {
      mail: 'Received: from mx (10.20.30.40) id {number}; 23 Nov 2026 05:00:12 +0000\nMessage-ID: <{number}.4711@example.com>\n\nEnter {code} within 15 minutes, or call +49 30 901820.',
    },
  },
  'address-in-mail': {
    does: 'the mail repeats the e-mail address, of which digits may be a part',
    accounts: { mail: 'Dear {email},\nyour code is {code}. It is valid for 15 minutes.' },
  },
  'many-numbers': {
    does: 'the mail holds twelve other numbers of six digits before the code, new ones each time',
    accounts: { mail: `${'{number} '.repeat(12)}{code}` },
  },
  'three-digits': {
    does: 'codes have three digits, and the mail holds a ticket number',
    accounts: { digits: 3, mail: 'Ticket {number}: your code is {code}' },
  },
  'one-digit': {
    does: 'codes have one digit, and the mail holds no other number than how long it is valid',
    accounts: { digits: 1, mail: 'Your code is {code}. It is valid for 15 minutes.' },
  },
  'twelve-digits': {
    does: 'codes have twelve digits, and may be negative',
    accounts: { digits: 12, negative: true, mail: 'Your verification code: {code}' },
  },
  'ten-digits': {
    does: 'codes have ten digits, and the mail holds a year',
    accounts: { digits: 10, mail: 'Your code: {code}. © 2026 Example Ltd.' },
  },
  'codes-live-2s': { does: 'a code lives 2 s', accounts: { livesMs: 2000 } },
  'ready-later': { does: 'a user can be verified 1.5 s after the code has arrived', accounts: { readyAfterMs: 1500 } },
  'registers-later-and-renews': {
    does: 'stores a user 0.2 to 1 s after the registration, and a code arrives after 0.7 s; a second one for a taken e-mail',
    accounts: { storedAfterMs: [200, 1000], codeLateMs: 700, taken: 'new-code' },
  },
  'verifies-later': {
    does: 'answers a verification with 202, and it takes effect 0.2 to 2 s later',
    accounts: { verifiedAfterMs: [200, 2000] },
    door: { successes: [202] },
  },
  'registers-later': {
    does: 'answers a registration with 202, and stores the user 0.2 to 1 s later',
    accounts: { storedAfterMs: [200, 1000] },
    door: { successes: [202] },
  },
  'accounts-later': {
    does: 'stores a user 0.2 to 1 s after the registration, and a verification takes effect 0.2 to 2 s later',
    accounts: { storedAfterMs: [200, 1000], verifiedAfterMs: [200, 2000] },
  },
  'accounts-later-hidden': {
    does: 'stores a user and a verification up to 2 s later, accepts a taken e-mail, and voids a code after a wrong one',
    accounts: { storedAfterMs: [200, 1000], verifiedAfterMs: [200, 2000], taken: 'hidden', voidedByWrong: true },
  },
  'voided-codes': { does: 'a wrong code voids the right one', accounts: { voidedByWrong: true } },
  'hides-taken': { does: 'accepts an e-mail again and does nothing', accounts: { taken: 'hidden' } },
  'new-code-late': {
    does: 'a second registration sends a new code 0.7 s later; a wrong code voids the right one',
    accounts: { taken: 'new-code', codeLateMs: 700, voidedByWrong: true },
  },
  'notice-of-taken': {
    does: 'a second registration sends a mail with another number; a wrong code voids the right one',
    accounts: { taken: 'notice', voidedByWrong: true },
  },
  'emails-with-case': {
    does: 'e-mails that differ in letter case are different users of one mailbox',
    accounts: { lettersMatter: true },
  },
  'drops-tags': {
    does: 'ignores what follows a plus in an e-mail, and accepts a taken e-mail without doing anything',
    accounts: { dropsTags: true, taken: 'hidden' },
  },
  'merges-users': {
    does: 'ignores what follows a plus in an e-mail, and refuses a taken one; the configured e-mails differ only there',
    accounts: { dropsTags: true },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'merges-and-hides': {
    does: 'treats all configured e-mails as one user, and accepts a taken e-mail without doing anything',
    accounts: { dropsTags: true, taken: 'hidden' },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'merges-and-renews': {
    does: 'treats all configured e-mails as one user, and sends a new code to a taken e-mail',
    accounts: { dropsTags: true, taken: 'new-code' },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'tag-after-unique': {
    does: 'ignores what follows a plus in an e-mail; the configured e-mails end with one tag',
    accounts: { dropsTags: true },
    register: { email: 'cawl{unique}+kit@example.com' },
  },
  'codes-of-time': {
    does: 'sends the time in milliseconds as the code, and takes 6 ms for each request',
    accounts: { codesOfTime: true },
    door: { latencyMs: 6 },
  },
  'unique-names': {
    does: 'refuses a second user of the same first and last name with 409; the configured names hold {unique}',
    accounts: { unique: ['firstName', 'lastName'] },
    register: { lastName: 'Lovelace {unique}' },
  },
  'unique-names-unknown': {
    does: 'refuses a second user of the same first and last name with 409; the configured names are the same for each user',
    accounts: { unique: ['firstName', 'lastName'] },
  },
  'unique-domains': {
    does: 'refuses a second user of the same e-mail domain with 409',
    accounts: { unique: ['domain'] },
  },
  'unique-passwords': {
    does: 'refuses a second user of the same password with 409',
    accounts: { unique: ['password'] },
  },
  'registrations-by-window': {
    does: 'refuses with 429, without Retry-After, what exceeds 60 registrations within 10 s',
    accounts: { registrations: { atMost: 60, ms: 10_000 } },
  },
  'few-waiting': { does: 'refuses a 31st unverified user with 429', accounts: { waiting: 30 } },
  'five-waiting': {
    does: 'refuses a sixth unverified user with 409',
    accounts: { waiting: 5, waitingStatus: 409 },
  },
  'one-registration': { does: 'refuses a second registration with 403', accounts: { quota: 1, quotaStatus: 403 } },
  'registrations-apart': {
    does: 'takes 12 ms, and refuses a registration with 422 that comes within 40 ms of the last one',
    door: { latencyMs: 12 },
    accounts: { registrationGapMs: 40 },
  },
  'resends-and-welcomes': {
    does: 'an e-mail without a code asks for a new code, and a verified user is accepted with any code',
    accounts: { resends: true, anyCodeOnceVerified: true },
  },
  resends: { does: 'an e-mail without a code asks for a new code', accounts: { resends: true } },
  'resends-late': {
    does: 'an e-mail without a code asks for a new code, and each arrives after 1.2 s',
    accounts: { resends: true, codeLateMs: 1200 },
  },
  'used-code-429': { does: 'refuses a used code with 429', accounts: { reuseStatus: 429 } },
  'used-code-423': { does: 'refuses a used code with 423', accounts: { reuseStatus: 423 } },
  'late-codes': { does: 'a code arrives 1.2 s after the registration', accounts: { codeLateMs: 1200 } },
  'newest-mail': {
    does: 'its source of codes shows the newest mail, whomever it is asked for',
    accounts: { oneMailbox: true },
  },
  'four-digits': { does: 'codes have four digits', accounts: { digits: 4 } },
  'pauses-after-wrong': {
    does: 'after five wrong codes in a row, of whichever users, refuses every code with 400 for 0.7 s',
    accounts: { pause: { after: 5, status: 400, ms: 700 } },
  },
  'pauses-after-wrong-423': {
    does: 'after ten wrong codes in a row, of whichever users, refuses every code with 423 for 0.3 s',
    accounts: { pause: { after: 10, status: 423, ms: 300 } },
  },
  'few-verifications': {
    does: 'refuses a fourth verification within 0.3 s with 400, as Amazon Cognito does',
    accounts: { verifications: { atMost: 3, ms: 300, status: 400 } },
  },
  'verifications-by-window': {
    does: 'refuses a sixth verification within 4 s with 400',
    accounts: { verifications: { atMost: 5, ms: 4000, status: 400 } },
  },
  'one-verification': {
    does: 'refuses a second verification in progress with 400, and each takes 6 ms',
    accounts: { verificationLock: { ms: 6, status: 400 } },
  },
  'quota-of-verifications': {
    does: 'refuses with 403 after 25 verifications within an hour',
    accounts: { verifications: { atMost: 25, ms: 3_600_000, status: 403 } },
  },
  'mails-apart': {
    does: 'sends a new code to an e-mail that is registered again, and mails to one address 6 s apart',
    accounts: { taken: 'new-code', mailGapMs: 6000 },
  },
  'delays-guesses': {
    does: 'refuses each wrong code of a user twice as late as the one before, beginning with 20 ms',
    accounts: { wrongDelayMs: 20 },
    timeoutMs: 1500,
  },
  'locks-users': { does: 'locks a user for good after three tries (423)', accounts: { lockAfter: 3 } },
  'pauses-users': {
    does: 'refuses all codes of an e-mail for a minute after two wrong ones (429 with Retry-After)',
    accounts: { pausesUser: { after: 2, ms: 60_000 } },
  },
  'tries-per-email': { does: 'refuses a fourth verification of an e-mail with 429', accounts: { triesPerEmail: 3 } },
};
