/** What a refused registration or verification must not have done. Seen from outside: by codes that come and serve. */
import {
  type CheckContext,
  checksOf,
  controls,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  type PendingUser,
  type Proof,
  pass,
  requirePendingUser,
  type User,
  verificationBody,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

const refusedForms: readonly controls.Attempt[] = [
  controls.withoutHeader,
  controls.withMadeUpToken,
  { label: 'with the good token extended at the start', how: { authorization: 'Bearer x{token}' } },
  { label: 'with Basic and made-up credentials', how: { authorization: 'Basic YWRtaW46YWRtaW4=' } },
];

/** How long a code of a refused registration may come after that of a proper one that was sent later, ms. */
const lateMs = 300;

interface Effect {
  readonly form: controls.Attempt;
  readonly what: string;
  readonly proof: readonly Proof[];
}

check(
  'auth/register/refusal-without-effect',
  async (t) => {
    const { sharedCode } = t.users;
    // Where codes come by themselves, all was decided before; a fixed code is tried last, since it may be a wrong one.
    if (!sharedCode) return pass({ restsOn: 1 });
    for (const form of refusedForms.slice(0, 2)) {
      const first = await servedByFixedCode(t, form);
      if (first === undefined) continue;
      const nobody = await t.users.register({}, { authorization: null, target: '/v2/nothing-is-here' });
      if (isAccepted(await verifyFixed(t, nobody)))
        inconclusive(
          'the fixed code verifies e-mails that nobody registered, so it cannot show who is registered',
          'fixtures.verificationCode with a url, command or mailpit',
        );
      const again = await servedByFixedCode(t, form);
      if (again !== undefined)
        fail(
          `an e-mail whose registration was refused (${form.label}) can be verified, twice`,
          [
            [again[0], `refused ${form.label}`],
            [again[1], 'the same e-mail is verified'],
          ],
          { symptom: { kind: 'check' } },
        );
    }
    return pass();
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (t) => {
        const forms = refusedForms.slice(0, t.effort.sampleCount(4));
        const { judged, effects } = await registrations(t, forms);
        const [first] = effects;
        if (first !== undefined) {
          const [again] = (await registrations(t, [first.form])).effects;
          if (again !== undefined)
            fail(
              `a registration that was refused (${again.form.label}) had an effect, twice: ${again.what}`,
              again.proof,
            );
          inconclusive(
            `a registration that was refused (${first.form.label}) seemed to have an effect, but not again: ${first.what}`,
            'a second run',
            first.proof,
          );
        }
        return pass({ samples: { count: judged, kinds: {} } });
      },
    },
  },
);

/** Refused registrations, then a proper one as a control, then proper ones of the e-mails that were refused. */
async function registrations(
  t: CheckContext,
  forms: readonly controls.Attempt[],
): Promise<{ judged: number; effects: Effect[] }> {
  const refused = await Promise.all(forms.map(async (form) => ({ form, user: await t.users.register({}, form.how) })));
  const judged = refused.filter(({ user }) => !isAccepted(user.registered));
  if (judged.length === 0)
    inconclusive('no registration was refused for its token', 'a target on which auth/register/no-header passes');
  const control = await t.users.register();
  if (!isAccepted(control.registered))
    inconclusive(
      `the canonical registration ${describeResponse(control.registered)}`,
      'a target that accepts the canonical registration; see register/accepts-valid',
      [control.registered],
    );
  const codes = t.users.canReadCodes && !t.users.sharedCode;
  const controlCode = codes ? await t.users.code(control.body.email, control.n) : undefined;
  const effects = await Promise.all(
    judged.map(async ({ form, user }): Promise<Effect | undefined> => {
      const refusal: Proof = [user.registered, `refused ${form.label}`];
      const early = controlCode === undefined ? undefined : await t.users.code(user.body.email, user.n, lateMs);
      if (early !== undefined) {
        const verified = await t.users.verify({ ...user, code: early });
        if (isAccepted(verified))
          return {
            form,
            what: 'a code came, and it verifies the user',
            proof: [refusal, [verified, 'the code that came all the same, with the good token']],
          };
      }
      const proper = await t.send({ operation: 'register', body: user.body });
      if (proper.response?.status !== control.registered.response?.status)
        return {
          form,
          what: `the proper registration of that e-mail ${describeResponse(proper)}, where a first one ${describeResponse(control.registered)}`,
          proof: [
            refusal,
            [control.registered, 'a first registration'],
            [proper, 'of the e-mail that was refused before'],
          ],
        };
      return controlCode === undefined ? undefined : afterProper(t, form, refusal, user, proper);
    }),
  );
  return { judged: judged.length, effects: effects.filter((effect) => effect !== undefined) };
}

/** A code comes after the proper registration, and it verifies, as that of a first one does. */
async function afterProper(
  t: CheckContext,
  form: controls.Attempt,
  refusal: Proof,
  user: User,
  proper: Exchange,
): Promise<Effect | undefined> {
  const registration: Proof = [proper, 'the same e-mail with the good token'];
  const code = await t.users.code(user.body.email, user.n);
  if (code === undefined)
    return { form, what: 'the proper registration of that e-mail brings no code', proof: [refusal, registration] };
  const verified = await t.users.verify({ ...user, code });
  if (isAccepted(verified)) return undefined;
  return {
    form,
    what: `after the proper registration of that e-mail its code ${describeResponse(verified)}`,
    proof: [refusal, registration, [verified, 'the code that came']],
  };
}

async function servedByFixedCode(
  t: CheckContext,
  form: controls.Attempt,
): Promise<readonly [Exchange, Exchange] | undefined> {
  const user = await t.users.register({}, form.how);
  if (isAccepted(user.registered)) return undefined;
  const verified = await verifyFixed(t, user);
  return isAccepted(verified) ? [user.registered, verified] : undefined;
}

async function verifyFixed(t: CheckContext, user: User): Promise<Exchange> {
  const code = (await t.users.code(user.body.email, user.n)) ?? '';
  return t.users.verify({ ...user, code }, { throttle: 'accept' });
}

check(
  'auth/verify/refusal-without-effect',
  async (t) => {
    // Another row may have seen already that a code serves once.
    const reuse = t.effort.isLean ? t.observations.values('codeReuse') : [];
    if (reuse.length > 0 && reuse.every(({ value }) => value === false))
      return pass({ message: 'a code serves once here, and still served after refusals', restsOn: 1 });
    const user = await requirePendingUser(t);
    const verified = await t.users.verify(user);
    if (!isAccepted(verified))
      inconclusive(
        `a right code ${describeResponse(verified)} after wrong ones were sent`,
        'a target that accepts the right code of a fresh user',
        [user.registered, verified],
      );
    const again = await t.users.verify(user, { throttle: 'accept' });
    if (!isAccepted(again)) return pass({ message: 'a code serves once here, and still served after refusals' });
    inconclusive(
      'a code serves more than once here, so that nobody can see whether a refused verification had an effect',
      'a target whose codes serve once',
      [verified, again],
    );
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (t) => {
        // The wave of a refusal ends with its user's right code: where that serves, nothing was done before.
        if (t.effort.isLean) {
          const { exchange, after } = await controls.attemptWithoutHeader(t, 'verify');
          if (!isAccepted(exchange) && isAccepted(after)) return pass({ restsOn: 3, samples: { count: 1, kinds: {} } });
        }
        const forms = refusedForms.slice(0, t.effort.sampleCount(3));
        const found = (await Promise.all(forms.map((form) => refusedVerification(t, form)))).filter(
          (one) => one !== undefined,
        );
        const first = found.find(({ served }) => !served);
        if (first !== undefined) {
          const fresh = await requirePendingUser(t);
          const control = await t.users.verify(fresh);
          const again = isAccepted(control) ? await refusedVerification(t, first.form) : undefined;
          if (again !== undefined && !again.served)
            fail(
              `after a verification that was refused (${first.form.label}) the right code no longer verifies, twice; without one it does`,
              [[control, 'a fresh user is verified at once'], ...again.proof],
            );
          inconclusive(
            'a right code was refused after a refused verification, but not again, or not for that alone',
            'a target that accepts the right code of a fresh user at any time',
            first.proof,
          );
        }
        if (found.length === 0)
          inconclusive('no verification was refused for its token', 'a target on which auth/verify/no-header passes');
        return pass({ samples: { count: found.length, kinds: {} } });
      },
    },
  },
);

/** A fresh user, a refused verification with the right code, then a proper one. Undefined where it was not refused. */
async function refusedVerification(t: CheckContext, form: controls.Attempt) {
  const user: PendingUser = await requirePendingUser(t);
  const refused = await t.send({ operation: 'verify', body: verificationBody(user), ...form.how });
  if (isAccepted(refused)) return undefined;
  const verified = await t.users.verify(user);
  const proof: Proof[] = [
    [user.registered, 'the user is registered, and its code comes'],
    [refused, `refused ${form.label}`],
    [verified, 'the same with the good token'],
  ];
  return { form, served: isAccepted(verified), proof };
}
