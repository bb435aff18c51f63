/** Verifying users: e-mails and fields that must not be accepted, right codes that are not, and crashes. */
import { verificationRefusal } from '../accounts.ts';
import type { Answer } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import { glob, matchesAsRegex, sqlLike } from '../patterns.ts';
import type { Server } from '../state.ts';
import type { User } from '../steps.ts';
import { answerInstead, bodyOf, failIf, onRefusal, onSuccess, ownTenant, serverError, wrapStep } from '../tampering.ts';

export const verification = defineFaults({
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
  'verify-email-latest': {
    owner: 'verify/unknown-email',
    defect: 'takes an unknown e-mail for that of the latest registration',
    apply: (server) =>
      findUnknownEmail(server, (_, registered) => registered === [...server.users.values()].at(-1)?.email),
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
  'verify-without-code-for-good': {
    owner: 'verify/missing-code',
    defect: 'verifies a user without a code, and reports success for a verified user with any code',
    apply(server) {
      verifyIf(server, (code) => code === undefined);
      succeedIf(server, ({ email }) => server.steps.findUser(String(email), ownTenant)?.verified === true);
    },
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
  'verify-stores-members': {
    owner: 'verify/missing-code',
    defect: 'copies every member of the body into the user, including isVerified',
    apply: (server) => verifyIf(server, (_code, _user, body) => body['isVerified'] === true),
  },
  'verify-operator-code': {
    owner: 'verify/missing-code',
    defect: 'passes the code to a database, which takes {"$ne": 0} for a condition',
    apply: (server) => verifyIf(server, (code) => Object.keys(Object(code)).includes('$ne')),
  },
  'verify-pattern-code': {
    owner: 'verify/missing-code',
    defect: 'compares codes with LIKE in a database, so that % is any code',
    apply: (server) => verifyIf(server, (code) => code === '%'),
  },
  'verify-zero-before-code': {
    owner: 'verify/missing-code',
    defect: 'makes the code 250 ms after the registration, or at the first wrong one, and compares with 0 until then',
    apply: (server) => verifyEarlyIf(server, (code, { failures }) => code === 0 && failures === 0),
  },
  'verify-none-before-code': {
    owner: 'verify/missing-code',
    defect: 'makes the code 250 ms after the registration, and until then accepts a request without one',
    apply: (server) => verifyEarlyIf(server, (code) => code === undefined),
  },
  'verify-latest-without-email': {
    owner: 'verify/missing-code',
    defect: 'takes the user that was registered last for the one that is meant if the e-mail is missing',
    apply(server) {
      answerInstead(server, 'verify', (call) => {
        const { email, code } = bodyOf(call);
        const latest = [...server.users.values()].at(-1);
        if (email !== undefined || latest === undefined || !server.steps.codeMatches(latest, code)) return undefined;
        server.steps.markVerified(latest);
        return verified();
      });
    },
  },
  'verify-500-beyond-64-bits': {
    owner: 'verify/no-server-error',
    defect: 'fails with 500 on a code of more than 63 bits, which its database cannot hold',
    apply: (server) => failIf(server, 'verify', (call) => Math.abs(bodyOf(call)['code']) >= 2 ** 63),
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
  'verify-in-own-process-only': {
    owner: 'register/then-verify',
    defect: 'has two processes that take registrations and verifications by turns, and knows each user in one of them',
    apply(server) {
      let requests = 0;
      const processes = new Map<unknown, number>();
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        const process = requests++ % 2;
        const answer = await inner(call, tenant);
        processes.set(bodyOf(call)['email'], process);
        return answer;
      });
      wrapStep(server, 'verify', (inner) => (call, tenant) => {
        const process = requests++ % 2;
        const { email } = objectOf(server.steps.parseBody(call));
        if ((processes.get(email) ?? process) !== process) throw verificationRefusal();
        return inner(call, tenant);
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
function verifyIf(
  server: Server,
  isAccepted: (code: unknown, user: User, body: Readonly<Record<string, unknown>>) => boolean,
): void {
  answerInstead(server, 'verify', (call) => {
    const body = bodyOf(call);
    const user = server.steps.findUser(String(body['email']), ownTenant);
    if (user === undefined || !isAccepted(body['code'], user, body)) return undefined;
    server.steps.markVerified(user);
    return verified();
  });
}

/** The same within 250 ms of the registration. */
function verifyEarlyIf(server: Server, isAccepted: (code: unknown, user: User) => boolean): void {
  const madeAt = new WeakMap<User, number>();
  wrapStep(server, 'deliver', (inner) => (user, code) => {
    madeAt.set(user, Date.now());
    inner(user, code);
  });
  verifyIf(server, (code, user) => Date.now() - (madeAt.get(user) ?? 0) < 250 && isAccepted(code, user));
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
