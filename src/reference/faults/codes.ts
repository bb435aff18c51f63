/** Codes that must not verify a user: wrong ones, and those of other users; and right ones that are lost. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import type { User } from '../steps.ts';
import { bodyOf, shareInProgress, wrapStep } from '../tampering.ts';

export const codes = defineFaults({
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
  'verify-parallel-voids-some': {
    owner: 'register/then-verify',
    defect: 'voids the code of every third verification that arrives while another one is in progress',
    apply(server) {
      const voided = new Set<unknown>();
      let inProgress = 0;
      let besideOthers = 0;
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        const { email } = bodyOf(call);
        if (inProgress > 0) besideOthers += 1;
        if (inProgress > 0 && besideOthers % 3 === 0) voided.add(email);
        inProgress += 1;
        await delay(3);
        inProgress -= 1;
        if (voided.has(email)) throw new Refusal(400, 'The code is invalid.');
        return inner(call, tenant);
      });
    },
  },
  'verify-outcome-shared': {
    owner: 'verify/other-users-code',
    defect: 'keeps the outcome in a global variable, so that a wrong code succeeds beside a right one',
    apply(server) {
      let latest: Answer | undefined;
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        try {
          const own = await inner(call, tenant);
          latest = own;
          await delay(5);
          if (latest === own) latest = undefined;
          return own;
        } catch (error) {
          await delay(2);
          if (latest === undefined) throw error;
          return latest;
        }
      });
    },
  },
  'verify-answer-shared-by-email': {
    owner: 'verify/other-users-code',
    defect: 'answers a verification like the one of the same e-mail that is in progress, whatever its code',
    apply: (server) => shareInProgress(server, 'verify', (call) => String(bodyOf(call)['email'])),
  },
  'verify-code-in-variable': {
    owner: 'verify/other-users-code',
    defect: 'keeps the code that was sent in a global variable, where the next verification in progress replaces it',
    apply(server) {
      let sent = Number.NaN;
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        sent = Number(bodyOf(call)['code']);
        await delay(4);
        return inner(call, tenant);
      });
      wrapStep(server, 'codeMatches', (inner) => (user) => inner(user, sent));
    },
  },
  'verify-user-in-variable': {
    owner: 'verify/other-users-code',
    defect:
      'keeps the user whose code it compares in a global variable, where the next verification in progress replaces it',
    apply(server) {
      let found: User | undefined;
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        found = server.steps.findUser(String(bodyOf(call)['email']), tenant);
        await delay(3);
        return inner(call, tenant);
      });
      wrapStep(server, 'codeMatches', (inner) => (user, code) => inner(found ?? user, code));
    },
  },
  'verify-code-without-lowest-bit': {
    owner: 'verify/wrong-code',
    defect: 'compares all but the lowest bit of a code',
    apply: (server) => acceptCodeIf(server, (code, right) => (code | 1) === (Number(right) | 1)),
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
  'verify-code-tail': {
    owner: 'verify/wrong-code',
    defect: 'compares only the length and the last digits of a code',
    apply: (server) =>
      acceptCodeIf(
        server,
        (code, right) => String(code).length === right.length && String(code).slice(-4) === right.slice(-4),
      ),
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
  'verify-development-code-before-lock': {
    owner: 'verify/wrong-code',
    defect: 'accepts the development code 123456 for every user who has sent few wrong codes',
    apply: (server) => acceptCodeIf(server, (code, _right, user) => code === 123_456 && user.failures < 5),
  },
  'verify-ones-before-lock': {
    owner: 'verify/wrong-code',
    defect: 'accepts the code 111111 for every user with few wrong codes',
    apply: (server) => acceptCodeIf(server, (code, _right, user) => code === 111_111 && user.failures < 5),
  },
  'verify-nines-before-lock': {
    owner: 'verify/wrong-code',
    defect: 'accepts the code 999999 for every user with few wrong codes',
    apply: (server) => acceptCodeIf(server, (code, _right, user) => code === 999_999 && user.failures < 5),
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
  'verify-code-of-next-user': {
    owner: 'verify/other-users-code',
    defect: 'accepts the code of the user that was registered right after',
    apply: (server) =>
      acceptOthersCodeIf(server, (user, other) => {
        const all = [...server.users.values()];
        return all[all.indexOf(user) + 1] === other;
      }),
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
});

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

/** Accepts wrong codes for pending users. `accept` gets the code that was sent and the digits of the right one. */
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
