/** Inputs that a server takes for its own: names that every object has, lists that multiply, a false encoding. */
import type { Call } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { bodyOf, failIf, queryOf, wrapStep } from '../tampering.ts';

export const inputs = defineFaults({
  'logs-500-inherited-id': {
    owner: 'logs/no-server-error',
    defect: 'finds inherited members of an object by webhookId, and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => isInherited(call.webhookId)),
  },
  'logs-inherited-id-shows-log': {
    owner: 'logs/one-webhook',
    defect: 'shows its first log for a webhookId that every object has',
    apply(server) {
      wrapStep(
        server,
        'findLog',
        (inner) => (webhookId, tenant) => inner(isInherited(webhookId) ? 'wh_1' : webhookId, tenant),
      );
    },
  },
  'logs-500-inherited-sort': {
    owner: 'logs/no-server-error',
    defect: 'finds inherited members of an object by sortBy, and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => isInherited(queryOf(call).get('sortBy') ?? '')),
  },
  'logs-500-to-string-sort': {
    owner: 'logs/no-server-error',
    defect: 'compares by the method that sortBy names, and fails with 500 on toString',
    apply: (server) => failIf(server, 'logs', (call) => queryOf(call).get('sortBy') === 'toString'),
  },
  'logs-500-inherited-parameter': {
    owner: 'logs/survives-malformed',
    defect: 'overwrites inherited members of its query object, and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => [...queryOf(call).keys()].includes('toString')),
  },
  'verify-500-inherited-email': {
    owner: 'verify/no-server-error',
    defect: 'finds inherited members of an object by e-mail, and fails with 500',
    apply: (server) => failIf(server, 'verify', (call) => isInherited(String(bodyOf(call)['email']))),
  },
  'create-500-inherited-id': {
    owner: 'create/no-server-error',
    defect: 'finds inherited members of an object by profile id, and fails with 500',
    apply: (server) => failIf(server, 'create', (call) => profileIdsOf(call).some(isInherited)),
  },
  'register-500-inherited-member': {
    owner: 'register/survives-malformed',
    defect: 'merges the body into an object member by member, and fails with 500 on __proto__',
    apply: (server) => failIf(server, 'register', (call) => call.payload.includes('"__proto__"')),
  },
  'create-500-to-string-member': {
    owner: 'create/survives-malformed',
    defect: 'logs the body as text, and fails with 500 if a member is named toString',
    apply: (server) => failIf(server, 'create', (call) => call.payload.includes('"toString":')),
  },
  'create-500-both-lists-long': {
    owner: 'create/no-server-error',
    defect: 'builds one statement for all pairs, and fails with 500 beyond 2,100 of them',
    apply(server) {
      failIf(server, 'create', (call) => {
        const { profileIds, calendarIds } = bodyOf(call);
        return profileIds?.length > 20 && calendarIds?.length > 20 && profileIds.length * calendarIds.length > 2100;
      });
    },
  },
  'register-500-short-format': {
    owner: 'register/no-server-error',
    defect: 'takes first names of up to 50 characters for the format of a mail, and fails with 500 on {}',
    apply: (server) =>
      failIf(server, 'register', (call) => /^(?=.*\{\}).{1,50}$/u.test(String(bodyOf(call)['firstName']))),
  },
  'create-500-id-as-format': {
    owner: 'create/no-server-error',
    defect: 'takes ids for the format of an entry of its log, and fails with 500 on {0}',
    apply: (server) => failIf(server, 'create', (call) => profileIdsOf(call).some((id) => /\{\d\}/.test(String(id)))),
  },
  'register-500-null-name': {
    owner: 'register/no-server-error',
    defect: 'takes the last name Null for none, and fails with 500',
    apply: (server) => failIf(server, 'register', (call) => /^null$/i.test(String(bodyOf(call)['lastName']))),
  },
  'logs-500-reserved-word': {
    owner: 'logs/no-server-error',
    defect: 'puts sortBy into its SQL without quotes, and fails with 500 on reserved words',
    apply: (server) =>
      failIf(server, 'logs', (call) => /^(order|select|group|desc)$/i.test(queryOf(call).get('sortBy') ?? '')),
  },
  'logs-500-second-60': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a leap second in from or to',
    apply: (server) => failIf(server, 'logs', (call) => hasValue(call, /:\d\d:60/)),
  },
  'logs-500-late-number': {
    owner: 'logs/no-server-error',
    defect: 'reads numbers as milliseconds, and fails with 500 on a year of more than four digits',
    apply: (server) => failIf(server, 'logs', (call) => hasValue(call, /^\d{15,18}$/)),
  },
  'logs-500-hour-24': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on 24:00:00, the end of a day, in from or to',
    apply: (server) => failIf(server, 'logs', (call) => hasValue(call, /T24:/)),
  },
  'create-500-empty-id': {
    owner: 'create/no-server-error',
    defect: 'fails with 500 on an empty profile id behind others',
    apply: (server) => failIf(server, 'create', (call) => profileIdsOf(call).slice(1).includes('')),
  },
  'verify-500-foreign-domain': {
    owner: 'verify/no-server-error',
    defect: 'takes the domain of an e-mail for ASCII, and fails with 500 on any other',
    apply: (server) => failIf(server, 'verify', hasForeignDomain),
  },
  'register-500-foreign-domain': {
    owner: 'register/no-server-error',
    defect: 'takes the domain of an e-mail for ASCII, and fails with 500 on any other',
    apply: (server) => failIf(server, 'register', hasForeignDomain),
  },
  'register-500-half-character': {
    owner: 'register/no-server-error',
    defect: 'cuts e-mails with an @ to three octets for its log, and fails with 500 if they end within a character',
    apply(server) {
      failIf(server, 'register', (call) => {
        const email = String(bodyOf(call)['email'] ?? '');
        return email.includes('@') && Buffer.from(email).subarray(0, 3).toString().endsWith('\ufffd');
      });
    },
  },
  'logs-500-signed-sort': {
    owner: 'logs/no-server-error',
    defect: 'takes a sign before sortBy for the direction, and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => /^-/.test(queryOf(call).get('sortBy') ?? '')),
  },
  'register-500-two-signs': {
    owner: 'register/no-server-error',
    defect: 'splits the e-mail at @ into two parts, and fails with 500 on three',
    apply: (server) => failIf(server, 'register', (call) => String(bodyOf(call)['email']).split('@').length === 3),
  },
  'verify-500-two-signs': {
    owner: 'verify/no-server-error',
    defect: 'splits the e-mail at @ into two parts, and fails with 500 on three',
    apply: (server) => failIf(server, 'verify', (call) => String(bodyOf(call)['email']).split('@').length === 3),
  },
  'logs-500-zone-at-border': {
    owner: 'logs/no-server-error',
    defect: 'applies the offset of a time, and fails with 500 on one that is beyond the year 9999 then',
    apply(server) {
      failIf(server, 'logs', (call) =>
        ['from', 'to'].some((name) => /^9999-.*T.*-\d\d:\d\d$/.test(queryOf(call).get(name) ?? '')),
      );
    },
  },
  'logs-500-before-epoch': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a time in 1969, before the epoch',
    apply: (server) =>
      failIf(server, 'logs', (call) => ['from', 'to'].some((name) => queryOf(call).get(name)?.startsWith('1969-'))),
  },
  'register-500-long-last-name': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a last name of 129 to 255 characters, which its column does not hold',
    apply: (server) =>
      failIf(server, 'register', (call) => {
        const { length } = String(bodyOf(call)['lastName'] ?? '');
        return length > 128 && length <= 255;
      }),
  },
  'register-500-beyond-72-octets': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a password of 73 to 200 octets, which its hash does not take',
    apply: (server) =>
      failIf(server, 'register', (call) => {
        const length = Buffer.byteLength(String(bodyOf(call)['password'] ?? ''));
        return length > 72 && length <= 200;
      }),
  },
  'register-500-nul-in-password': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a password of at least eight characters with a NUL, at which its hash ends',
    apply: (server) =>
      failIf(server, 'register', (call) => {
        const password = String(bodyOf(call)['password'] ?? '');
        return password.length >= 8 && password.includes('\u0000') && /[A-Z]/.test(password) && /\d/.test(password);
      }),
  },
  'register-500-beyond-72-octets-of-few-characters': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a password of at most 72 characters and more than 72 octets',
    apply: (server) =>
      failIf(server, 'register', (call) => {
        const password = String(bodyOf(call)['password'] ?? '');
        return [...password].length <= 72 && Buffer.byteLength(password) > 72;
      }),
  },
  'logs-500-id-beyond-64-bits': {
    owner: 'logs/no-server-error',
    defect: 'looks up a webhookId of digits in a column of integers, and fails with 500 on one beyond 64 bits',
    apply: (server) => failIf(server, 'logs', (call) => isBeyond64Bits(call.webhookId)),
  },
  'create-500-id-beyond-64-bits': {
    owner: 'create/no-server-error',
    defect: 'looks up a profile id of digits in a column of integers, and fails with 500 on one beyond 64 bits',
    apply: (server) => failIf(server, 'create', (call) => profileIdsOf(call).some(isBeyond64Bits)),
  },
  'logs-500-operator-sort': {
    owner: 'logs/no-server-error',
    defect: 'passes sortBy on to a document store, and fails with 500 on names that begin with $',
    apply: (server) => failIf(server, 'logs', (call) => /^\$\w/.test(queryOf(call).get('sortBy') ?? '')),
  },
  'register-500-overlong-label': {
    owner: 'register/no-server-error',
    defect: 'encodes the domain of an e-mail of usual length, and fails with 500 on a label of more than 63 characters',
    apply: (server) => failIf(server, 'register', hasOverlongLabel),
  },
  'verify-500-overlong-label': {
    owner: 'verify/no-server-error',
    defect: 'encodes the domain of an e-mail of usual length, and fails with 500 on a label of more than 63 characters',
    apply: (server) => failIf(server, 'verify', hasOverlongLabel),
  },
  'register-500-no-local-part': {
    owner: 'register/no-server-error',
    defect: 'builds a greeting from the first character of the e-mail, and fails with 500 if the local part is empty',
    apply: (server) => failIf(server, 'register', (call) => /^@[^@]+\.[^@]+$/.test(String(bodyOf(call)['email']))),
  },
  'register-500-blank-name': {
    owner: 'register/no-server-error',
    defect: 'builds a greeting from the first word of firstName, and fails with 500 if it has none',
    apply: (server) => failIf(server, 'register', (call) => /^ +$/.test(String(bodyOf(call)['firstName'] ?? ''))),
  },
  'register-500-nul-in-email': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a NUL in a well-formed e-mail, which its database does not store',
    apply: (server) =>
      failIf(server, 'register', (call) => /^[^\s@]+@[^\s@]+$/.test(emailOf(call)) && emailOf(call).includes('\u0000')),
  },
  'register-500-line-break-in-email': {
    owner: 'register/no-server-error',
    defect: 'overlooks a line break at the end of an e-mail, and fails with 500 on it in the header of a mail',
    apply: (server) => failIf(server, 'register', (call) => /^[^\s@]+@[^\s@]+\n$/.test(emailOf(call))),
  },
  'register-500-overlong-local-part': {
    owner: 'register/no-server-error',
    defect: 'refuses e-mails of more than 254 characters, and fails with 500 on more than 64 before the @',
    apply: (server) =>
      failIf(server, 'register', (call) => emailOf(call).length <= 254 && /^[^@]{65,}@/.test(emailOf(call))),
  },
  'register-500-overlong-email': {
    owner: 'register/no-server-error',
    defect: 'refuses e-mails of more than 320 characters, and fails with 500 on more than 254, as its column holds',
    apply: (server) =>
      failIf(server, 'register', (call) => emailOf(call).length > 254 && /^[^@]{1,64}@.{1,255}$/.test(emailOf(call))),
  },
  'logs-500-empty-prev': {
    owner: 'logs/no-server-error',
    defect: 'decodes an empty prev, and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => queryOf(call).get('prev') === ''),
  },
  'logs-500-nul-in-sort': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a NUL in sortBy',
    apply: (server) => failIf(server, 'logs', (call) => holdsNul(call, 'sortBy')),
  },
  'logs-500-nul-in-status': {
    owner: 'logs/survives-malformed',
    defect: 'passes the status on to a database, and fails with 500 on a NUL in it',
    apply: (server) => failIf(server, 'logs', (call) => holdsNul(call, 'status')),
  },
  'logs-500-nul-in-cursor': {
    owner: 'logs/survives-malformed',
    defect: 'looks cursors up in a database, and fails with 500 on a NUL in one',
    apply: (server) => failIf(server, 'logs', (call) => holdsNul(call, 'next') || holdsNul(call, 'prev')),
  },
  'register-500-false-encoding': {
    owner: 'register/survives-malformed',
    defect: 'fails with 500 on a body that is not compressed as Content-Encoding says',
    apply: (server) => failIf(server, 'register', (call) => call.request.headers['content-encoding'] === 'gzip'),
  },
});

const isInherited = (name: unknown): boolean => typeof name === 'string' && name !== '' && name in Object.prototype;

function profileIdsOf(call: Call): readonly unknown[] {
  const ids: unknown = bodyOf(call)['profileIds'];
  return Array.isArray(ids) ? ids : [];
}

const hasValue = (call: Call, pattern: RegExp): boolean =>
  [...queryOf(call).values()].some((value) => pattern.test(value));

const isBeyond64Bits = (id: unknown): boolean => typeof id === 'string' && /^\d{20,}$/.test(id);

const emailOf = (call: Call): string => String(bodyOf(call)['email'] ?? '');

const holdsNul = (call: Call, name: string): boolean => queryOf(call).get(name)?.includes('\u0000') === true;

function hasOverlongLabel(call: Call): boolean {
  const email = String(bodyOf(call)['email']);
  return email.length <= 254 && /@.*[^.@]{64}/.test(email);
}

const hasForeignDomain = (call: Call): boolean => /@.*[^ -~]/.test(String(bodyOf(call)['email']));
