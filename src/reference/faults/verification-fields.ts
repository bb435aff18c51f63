/** Verifications whose fields are missing, or of another type, and that succeed all the same. */
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import type { Server } from '../state.ts';
import type { User } from '../steps.ts';
import { answerInstead, bodyOf, failIf, ownTenant, succeedIf, verified, wrapStep } from '../tampering.ts';

export const verificationFields = defineFaults({
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
});

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
