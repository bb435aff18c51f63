/** Verifying users: e-mails that must not be accepted, right codes that are not, and crashes. */
import { verificationRefusal } from '../accounts.ts';
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import { glob, matchesAsRegex, sqlLike } from '../patterns.ts';
import type { Server } from '../state.ts';
import {
  answerInstead,
  bodyOf,
  failIf,
  onRefusal,
  onSuccess,
  ownTenant,
  serverError,
  succeedIf,
  verified,
  wrapStep,
} from '../tampering.ts';

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

const isRegistered = (server: Server, email: unknown): boolean =>
  server.steps.findUser(String(email), ownTenant) !== undefined;
