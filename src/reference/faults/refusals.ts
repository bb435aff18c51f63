/** What a refused request is answered, reveals or causes. */
import { type Operation, operations } from '../../core/operation.ts';
import { type Answer, type Call, problem, Refusal } from '../answer.ts';
import { defineFaults, perOperation } from '../fault.ts';
import type { Server } from '../state.ts';
import { answerInstead, bodyOf, carryOut, onUnauthorized, ownTenant, unlessRefused, wrapStep } from '../tampering.ts';

export const refusals = defineFaults({
  ...perOperation(operations, (op) => ({
    [`${op}-validates-first`]: {
      owner: `auth/${op}/before-validation`,
      defect: 'validates the request before the token',
      apply(server) {
        onUnauthorized(server, op, (_answer, call) =>
          unlessRefused(() => validate[op](server, call)) ? undefined : problem(400, 'The request is not valid.'),
        );
      },
    },
  })),
  'create-refuses-403': {
    owner: 'auth/create/refusal-status',
    defect: 'answers 403 to a missing or wrong token',
    apply: (server) => onUnauthorized(server, 'create', () => problem(403, 'No.')),
  },
  'register-refuses-302': {
    owner: 'auth/register/refusal-status',
    defect: 'redirects to a login page if the token is missing or wrong',
    apply: (server) => onUnauthorized(server, 'register', () => ({ status: 302, headers: { Location: '/login' } })),
  },
  'verify-no-challenge': {
    owner: 'auth/verify/refusal-status',
    defect: 'answers 401 without WWW-Authenticate',
    apply: (server) => onUnauthorized(server, 'verify', () => problem(401, 'No.')),
  },
  'logs-basic-challenge': {
    owner: 'auth/logs/refusal-status',
    defect: 'answers 401 with a challenge for Basic instead of Bearer',
    apply(server) {
      onUnauthorized(server, 'logs', () => problem(401, 'No.', { 'WWW-Authenticate': 'Basic realm="cawl"' }));
    },
  },
  ...perOperation(['create', 'logs'], (op) => ({
    [`${op}-refused-with-data`]: {
      owner: `auth/${op}/refusal-without-data`,
      defect: 'sends the requested data in the body of the 401',
      apply(server) {
        onUnauthorized(server, op, async (answer, call) => ({
          ...answer,
          body: (await carryOut(server, op, call))?.body,
        }));
      },
    },
  })),
  'logs-goes-on-after-refusal': {
    owner: 'auth/logs/refusal-without-data',
    defect: 'goes on after it has refused a request, and sends the page after the problem document',
    apply: (server) => goOnAfterRefusal(server, () => true),
  },
  'logs-goes-on-after-refusal-of-prev': {
    owner: 'auth/logs/refusal-without-data',
    defect: 'goes on after it has refused a request with prev, and sends the page after the problem document',
    apply: (server) => goOnAfterRefusal(server, ({ search }) => new URLSearchParams(search).has('prev')),
  },
  'logs-redirect-with-data': {
    owner: 'auth/logs/refusal-without-data',
    defect: 'sends the requested page in the body of the redirect to a login page (execution after redirect)',
    apply(server) {
      onUnauthorized(server, 'logs', async (_answer, call) => ({
        status: 302,
        headers: { Location: '/login' },
        body: (await carryOut(server, 'logs', call))?.body,
      }));
    },
  },
  ...perOperation(['register', 'verify'], (op) => ({
    [`${op}-refused-with-logs`]: {
      owner: `auth/${op}/refusal-without-data`,
      defect: 'quotes a page of webhook logs as a trace in the 401',
      apply(server) {
        onUnauthorized(server, op, async (answer, call) => {
          const trace = await carryOut(server, 'logs', { ...call, search: '', webhookId: 'wh_1' });
          return { ...answer, body: { ...(answer.body as object), trace: trace?.body } };
        });
      },
    },
    [`${op}-refused-yet-done`]: {
      owner: `auth/${op}/refusal-without-effect`,
      defect: 'carries out a request before answering it with 401',
      apply: (server) => carryOutUnauthorized(server, op),
    },
  })),
  'create-refused-yet-done': {
    owner: 'auth/create/refusal-without-data',
    defect: 'carries out a request before answering it with 401',
    unseen: 'no operation lists the events that exist',
    apply: (server) => carryOutUnauthorized(server, 'create'),
  },
  'create-refused-takes-event': {
    owner: 'auth/create/refusal-without-effect',
    defect: 'creates no event twice, and notes one as created before it answers 401',
    apply(server) {
      const made = new Set<string>();
      wrapStep(server, 'createPage', (inner) => (body, tenant) => {
        const key = JSON.stringify(body);
        if (made.has(key)) throw new Refusal(409, 'This event exists.');
        made.add(key);
        return inner(body, tenant);
      });
      carryOutUnauthorized(server, 'create');
    },
  },
  'register-refused-takes-email': {
    owner: 'auth/register/refusal-without-effect',
    defect: 'reserves the e-mail of a registration that it refuses with 401',
    apply(server) {
      const taken = new Set<unknown>();
      onUnauthorized(server, 'register', (answer, call) => {
        taken.add(bodyOf(call)['email']);
        return answer;
      });
      answerInstead(server, 'register', (call) =>
        taken.has(bodyOf(call)['email']) ? problem(409, 'Taken.') : undefined,
      );
    },
  },
  'verify-refused-yet-done-for-good': {
    owner: 'auth/verify/refusal-without-effect',
    defect: 'carries out a request before answering it with 401, and reports success for a verified user with any code',
    apply: (server) => carryOutAndAnswerVerified(server, { status: 200, body: {} }),
  },
  'verify-refused-yet-done-used-423': {
    owner: 'auth/verify/refusal-without-effect',
    defect: 'carries out a request before answering it with 401, and answers 423 for a verified user',
    apply: (server) => carryOutAndAnswerVerified(server, problem(423, 'Locked.')),
  },
  'verify-refused-spends-code': {
    owner: 'auth/verify/refusal-without-effect',
    defect: 'invalidates the code of a verification that it refuses with 401',
    apply(server) {
      onUnauthorized(server, 'verify', (answer, call) => {
        const user = server.steps.findUser(String(bodyOf(call)['email']), ownTenant);
        if (user) user.code = undefined;
        return answer;
      });
    },
  },
});

const validate: Record<Operation, (server: Server, call: Call) => unknown> = {
  create: ({ steps }, call) => steps.checkCreate(steps.parseBody(call)),
  register: ({ steps }, call) => steps.checkRegister(steps.parseBody(call)),
  verify: ({ steps }, call) => steps.checkVerify(steps.parseBody(call)),
  logs: ({ steps }, call) => steps.readQuery(call),
};

function carryOutUnauthorized(server: Server, operation: Operation): void {
  onUnauthorized(server, operation, async (answer, call) => {
    await carryOut(server, operation, call);
    return answer;
  });
}

/** Carries out unauthorized verifications, then gives this answer to every later request to verify that user. */
function carryOutAndAnswerVerified(server: Server, answer: Answer): void {
  carryOutUnauthorized(server, 'verify');
  answerInstead(server, 'verify', (call) =>
    server.steps.findUser(String(bodyOf(call)['email']), ownTenant)?.verified === true ? answer : undefined,
  );
}

/** Sends the page that was asked for in the same body as the refusal. */
function goOnAfterRefusal(server: Server, when: (call: Call) => boolean): void {
  const pages = new WeakMap<Call, unknown>();
  onUnauthorized(server, 'logs', async (answer, call) => {
    if (when(call)) pages.set(call, (await carryOut(server, 'logs', call))?.body);
    return answer;
  });
  wrapStep(server, 'encode', (inner) => (answer, call) => {
    const page = pages.get(call);
    return page === undefined
      ? inner(answer, call)
      : `${inner(answer, call)}${inner({ status: 200, body: page }, call)}`;
  });
}
