/** Verifying users: codes and e-mails that must not be accepted, requests that crash the server, and the answer. */
import { verificationRefusal } from '../accounts.ts';
import type { Answer } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import { glob, matchesAsRegex, sqlLike } from '../patterns.ts';
import type { Server } from '../state.ts';
import type { User } from '../steps.ts';
import { answerInstead, bodyOf, failIf, onRefusal, onSuccess, ownTenant, serverError, wrapStep } from '../tampering.ts';

export const verification = defineFaults({
  // Wrong codes
  'verify-any-code': {
    owner: 'verify/wrong-code',
    defect: 'accepts any code',
    apply: (server) => acceptCodeIf(server, () => true),
  },
  'verify-reregistered-open': {
    owner: 'verify/wrong-code',
    defect: 'sends a new code where a verified user registers again, and then accepts any code',
    apply(server) {
      const reopened = new WeakSet<User>();
      registerAgain(server, (user) => reopened.add(user));
      wrapStep(server, 'codeMatches', (inner) => (user, code) => reopened.has(user) || inner(user, code));
    },
  },
  'verify-code-8-bits': {
    owner: 'verify/wrong-code',
    defect: 'compares only the lowest 8 bits of a code',
    apply: (server) => acceptCodeIf(server, (code, right) => (code & 0xff) === (Number(right) & 0xff)),
  },
  'verify-code-16-bits': {
    owner: 'verify/wrong-code',
    defect: 'compares only the lowest 16 bits of a code',
    apply: (server) => acceptCodeIf(server, (code, right) => (code & 0xffff) === (Number(right) & 0xffff)),
  },
  'verify-code-32-bits': {
    owner: 'verify/wrong-code',
    defect: 'truncates a code to 32 bits',
    apply: (server) => acceptCodeIf(server, (code, right) => (code | 0) === Number(right)),
  },
  'verify-code-digits': {
    owner: 'verify/wrong-code',
    defect: 'accepts the digits of a code in any order',
    apply(server) {
      const sorted = (digits: string) => [...digits].sort().join();
      acceptCodeIf(server, (code, right) => sorted(String(code)) === sorted(right));
    },
  },
  'verify-code-extended': {
    owner: 'verify/wrong-code',
    defect: 'ignores extra digits after a code',
    apply: (server) => acceptCodeIf(server, (code, right) => String(code).startsWith(right)),
  },
  'verify-code-start': {
    owner: 'verify/wrong-code',
    defect: 'compares only the first four digits of a code',
    apply(server) {
      acceptCodeIf(
        server,
        (code, right) => right.startsWith(String(code)) || String(code).slice(0, 4) === right.slice(0, 4),
      );
    },
  },
  'verify-code-last-digits': {
    owner: 'verify/wrong-code',
    defect: 'compares only the last five digits of a code',
    apply: (server) => acceptCodeIf(server, (code, right) => String(code).slice(-5) === right.slice(-5)),
  },
  'verify-code-near': {
    owner: 'verify/wrong-code',
    defect: 'accepts the codes just below and above the right one, like a time-based code',
    apply: (server) => acceptCodeIf(server, (code, right) => Math.abs(code - Number(right)) === 1),
  },
  'verify-code-negative': {
    owner: 'verify/wrong-code',
    defect: 'ignores the sign of a code',
    apply: (server) => acceptCodeIf(server, (code, right) => -code === Number(right)),
  },
  'verify-code-zero': {
    owner: 'verify/wrong-code',
    defect: 'treats the code 0 as absent and skips the check',
    apply: (server) => acceptCodeIf(server, (code) => code === 0),
  },
  'verify-second-try': {
    owner: 'verify/wrong-code',
    defect: 'accepts any code after one wrong code',
    apply: (server) => acceptCodeIf(server, (_code, _right, user) => user.failures > 0),
  },
  'verify-development-code': {
    owner: 'verify/wrong-code',
    defect: 'accepts the development codes 123456 and 000000 for every user',
    apply(server) {
      wrapStep(server, 'codeMatches', (inner) => (user, code) => [0, 123_456].includes(code) || inner(user, code));
    },
  },
  'verify-master-code': {
    owner: 'verify/wrong-code',
    defect: 'accepts one development code for every user',
    unseen: 'only one code in a million reveals it, and it is not near any issued code',
    apply: (server) =>
      wrapStep(server, 'codeMatches', (inner) => (user, code) => code === 918_273 || inner(user, code)),
  },
  'verify-no-lockout': {
    owner: 'verify/lockout',
    defect: 'allows any number of wrong codes',
    apply: (server) => wrapStep(server, 'countFailure', () => () => {}),
  },

  // Codes of other users
  'verify-code-alone': {
    owner: 'verify/other-users-code',
    defect: 'accepts the pending code of any user',
    apply: (server) => acceptOthersCodeIf(server, (_user, other) => !other.verified),
  },
  'verify-same-domain-code': {
    owner: 'verify/other-users-code',
    defect: 'accepts the code of another user of the same e-mail domain',
    apply(server) {
      const domain = ({ email }: User) => email.slice(email.indexOf('@'));
      acceptOthersCodeIf(server, (user, other) => domain(other) === domain(user));
    },
  },
  'verify-last-code': {
    owner: 'verify/other-users-code',
    defect: 'accepts the latest code for every user',
    apply(server) {
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        const last = [...server.users.values()].at(-1);
        return inner(user, code) || (!user.verified && last !== undefined && inner(last, code));
      });
    },
  },
  'verify-spent-codes': {
    owner: 'verify/other-users-code',
    defect: 'accepts codes that other users have already used',
    apply(server) {
      const spent = new Set<number>();
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        const right = inner(user, code);
        if (right) spent.add(code);
        return right || (!user.verified && spent.has(code));
      });
    },
  },
  'verify-code-alone-after-wrong': {
    owner: 'verify/other-users-code',
    defect: 'looks the code up without its user once a wrong one was tried with the e-mail',
    apply: (server) => acceptOthersCodeIf(server, (user, other) => user.failures > 0 && !other.verified),
  },
  'verify-code-of-user-before': {
    owner: 'verify/other-users-code',
    defect: 'accepts the code of the user of the verification before, if that one had a wrong code',
    apply(server) {
      let before: User | undefined;
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        const last = before;
        before = user;
        if (inner(user, code)) return true;
        return !user.verified && last !== undefined && last !== user && last.failures > 0 && inner(last, code);
      });
    },
  },
  'verify-burns-others-code': {
    owner: 'verify/other-users-code',
    defect: 'invalidates a code that is tried with the e-mail of another user',
    apply(server) {
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        if (inner(user, code)) return true;
        for (const other of server.users.values()) if (other !== user && inner(other, code)) other.code = undefined;
        return false;
      });
    },
  },

  // E-mails that nobody registered
  'verify-unknown-email': {
    owner: 'verify/unknown-email',
    defect: 'reports success for an unknown e-mail, so as not to reveal which exist',
    apply(server) {
      succeedIf(server, ({ email }) => typeof email === 'string' && !server.steps.findUser(email, ownTenant));
    },
  },
  'verify-email-start': {
    owner: 'verify/unknown-email',
    defect: 'accepts a prefix of a registered e-mail',
    apply: (server) => findUnknownEmail(server, (sent, registered) => registered.startsWith(sent)),
  },
  'verify-email-extended': {
    owner: 'verify/unknown-email',
    defect: 'ignores extra characters after a registered e-mail',
    apply: (server) => findUnknownEmail(server, (sent, registered) => sent.startsWith(registered)),
  },
  'verify-email-local-part': {
    owner: 'verify/unknown-email',
    defect: 'ignores the domain of an e-mail',
    apply: (server) => findUnknownEmail(server, (sent, registered) => sent.split('@')[0] === registered.split('@')[0]),
  },
  'verify-email-length': {
    owner: 'verify/unknown-email',
    defect: 'compares only length and last character of an e-mail, by a poor hash',
    apply(server) {
      findUnknownEmail(
        server,
        (sent, registered) => registered.length === sent.length && registered.at(-1) === sent.at(-1),
      );
    },
  },
  'verify-email-glob': {
    owner: 'verify/unknown-email',
    defect: 'treats an asterisk in the e-mail as a wildcard',
    apply: (server) =>
      findUnknownEmail(server, (sent, registered) => sent.includes('*') && glob(sent).test(registered)),
  },
  'verify-email-like': {
    owner: 'verify/unknown-email',
    defect: 'looks the e-mail up with SQL LIKE',
    apply: (server) =>
      findUnknownEmail(server, (sent, registered) => /[%_]/.test(sent) && sqlLike(sent).test(registered)),
  },
  'verify-email-regex': {
    owner: 'verify/unknown-email',
    defect: 'treats the e-mail as a regular expression',
    apply(server) {
      findUnknownEmail(server, (sent, registered) => /[.*+?|]/.test(sent) && matchesAsRegex(sent, registered));
    },
  },
  'verify-email-sql': {
    owner: 'verify/unknown-email',
    defect: "allows SQL injection through an e-mail such as ' OR 1=1",
    apply: (server) => findUnknownEmail(server, (sent) => /'\s*or\s/i.test(sent)),
  },

  // Fields
  'verify-without-code': {
    owner: 'verify/missing-code',
    defect: 'verifies a user without a code',
    apply: (server) => verifyIf(server, (code) => code === undefined),
  },
  'verify-null-code': {
    owner: 'verify/missing-code',
    defect: 'verifies a user with null as the code',
    apply: (server) => verifyIf(server, (code) => code === null),
  },
  'verify-empty-code': {
    owner: 'verify/missing-code',
    defect: 'verifies a user with an empty string as the code',
    apply: (server) => verifyIf(server, (code) => code === ''),
  },
  'verify-true-code': {
    owner: 'verify/missing-code',
    defect: 'compares codes loosely, so that true is any code',
    apply: (server) => verifyIf(server, (code) => code === true),
  },
  'verify-operator-code': {
    owner: 'verify/missing-code',
    defect: 'passes the code to a database, which takes {"$ne": 0} for a condition',
    apply: (server) => verifyIf(server, (code) => Object.keys(Object(code)).includes('$ne')),
  },
  'verify-empty-email': {
    owner: 'verify/missing-code',
    defect: 'accepts any code with an empty e-mail',
    apply: (server) => succeedIf(server, ({ email, code }) => email === '' && code !== undefined),
  },
  'verify-without-email': {
    owner: 'verify/required-fields',
    defect: 'looks a code up alone if the e-mail is missing',
    apply(server) {
      const isKnown = (code: unknown) => [...server.codes.values()].includes(String(code).padStart(6, '0'));
      succeedIf(server, ({ email, code }) => email === undefined && Number.isInteger(code) && isKnown(code));
    },
  },
  'verify-coerces-code': {
    owner: 'verify/rejects-wrong-types',
    defect: 'converts a code sent as a string',
    apply: (server) => readCodeAs(server, (code) => (typeof code === 'string' ? Number.parseInt(code, 10) : code)),
  },
  'verify-cuts-fraction': {
    owner: 'verify/rejects-wrong-types',
    defect: 'truncates a fractional code',
    apply: (server) => readCodeAs(server, (code) => (typeof code === 'number' ? Math.trunc(code) : code)),
  },

  // Right codes that are not accepted
  'verify-leading-zeros': {
    owner: 'register/then-verify',
    defect: 'rejects codes with leading zeros, which it compares as strings',
    apply(server) {
      wrapStep(server, 'codeMatches', (inner) => (user, code) => code >= 100_000 && inner(user, code));
    },
  },
  'verify-in-order-only': {
    owner: 'register/then-verify',
    defect: 'verifies users only in the order of their registration',
    apply(server) {
      const queue: string[] = [];
      wrapStep(server, 'deliver', (inner) => (user, code) => {
        queue.push(user.email);
        inner(user, code);
      });
      wrapStep(server, 'markVerified', (inner) => (user) => {
        if (queue.shift() !== user.email) throw verificationRefusal();
        inner(user);
      });
    },
  },
  'verify-last-registered-only': {
    owner: 'register/then-verify',
    defect: 'verifies only the user registered last',
    apply(server) {
      let last = '';
      wrapStep(server, 'deliver', (inner) => (user, code) => {
        last = user.email;
        inner(user, code);
      });
      wrapStep(server, 'findUser', (inner) => (email, tenant) => (email === last ? inner(email, tenant) : undefined));
    },
  },

  // Requests of the stated types that crash the server
  'verify-500-wrong-code': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on a wrong code',
    apply: (server) => onRefusal(server, 'verify', (answer) => (answer.status === 422 ? serverError() : answer)),
  },
  'verify-500-unknown-email': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on an unknown e-mail',
    apply: (server) => failIf(server, 'verify', (call) => !isRegistered(server, bodyOf(call)['email'])),
  },
  'verify-500-second-time': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 if a user is verified a second time',
    apply(server) {
      failIf(
        server,
        'verify',
        (call) => server.steps.findUser(String(bodyOf(call)['email']), ownTenant)?.verified === true,
      );
    },
  },
  'verify-500-big-code': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on a code beyond 32 bits',
    apply: (server) => failIf(server, 'verify', (call) => Math.abs(bodyOf(call)['code']) > 2 ** 31 - 1),
  },
  'verify-500-negative-code': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on a negative code',
    apply: (server) => failIf(server, 'verify', (call) => bodyOf(call)['code'] < 0),
  },

  // The answer
  'verify-returns-token': {
    owner: 'verify/empty-object',
    defect: 'returns an access token',
    apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: { accessToken: 'tok_1' } })),
  },
  'verify-returns-null': {
    owner: 'verify/empty-object',
    defect: 'returns null instead of an object',
    apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: null })),
  },
  'verify-error-inside': {
    owner: 'verify/empty-object',
    defect: 'reports an error in a successful answer',
    apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: { error: 'code expired' } })),
  },
});

/** Accepts wrong codes for pending users. `accept` gets the code that was sent and the digits of the right one. */
/** Takes the e-mail of a verified user again, and sends a new code. */
function registerAgain(server: Server, whenReopened: (user: User) => void): void {
  wrapStep(server, 'register', (inner) => async (call, tenant) => {
    const { steps } = server;
    const { email } = steps.checkRegister(steps.parseBody(call));
    const user = server.users.get(steps.userKey(email, tenant));
    if (user?.verified !== true) return inner(call, tenant);
    whenReopened(user);
    steps.deliver(user, steps.newCode(email));
    return { status: 201, body: {} };
  });
}

function acceptCodeIf(server: Server, accept: (code: number, right: string, user: User) => boolean): void {
  const codes = new Map<string, string>();
  wrapStep(server, 'deliver', (inner) => (user, code) => {
    codes.set(user.email, code);
    inner(user, code);
  });
  wrapStep(server, 'codeMatches', (inner) => (user, code) => {
    if (inner(user, code)) return true;
    const right = user.verified ? undefined : codes.get(user.email);
    return right !== undefined && accept(code, right, user);
  });
}

/** Accepts, for a pending user, the code of another user that satisfies `accept`. */
function acceptOthersCodeIf(server: Server, accept: (user: User, other: User) => boolean): void {
  wrapStep(
    server,
    'codeMatches',
    (inner) => (user, code) =>
      inner(user, code) ||
      (!user.verified && [...server.users.values()].some((other) => accept(user, other) && inner(other, code))),
  );
}

/** Verifies, if the code is right, the first registered user whose e-mail satisfies `matching` in place of an unknown one. */
function findUnknownEmail(server: Server, matching: (sent: string, registered: string) => boolean): void {
  answerInstead(server, 'verify', (call) => {
    const { email, code } = bodyOf(call);
    const unknown = typeof email === 'string' && Number.isInteger(code) && !isRegistered(server, email);
    if (!unknown) return undefined;
    for (const user of server.users.values()) {
      if (!matching(email, user.email) || !server.steps.codeMatches(user, code)) continue;
      server.steps.markVerified(user);
      return verified();
    }
    return undefined;
  });
}

function succeedIf(server: Server, when: (body: ReturnType<typeof bodyOf>) => boolean): void {
  answerInstead(server, 'verify', (call) => (when(bodyOf(call)) ? verified() : undefined));
}

/** Verifies a registered user without comparing the code. */
function verifyIf(server: Server, isAccepted: (code: unknown) => boolean): void {
  answerInstead(server, 'verify', (call) => {
    const { email, code } = bodyOf(call);
    const user = isAccepted(code) ? server.steps.findUser(String(email), ownTenant) : undefined;
    if (user === undefined) return undefined;
    server.steps.markVerified(user);
    return verified();
  });
}

function readCodeAs(server: Server, change: (code: unknown) => unknown): void {
  wrapStep(server, 'checkVerify', (inner) => (body) => {
    const { code, ...rest } = objectOf(body);
    return inner({ ...rest, code: change(code) });
  });
}

const isRegistered = (server: Server, email: unknown): boolean =>
  server.steps.findUser(String(email), ownTenant) !== undefined;

const verified = (): Answer => ({ status: 200, body: {} });
