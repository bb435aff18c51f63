/** Users that register or verify twice, or try often: what a repetition loses, and what many wrong codes open. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Call, Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import type { Server } from '../state.ts';
import type { User } from '../steps.ts';
import { answerInstead, bodyOf, failIf, ownTenant, serverError, wrapStep } from '../tampering.ts';

export const repetition = defineFaults({
  // The same e-mail again
  'register-again-loses-code': {
    owner: 'register/then-verify',
    defect: 'deletes the code of a user whose e-mail is registered again, and refuses the registration',
    apply: (server) => replaceLike(server, (sent, registered) => sent === registered),
  },
  'register-again-hidden': {
    owner: 'register/then-verify',
    defect: 'draws a new code for an e-mail that is registered again, but does not send it',
    apply(server) {
      answerInstead(server, 'register', (call) => {
        const user = userOf(server, call);
        if (user === undefined) return undefined;
        user.code = undefined;
        return { status: 201, body: {} };
      });
    },
  },
  'register-other-case-replaces': {
    owner: 'register/then-verify',
    defect: 'deletes the code of a user whose e-mail is registered in another letter case, which it refuses',
    apply(server) {
      replaceLike(server, (sent, registered) => sent !== registered && sent.toLowerCase() === registered.toLowerCase());
    },
  },
  'register-trailing-blank-replaces': {
    owner: 'register/then-verify',
    defect: 'deletes the code of a user whose e-mail is registered with a trailing space, which it refuses',
    apply: (server) => replaceLike(server, (sent, registered) => sent !== registered && sent.trim() === registered),
  },
  'register-at-once-loses-code': {
    owner: 'register/then-verify',
    defect: 'loses the code of an e-mail that is registered twice at once',
    apply(server) {
      const inFlight = new Map<unknown, number>();
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        const { email } = bodyOf(call);
        const others = inFlight.get(email) ?? 0;
        inFlight.set(email, others + 1);
        await delay(3);
        const isAlone = inFlight.get(email) === 1;
        try {
          return await inner(call, tenant);
        } finally {
          inFlight.set(email, (inFlight.get(email) ?? 1) - 1);
          const user = userOf(server, call);
          if (!isAlone && user !== undefined) user.code = undefined;
        }
      });
    },
  },
  'register-500-other-case': {
    owner: 'register/no-server-error',
    defect: 'violates a unique key without letter case and fails with 500 if only the case of an e-mail differs',
    apply(server) {
      failIf(server, 'register', (call) => {
        const email = String(bodyOf(call)['email']);
        return [...server.users.values()].some(
          (user) => user.email !== email && user.email.toLowerCase() === email.toLowerCase(),
        );
      });
    },
  },

  'register-500-at-once': {
    owner: 'register/no-server-error',
    defect: 'violates a unique key and fails with 500 if an e-mail is registered twice at once',
    apply(server) {
      const inFlight = new Set<unknown>();
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        const { email } = bodyOf(call);
        if (inFlight.has(email)) return serverError();
        inFlight.add(email);
        await delay(3);
        return Promise.resolve(inner(call, tenant)).finally(() => inFlight.delete(email));
      });
    },
  },

  // Names and long e-mails
  'register-unicode-name-loses-code': {
    owner: 'register/then-verify',
    defect: 'stores a code that nobody was sent if a name is not ASCII',
    apply: (server) => dropCodeIf(server, ({ firstName, lastName }) => /\P{ASCII}/u.test(firstName + lastName)),
  },
  'register-emoji-name-loses-code': {
    owner: 'register/then-verify',
    defect: 'rolls back the user if a name has a character of four octets, and still answers that it is registered',
    apply: (server) =>
      dropCodeIf(server, ({ firstName, lastName }) => /[\u{10000}-\u{10ffff}]/u.test(firstName + lastName)),
  },
  'register-markup-name-loses-code': {
    owner: 'register/then-verify',
    defect: 'loses the code of a user whose name contains an angle bracket, which breaks the HTML of the mail',
    apply: (server) => dropCodeIf(server, ({ firstName, lastName }) => /[<>]/.test(firstName + lastName)),
  },
  'register-name-of-one-character': {
    owner: 'register/then-verify',
    defect: 'loses the code of a user whose first name has one character',
    apply: (server) => dropCodeIf(server, ({ firstName }) => [...firstName].length === 1),
  },
  'register-email-48-characters': {
    owner: 'register/then-verify',
    defect: 'loses the code of an e-mail of more than 48 characters',
    apply: (server) => dropCodeIf(server, ({ email }) => email.length > 48),
  },
  'register-email-200-characters': {
    owner: 'register/then-verify',
    defect: 'loses the code of an e-mail of more than 200 characters',
    apply: (server) => dropCodeIf(server, ({ email }) => email.length > 200),
  },
  'register-stores-few': {
    owner: 'register/then-verify',
    defect: 'has room for twenty users, and still answers that every later one is registered',
    apply: (server) => keepFirst(server, 20),
  },
  'register-stores-three': {
    owner: 'register/then-verify',
    defect: 'has room for three users, and still answers that every later one is registered',
    apply: (server) => keepFirst(server, 3),
  },
  'register-long-local-part': {
    owner: 'register/then-verify',
    defect: 'loses the code of an e-mail with more than 40 characters before the @',
    apply: (server) => dropCodeIf(server, ({ email }) => email.indexOf('@') > 40),
  },
  'verify-email-64-characters': {
    owner: 'verify/unknown-email',
    defect: 'compares only the first 64 characters of an e-mail',
    apply(server) {
      wrapStep(server, 'findUser', (inner) => (email, tenant) => {
        const found = inner(email, tenant);
        if (found !== undefined || email.length < 64) return found;
        return [...server.users.values()].find((user) => user.email.slice(0, 64) === email.slice(0, 64));
      });
    },
  },

  // The right code twice
  'verify-at-once-loses-code': {
    owner: 'register/then-verify',
    defect: 'uses a code up without verifying the user if it comes twice at once',
    apply(server) {
      const inFlight = new Map<unknown, number>();
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        const { email } = bodyOf(call);
        inFlight.set(email, (inFlight.get(email) ?? 0) + 1);
        await delay(3);
        const isAlone = inFlight.get(email) === 1;
        await delay(3);
        inFlight.set(email, (inFlight.get(email) ?? 1) - 1);
        const user = userOf(server, call);
        if (!isAlone && user !== undefined) user.code = undefined;
        return inner(call, tenant);
      });
    },
  },
  'verify-500-wrong-code-of-verified': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on a wrong code for a verified user',
    apply(server) {
      const codes = codesSent(server);
      failIf(server, 'verify', (call) => {
        const user = userOf(server, call);
        return user?.verified === true && Number(codes.get(user.email)) !== bodyOf(call)['code'];
      });
    },
  },

  'verify-verified-any-code': {
    owner: 'verify/verified-user',
    defect: 'reports success for a verified user before it compares the code',
    apply: (server) =>
      answerInstead(server, 'verify', (call) =>
        userOf(server, call)?.verified === true ? { status: 200, body: {} } : undefined,
      ),
  },

  // After many wrong codes
  'verify-zero-after-several': {
    owner: 'verify/wrong-code',
    defect: 'clears the code after five wrong ones, and compares 0 with what is left',
    apply: (server) => acceptAfter(server, 5, (code) => code === 0),
  },
  'verify-default-after-several': {
    owner: 'verify/wrong-code',
    defect: 'falls back to the code 123456 after five wrong ones',
    apply: (server) => acceptAfter(server, 5, (code) => code === 123_456),
  },
  'verify-any-after-ten': {
    owner: 'verify/wrong-code',
    defect: 'accepts any code after ten wrong ones',
    apply: (server) => acceptAfter(server, 10, () => true),
  },
  'verify-any-code-with-capitals': {
    owner: 'verify/wrong-code',
    defect: 'compares no code if the e-mail has capitals, since it looks the code up in lower case and finds none',
    apply: (server) => acceptCodesOf(server, ({ email }) => /[A-Z]/.test(email)),
  },
  'verify-wrong-code-stored': {
    owner: 'verify/wrong-code',
    defect: 'stores a wrong code in place of the code that was sent, so that it is accepted when it is tried again',
    apply(server) {
      const tried = new WeakMap<User, unknown>();
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        const stored = tried.get(user);
        const matches = stored === undefined ? inner(user, code) : code === stored;
        if (!matches) tried.set(user, code);
        return matches;
      });
    },
  },
  'verify-empty-after-several': {
    owner: 'verify/missing-code',
    defect: 'clears the code after five wrong ones, and accepts a request without one',
    apply(server) {
      answerInstead(server, 'verify', (call) => {
        const user = userOf(server, call);
        const isEmpty = [undefined, null, ''].includes(bodyOf(call)['code']);
        return isEmpty && user !== undefined && user.failures >= 5 ? { status: 200, body: {} } : undefined;
      });
    },
  },
});

const userOf = (server: Server, call: Call): User | undefined =>
  server.steps.findUser(String(bodyOf(call)['email']), ownTenant);

/** The code that was sent to each e-mail last. */
function codesSent(server: Server): ReadonlyMap<string, string> {
  const codes = new Map<string, string>();
  wrapStep(server, 'deliver', (inner) => (user, code) => {
    codes.set(user.email, code);
    inner(user, code);
  });
  return codes;
}

/** Deletes the code of a new user, once it was sent. */
function dropCodeIf(server: Server, when: (user: User) => boolean): void {
  wrapStep(server, 'deliver', (inner) => (user, code) => {
    inner(user, code);
    if (when(user)) user.code = undefined;
  });
}

/** Deletes the code of each new user but the first ones, once it was sent. */
function keepFirst(server: Server, most: number): void {
  let users = 0;
  dropCodeIf(server, () => ++users > most);
}

/** Refuses a registration whose e-mail is like a registered one, and deletes the code of that. */
function replaceLike(server: Server, isLike: (sent: string, registered: string) => boolean): void {
  wrapStep(server, 'checkRegister', (inner) => (body) => {
    const sent = String(objectOf(body)['email']);
    const user = [...server.users.values()].find(({ email }) => isLike(sent, email));
    if (user === undefined) return inner(body);
    user.code = undefined;
    throw new Refusal(409, 'This e-mail is already registered.');
  });
}

/** Accepts a wrong code that satisfies `accept`, for a pending user with at least `failures` wrong codes. */
function acceptAfter(server: Server, failures: number, accept: (code: number) => boolean): void {
  wrapStep(
    server,
    'codeMatches',
    (inner) => (user, code) => inner(user, code) || (!user.verified && user.failures >= failures && accept(code)),
  );
}

/** Accepts any code of a pending user that satisfies `when`. */
function acceptCodesOf(server: Server, when: (user: User) => boolean): void {
  wrapStep(server, 'codeMatches', (inner) => (user, code) => inner(user, code) || (!user.verified && when(user)));
}
