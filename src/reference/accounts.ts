/**
 * §4.2 and §4.3: registration and verification. Stores only hashes of passwords and codes, compares e-mails exactly, and
 * accepts a code once, for 15 minutes, until five wrong codes have been sent. All refused verifications look alike, so
 * as not to reveal which e-mails are registered.
 */
import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from './answer.ts';
import { integerOf, objectOf, textOf } from './fields.ts';
import type { Server } from './state.ts';
import type { RegisterBody, Steps, Tenant, User } from './steps.ts';

const codeDigits = 6;
const codeLifetimeMs = 15 * 60_000;
const wrongCodesAllowed = 5;
/** Too weak for real passwords, but fast: password hashing must not slow tests down. */
const scryptOptions: ScryptOptions = { N: 16, r: 1, p: 1 };
const emailForm = /^[^\s@]+@[^\s@]+$/u;

type RegistrationSteps = Pick<Steps, 'register' | 'checkRegister' | 'userKey' | 'newCode' | 'deliver'>;
type VerificationSteps = Pick<
  Steps,
  'verify' | 'checkVerify' | 'findUser' | 'codeMatches' | 'countFailure' | 'markVerified'
>;

export function registrationSteps(server: Server): RegistrationSteps {
  return {
    async register(call, tenant) {
      const { steps } = server;
      const body = steps.checkRegister(steps.parseBody(call));
      const key = steps.userKey(body.email, tenant);
      if (server.users.has(key)) throw new Refusal(409, 'This e-mail is already registered.');
      const user = newUser(body, tenant);
      // Before the slow hash, or two parallel requests could both register the e-mail.
      server.users.set(key, user);
      user.password = await hashPassword(body.password, user.salt);
      const code = steps.newCode(body.email);
      user.code = { digest: digestOf(server, user, code), expiresAt: server.clock() + codeLifetimeMs };
      steps.deliver(user, code);
      return { status: 201, body: {} };
    },
    checkRegister(value) {
      const body = objectOf(value);
      const email = textOf(body, 'email', 3, 320);
      if (!emailForm.test(email)) throw new Refusal(400, 'email must be an e-mail address.');
      return {
        firstName: textOf(body, 'firstName', 1, 500),
        lastName: textOf(body, 'lastName', 1, 500),
        email,
        password: textOf(body, 'password', 8, 1000),
      };
    },
    userKey: (email, tenant) => `${tenant.name}\n${email}`,
    newCode: (email) => String(server.draw(email, 10 ** codeDigits)).padStart(codeDigits, '0'),
    deliver(user, code) {
      if (server.mail) server.mail(user.email, code);
      else server.codes.set(user.email, code);
    },
  };
}

export function verificationSteps(server: Server): VerificationSteps {
  return {
    verify(call, tenant) {
      const { steps } = server;
      const { email, code } = steps.checkVerify(steps.parseBody(call));
      const user = steps.findUser(email, tenant);
      if (!user) throw verificationRefusal();
      if (!steps.codeMatches(user, code)) {
        steps.countFailure(user);
        throw verificationRefusal();
      }
      steps.markVerified(user);
      return { status: 200, body: {} };
    },
    checkVerify(value) {
      const body = objectOf(value);
      return { email: textOf(body, 'email', 1, 1000), code: integerOf(body, 'code', Number.MIN_SAFE_INTEGER) };
    },
    findUser: (email, tenant) => server.users.get(server.steps.userKey(email, tenant)),
    codeMatches(user, code) {
      if (!user.code || user.code.expiresAt <= server.clock() || user.failures >= wrongCodesAllowed) return false;
      const text = String(code).padStart(codeDigits, '0');
      return timingSafeEqual(Buffer.from(digestOf(server, user, text)), Buffer.from(user.code.digest));
    },
    countFailure(user) {
      user.failures += 1;
    },
    markVerified(user) {
      user.verified = true;
      user.code = undefined;
    },
  };
}

/** The same refusal for a wrong, used or expired code, a locked user and an unknown e-mail. */
export function verificationRefusal(): Refusal {
  return new Refusal(422, 'The code is not valid for this e-mail.');
}

function newUser({ email, firstName, lastName }: RegisterBody, tenant: Tenant): User {
  return {
    tenant: tenant.name,
    email,
    firstName,
    lastName,
    password: undefined,
    salt: randomBytes(16),
    code: undefined,
    verified: false,
    failures: 0,
  };
}

function digestOf(server: Server, user: User, code: string): string {
  return createHmac('sha256', server.codeKey).update(user.salt).update(code).digest('base64');
}

function hashPassword(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, scryptOptions, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
