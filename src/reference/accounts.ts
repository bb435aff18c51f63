/**
 * §4.2 and §4.3: registration and verification. Passwords and codes are kept as hashes. An e-mail is the same only if
 * every character is. A code serves once, for a while, and no longer after a few wrong ones. Every refused verification
 * looks alike, so that nobody learns which e-mails exist.
 */
import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { Refusal } from './answer.ts';
import { integerOf, objectOf, textOf } from './fields.ts';
import type { Server } from './state.ts';
import type { Steps, User } from './steps.ts';

const codeDigits = 6;
const codeLifetimeMs = 15 * 60_000;
const wrongCodesAllowed = 5;
/** Far cheaper than a password deserves: the server is for tests, and must not be the slow part of them. */
const cheap: ScryptOptions = { N: 16, r: 1, p: 1 };
const emailForm = /^[^\s@]+@[^\s@]+$/u;

type AccountSteps = Pick<
  Steps,
  | 'register'
  | 'checkRegister'
  | 'userKey'
  | 'newCode'
  | 'deliver'
  | 'verify'
  | 'checkVerify'
  | 'findUser'
  | 'codeMatches'
  | 'countFailure'
  | 'settle'
>;

export function accountSteps(server: Server): AccountSteps {
  const digest = (user: User, code: string) =>
    createHmac('sha256', server.codeKey).update(user.salt).update(code).digest('base64');
  return {
    async register(call, tenant) {
      const { steps } = server;
      const body = steps.checkRegister(steps.parseBody(call));
      const key = steps.userKey(body.email, tenant);
      if (server.users.has(key)) throw new Refusal(409, 'This e-mail is registered.');
      const user: User = {
        tenant: tenant.name,
        email: body.email,
        firstName: body.firstName,
        lastName: body.lastName,
        password: undefined,
        salt: randomBytes(16),
        code: undefined,
        verified: false,
        failures: 0,
      };
      // The e-mail is taken before the slow part, or two requests at once would both get it.
      server.users.set(key, user);
      user.password = await hashed(body.password, user.salt);
      const code = steps.newCode(body.email);
      user.code = { digest: digest(user, code), expiresAt: server.clock() + codeLifetimeMs };
      steps.deliver(user, code);
      return { status: 201, body: {} };
    },
    checkRegister(value) {
      const body = objectOf(value);
      const email = textOf(body, 'email', 3, 320);
      if (!emailForm.test(email)) throw new Refusal(400, 'email is an e-mail address.');
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
    verify(call, tenant) {
      const { steps } = server;
      const { email, code } = steps.checkVerify(steps.parseBody(call));
      const user = steps.findUser(email, tenant);
      if (!user) throw refused();
      if (!steps.codeMatches(user, code)) {
        steps.countFailure(user);
        throw refused();
      }
      steps.settle(user);
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
      return timingSafeEqual(Buffer.from(digest(user, text)), Buffer.from(user.code.digest));
    },
    countFailure(user) {
      user.failures += 1;
    },
    settle(user) {
      user.verified = true;
      user.code = undefined;
    },
  };
}

/** One answer for a wrong code, a used one, a locked user and an e-mail that nobody registered. */
export function refused(): Refusal {
  return new Refusal(422, 'The e-mail and the code do not belong together, or the code no longer serves.');
}

function hashed(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, 32, cheap, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
