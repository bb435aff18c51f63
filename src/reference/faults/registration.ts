/** Registering users: requests that crash the server, refused names, users that are lost, and the answer. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Call } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import type { Server } from '../state.ts';
import type { Tenant } from '../steps.ts';
import {
  answerInstead,
  bodyOf,
  cutConnection,
  failIf,
  noAnswer,
  onRefusal,
  onSuccess,
  refuseIf,
  serverError,
  wrapStep,
} from '../tampering.ts';

export const registration = defineFaults({
  // Requests of the stated types that crash the server
  'register-500-quote': {
    owner: 'register/no-server-error',
    defect: 'does not escape a quote in a name for SQL and fails with 500',
    apply: (server) => failIf(server, 'register', (call) => /'/.test(namesOf(call))),
  },
  'register-500-format': {
    owner: 'register/no-server-error',
    defect: 'uses a name as a format string and fails with 500 on directives such as %s',
    apply: (server) => failIf(server, 'register', (call) => /%[sdn]/.test(namesOf(call))),
  },
  'register-500-long-name': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on a name longer than 255 characters',
    apply: (server) => failIf(server, 'register', (call) => eachName(call).some(({ length }) => length > 255)),
  },
  'register-500-astral': {
    owner: 'register/no-server-error',
    defect: 'fails with 500 on characters beyond U+FFFF, which its column cannot store (utf8mb3)',
    apply: (server) => failIf(server, 'register', (call) => /[\u{10000}-\u{10ffff}]/u.test(call.payload.toString())),
  },
  'register-500-taken': {
    owner: 'register/no-server-error',
    defect: 'violates a unique key and fails with 500 if the e-mail is already registered',
    apply: (server) => onRefusal(server, 'register', (answer) => (answer.status === 409 ? serverError() : answer)),
  },
  'register-hangs-on-400': {
    owner: 'register/no-server-error',
    defect: 'never answers what it would answer 400',
    apply: (server) => onRefusal(server, 'register', (answer) => (answer.status === 400 ? noAnswer() : answer)),
  },
  'register-hangs-on-nul': {
    owner: 'register/no-server-error',
    defect: 'never answers a request with U+0000 in a name',
    apply: (server) => answerInstead(server, 'register', (call) => (/\0/.test(namesOf(call)) ? noAnswer() : undefined)),
  },
  'register-cut-on-long-password': {
    owner: 'register/no-server-error',
    defect: 'closes the connection on a password longer than 72 bytes (bcrypt)',
    apply(server) {
      answerInstead(server, 'register', (call) =>
        String(bodyOf(call)['password']).length > 72 ? cutConnection(call) : undefined,
      );
    },
  },

  // Names and fields
  'register-ascii-names': {
    owner: 'register/ordinary-names',
    defect: 'refuses non-ASCII names',
    apply: (server) => refuseIf(server, 'register', (call) => /\P{ASCII}/u.test(namesOf(call))),
  },
  'register-no-apostrophe': {
    owner: 'register/ordinary-names',
    defect: 'refuses a name with an apostrophe',
    apply: (server) => refuseIf(server, 'register', (call) => /'/.test(namesOf(call))),
  },
  'register-no-hyphen': {
    owner: 'register/ordinary-names',
    defect: 'refuses a name with a hyphen',
    apply: (server) => refuseIf(server, 'register', (call) => /-/.test(namesOf(call))),
  },
  'register-two-letters': {
    owner: 'register/ordinary-names',
    defect: 'refuses a name with one letter',
    apply: (server) => refuseIf(server, 'register', (call) => eachName(call).some(({ length }) => length < 2)),
  },
  'register-coerces-names': {
    owner: 'register/rejects-wrong-types',
    defect: 'converts a first name sent as a number',
    apply(server) {
      wrapStep(server, 'checkRegister', (inner) => (body) => {
        const { firstName, ...rest } = objectOf(body);
        return inner({ ...rest, firstName: typeof firstName === 'number' ? String(firstName) : firstName });
      });
    },
  },
  'register-last-name-optional': {
    owner: 'register/required-fields',
    defect: 'accepts a registration without a last name, which is declared as required',
    apply(server) {
      wrapStep(server, 'checkRegister', (inner) => (body) => inner({ lastName: '–', ...objectOf(body) }));
    },
  },

  // Users that cannot be verified afterwards
  'register-not-persisted': {
    owner: 'register/then-verify',
    defect: 'does not store the user',
    apply(server) {
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        const answer = await inner(call, tenant);
        server.users.delete(keyOf(server, call, tenant));
        return answer;
      });
    },
  },
  'register-lowercases-email': {
    owner: 'register/then-verify',
    defect: 'stores the e-mail in lower case but looks it up as sent',
    apply: (server) => storeEmailAs(server, (email) => email.toLowerCase()),
  },
  'register-lowers-beyond-ascii': {
    owner: 'register/then-verify',
    defect: 'stores the e-mail with letters beyond ASCII in lower case, but looks it up as sent',
    apply: (server) => storeEmailAs(server, (email) => email.replace(/[À-Þ]/g, (letter) => letter.toLowerCase())),
  },
  'register-composes-accents': {
    owner: 'register/then-verify',
    defect: 'composes accents when storing the e-mail, but not when looking it up',
    apply: (server) => storeEmailAs(server, (email) => email.normalize('NFC')),
  },
  'register-plus-becomes-blank': {
    owner: 'register/then-verify',
    defect: 'stores a plus in the e-mail as a space, as form decoding does',
    apply: (server) => storeEmailAs(server, (email) => email.replaceAll('+', ' ')),
  },
  'register-strips-dots': {
    owner: 'register/then-verify',
    defect: 'removes dots before the @ when storing the e-mail, but not when looking it up',
    apply: (server) => storeEmailAs(server, (email) => email.replace(/\.(?=.*@)/g, '')),
  },
  'register-digits-email-lost': {
    owner: 'register/then-verify',
    defect: 'stores an e-mail that begins with a digit as a number',
    apply(server) {
      storeEmailAs(server, (email) => (/^\d/.test(email) ? String(Number.parseInt(email, 10)) : email));
    },
  },
  'register-unicode-email-lost': {
    owner: 'register/then-verify',
    defect: 'stores characters beyond Latin-1 in the e-mail as question marks',
    apply: (server) => storeEmailAs(server, (email) => [...email].map((one) => (one > '\u00ff' ? '?' : one)).join('')),
  },
  'register-same-name-replaces': {
    owner: 'register/then-verify',
    defect: 'uses the name as key, so that a second user of the same name replaces the first',
    apply(server) {
      const keys = new Map<string, string>();
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        const answer = await inner(call, tenant);
        if (answer.status >= 300) return answer;
        const { firstName, lastName } = bodyOf(call);
        const name = `${firstName} ${lastName}`;
        const before = keys.get(name);
        if (before !== undefined) server.users.delete(before);
        keys.set(name, keyOf(server, call, tenant));
        return answer;
      });
    },
  },
  'register-apostrophe-lost': {
    owner: 'register/then-verify',
    defect: 'accepts users with an apostrophe in the last name, but neither stores them nor sends them a code',
    apply(server) {
      wrapStep(server, 'register', (inner) => (call, tenant) => {
        const { lastName } = bodyOf(call) ?? {};
        if (!String(lastName).includes("'")) return inner(call, tenant);
        return { status: 201, body: {} };
      });
    },
  },
  'register-parallel-codes-mixed': {
    owner: 'register/then-verify',
    defect: 'keeps the new code in a global variable, so that parallel registrations mix up their codes',
    apply(server) {
      let shared = '';
      wrapStep(server, 'newCode', (inner) => (email) => {
        shared = inner(email);
        return shared;
      });
      wrapStep(server, 'deliver', (inner) => (user) => void setTimeout(() => inner(user, shared), 2));
    },
  },
  'register-parallel-codes-shared': {
    owner: 'verify/other-users-code',
    defect: 'draws one code for all registrations that are in progress at the same time',
    apply(server) {
      let inFlight = 0;
      let shared: string | undefined;
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        inFlight += 1;
        try {
          return await inner(call, tenant);
        } finally {
          inFlight -= 1;
          if (inFlight === 0) shared = undefined;
        }
      });
      wrapStep(server, 'newCode', (inner) => (email) => {
        shared ??= inner(email);
        return shared;
      });
    },
  },
  'register-parallel-lost': {
    owner: 'register/then-verify',
    defect: 'loses a user if two registrations are in progress',
    apply: (server) => loseBeside(server, 1),
  },
  'register-lost-beside-five': {
    owner: 'register/then-verify',
    defect: 'loses a user if five other registrations are in progress, as many as it has connections to its store',
    apply: (server) => loseBeside(server, 5),
  },

  'register-parallel-placeholder-code': {
    owner: 'register/then-verify',
    defect: 'rolls back some of several registrations in progress, and sends their users 000001, which verifies nobody',
    apply(server) {
      let begun = 0;
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        begun += 1;
        const own = begun;
        await delay(3);
        const answer = await inner(call, tenant);
        const user = server.users.get(keyOf(server, call, tenant));
        if (begun === own || begun % 2 === 0 || user === undefined || answer.status >= 300) return answer;
        user.code = undefined;
        server.codes.set(user.email, '000001');
        return answer;
      });
    },
  },

  // The answer
  'register-returns-id': {
    owner: 'register/empty-object',
    defect: 'returns the id of the user',
    apply: (server) => onSuccess(server, 'register', (answer) => ({ ...answer, body: { id: 'usr_1' } })),
  },
  'register-returns-list': {
    owner: 'register/empty-object',
    defect: 'returns an empty list, as PHP encodes an empty map',
    apply: (server) => onSuccess(server, 'register', (answer) => ({ ...answer, body: [] })),
  },
  'register-status-text': {
    owner: 'register/empty-object',
    defect: 'returns a string instead of an object',
    apply: (server) => onSuccess(server, 'register', (answer) => ({ ...answer, body: 'created' })),
  },
  'register-unicode-warning': {
    owner: 'register/empty-object',
    defect: 'returns a warning if the first name is not ASCII',
    apply(server) {
      onSuccess(server, 'register', (answer, call) => ({
        ...answer,
        body: /\P{ASCII}/u.test(String(bodyOf(call)['firstName'])) ? { warning: 'name' } : {},
      }));
    },
  },
});

function namesOf(call: Call): string {
  const { firstName, lastName } = bodyOf(call);
  return `${firstName}${lastName}`;
}

function eachName(call: Call): string[] {
  const { firstName, lastName } = bodyOf(call);
  return [String(firstName), String(lastName)];
}

function keyOf(server: Server, call: Call, tenant: Tenant): string {
  return server.steps.userKey(String(bodyOf(call)['email']), tenant);
}

/** Stores users under a changed e-mail. They are still looked up by the e-mail that was sent. */
function storeEmailAs(server: Server, change: (email: string) => string): void {
  wrapStep(server, 'register', (inner) => async (call, tenant) => {
    const answer = await inner(call, tenant);
    const email = String(bodyOf(call)['email']);
    const stored = change(email);
    const key = server.steps.userKey(email, tenant);
    const user = server.users.get(key);
    if (user && stored !== email && answer.status < 300) {
      server.users.delete(key);
      server.users.set(server.steps.userKey(stored, tenant), user);
    }
    return answer;
  });
}

/** Loses each user that is registered while at least `others` other registrations are in progress. */
function loseBeside(server: Server, others: number): void {
  let inFlight = 0;
  wrapStep(server, 'register', (inner) => async (call, tenant) => {
    const isLost = inFlight >= others;
    inFlight += 1;
    await delay(15);
    try {
      return await inner(call, tenant);
    } finally {
      inFlight -= 1;
      if (isLost) server.users.delete(keyOf(server, call, tenant));
    }
  });
}
