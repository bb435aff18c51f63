/**
 * Other spellings of the path, or disguises of the request, without a token. A spelling may lead anywhere or nowhere: only the operation's
 * own data or effect counts, never a status. Each operation shows it in its own way.
 */
import type { CheckContext, Exchange, Operation, OperationRequest, PendingUser, Proof, User } from '../../src/suite.ts';
import {
  api,
  checksOf,
  controls,
  fail,
  generate,
  inconclusive,
  logs,
  pass,
  responses,
  samplesOf,
  series,
} from '../../src/suite.ts';
import { adviseOfHead } from './head.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { is2xx } = controls;
const { describeResponse, isAccepted, isThrottling, parsePage } = responses;
type Spelling = generate.PathVariant;

/** Spellings of different kinds that operations and seeds take turns with. */
const usualSpellings = 7;

/**
 * The common spellings, disguises, and some of the rare spellings. Where the run is lean, the spelling that most servers overlook,
 * another one, and all disguises at once. Operations share the beginning of their paths, so that each tries other places of it.
 */
function spellingsOf(t: CheckContext, operation: Operation): readonly Spelling[] {
  const path = api.pathOf(operation, { webhookId: t.settings.fixtures.webhooks[0]?.id ?? '' });
  const turn = api.operations.indexOf(operation) + t.settings.run.seed;
  const { common: spellings, few, rare } = generate.pathVariants(path, api.idSegments(operation), t.seed, turn);
  const { method, tag } = api.operationTable[operation];
  const disguised = generate.disguises({ path, method, hasEffect: tag === 'auth' }, turn);
  const chosen = t.effort.pick({
    quick: [spellings[0]!, spellings[1 + (turn % usualSpellings)]!, disguised.together],
    standard: [...few, ...disguised.all, ...rare.slice(0, 4)],
    deep: [...spellings, ...disguised.all, ...rare],
  });
  return t.casesOf(chosen, nameOf);
}

const nameOf = ({ label, path }: Spelling): string => `${label} (${path})`;

/** The first part of a spelling that shows the same alone; else the spelling. */
async function causeOf(spelling: Spelling, isShownBy: (part: Spelling) => Promise<boolean>): Promise<Spelling> {
  const { value } = await controls.simplified(
    { value: spelling, found: true },
    { simpler: ({ parts = [] }) => parts, judge: async (part) => ((await isShownBy(part)) ? true : undefined) },
  );
  return value;
}

const passOn = (spellings: readonly Spelling[]) => pass({ samples: samplesOf(spellings.map(({ kind }) => kind)) });

/** The change of a request that spells its path differently, or disguises it, and leaves the token out. */
const bare = ({ path, method, headers }: Spelling): Partial<OperationRequest> => ({
  authorization: null,
  target: path,
  ...(method === undefined ? {} : { method }),
  ...(headers === undefined ? {} : { headers }),
});

/** @param found the spelling of the run that the reported one is a part of */
function failSpelling(
  operation: Operation,
  { found, spelling }: { readonly found: Spelling; readonly spelling: Spelling },
  what: string,
  proof: readonly Proof[],
): never {
  fail(`${api.endpointOf[operation]} without a token, ${nameOf(spelling)}, ${what}, and again`, proof, {
    symptom: { kind: 'check' },
    case: { name: nameOf(found) },
  });
}

check('auth/logs/path-variants', async (t) => {
  const spellings = spellingsOf(t, 'logs');
  const items = (await controls.knownLogs(t))[0]?.items ?? [];
  await controls.requireOwnPath(t, 'logs');
  const send = (spelling: Spelling) => controls.sendToPath(t, 'logs', bare(spelling));
  const sent = await Promise.all(spellings.map(async (spelling) => ({ spelling, exchange: await send(spelling) })));
  const pages = sent.filter(({ exchange }) => is2xx(exchange) && (parsePage(exchange.response)?.data.length ?? 0) > 0);
  const countIn = ({ response }: Exchange) => logs.itemsFoundIn(response, items).length;
  for (const { spelling: found, exchange } of sent) {
    if (countIn(exchange) === 0) continue;
    const spelling = await causeOf(found, async (part) => countIn(await send(part)) > 0);
    const again = await send(spelling);
    const count = countIn(again);
    if (count === 0) continue;
    const what = `${describeResponse(again)} with ${count} ${count === 1 ? 'item' : 'items'} of the log`;
    failSpelling('logs', { found, spelling }, what, [
      [exchange, 'without a token'],
      [again, 'without a token, and again', 'wrong'],
    ]);
  }
  if (items.length === 0 && pages.length > 0)
    inconclusive(
      'another spelling of the path answers without a token with a page, and no item is known that identifies the log',
      'a first webhook with items of 12 characters or more (fixtures.webhooks)',
      pages.map(({ exchange }) => exchange),
    );
  await controls.requireOwnPath(t, 'logs');
  if (!t.effort.isLean) await adviseOfHead(t);
  return passOn(spellings);
});

check('auth/create/path-variants', async (t) => {
  const spellings = spellingsOf(t, 'create');
  await controls.requireOwnPath(t, 'create');
  const send = (spelling: Spelling, how: Partial<OperationRequest> = {}) =>
    controls.sendToPath(t, 'create', { body: t.creations.next(), ...bare(spelling), ...how });
  const isCreated = (exchange: Exchange) => is2xx(exchange) && parsePage(exchange.response) !== undefined;
  const body = t.creations.canonical;
  const sent = await Promise.all(
    spellings.map(async (spelling) => ({ spelling, exchange: await send(spelling, { body }) })),
  );
  for (const { spelling: found, exchange } of sent) {
    // A creation that exists already may be 409: then the spelling leads to the operation, and another one is created.
    if (!isCreated(exchange) && exchange.response?.status !== 409) continue;
    const spelling = await causeOf(found, async (part) => isCreated(await send(part)));
    const accepted = await send(spelling, { authorization: 'Bearer {token}' });
    if (!isCreated(accepted)) continue;
    const again = await send(spelling);
    if (isCreated(again))
      failSpelling('create', { found, spelling }, `${controls.describePage(again)} as the valid token gets`, [
        [accepted, 'the same path with the valid token leads to the operation', 'control'],
        [again, 'without a token', 'wrong'],
      ]);
  }
  await controls.requireOwnPath(t, 'create');
  return passOn(spellings);
});

/** Spellings that seem to lead to an operation, to be decided when wrong codes may be sent. */
const suspectsOf = (t: CheckContext, operation: Operation): Spelling[] =>
  t.once(`suspected spellings of ${operation}`, () => []);

/** The same once they are known; a confirmation, which remembers none of them, has the one that it is about. */
const judgedOf = (t: CheckContext, operation: Operation): readonly Spelling[] =>
  t.onlyCase === undefined ? suspectsOf(t, operation) : spellingsOf(t, operation);

/** Whether the body is an empty object, as register and verify return it. */
const isEmptyObject = ({ response }: Exchange): boolean =>
  response !== null &&
  responses.parseJsonBody(response).ok &&
  responses.shapeProblem(response, 'empty-object') === undefined;

/** How long a code may come after that of a valid registration that was sent later, ms. */
const lateMs = 300;

check('auth/register/path-variants', registerWithFixedCode, {
  phase: 'wrong-codes',
  prepare: { phase: 'right-codes', work: registerBySpellings },
});

async function registerBySpellings(t: CheckContext) {
  const spellings = spellingsOf(t, 'register');
  await controls.requireOwnPath(t, 'register');
  const register = async (spelling: Spelling) => ({ spelling, user: await t.users.register({}, bare(spelling)) });
  const sent = await Promise.all(spellings.map(register));
  const answered = sent.filter(({ user }) => is2xx(user.registered));
  if (t.users.sharedCode) {
    const suspects = answered.filter(({ user }) => isEmptyObject(user.registered));
    suspectsOf(t, 'register').push(...suspects.map(({ spelling }) => spelling));
  } else if (t.users.canReadCodes) {
    const registerAgain = async (spelling: Spelling) => (await withCodes(t, [await register(spelling)]))[0];
    for (const { spelling: found, user } of await withCodes(t, sent)) {
      const spelling = await causeOf(found, async (part) => (await registerAgain(part)) !== undefined);
      const again = await registerAgain(spelling);
      if (again !== undefined)
        failSpelling('register', { found, spelling }, `${describeResponse(user.registered)} and a code came`, [
          user.registered,
          [again.user.registered, 'a code came for this e-mail too'],
        ]);
    }
  } else if (answered.length > 0)
    inconclusive(
      'another spelling of the path answers 2xx without a token; whether it registers cannot be seen without the codes',
      'fixtures.verificationCode in the configuration',
      answered.map(({ user }) => user.registered),
    );
  return passOn(spellings);
}

/** Those to whom a code was sent, once the code of a valid registration that was sent after them has come too. */
async function withCodes<Sent extends { readonly user: User }>(t: CheckContext, sent: readonly Sent[]) {
  await controls.requirePendingUser(t);
  const nobody = t.users.body();
  const hasCode = async (email: string, n: number) => (await t.users.code(email, n, lateMs)) !== undefined;
  const came = await Promise.all(sent.map(({ user }) => hasCode(user.body.email, user.n)));
  if (came.includes(true) && (await hasCode(nobody.email, 0)))
    inconclusive(
      'the source of codes has one for an e-mail that nobody registered',
      'a source that knows codes by their e-mail',
    );
  return sent.filter((_, at) => came[at]);
}

async function registerWithFixedCode(t: CheckContext) {
  for (const spelling of judgedOf(t, 'register')) {
    const proofs: Proof[][] = [];
    for (const _ of [1, 2]) {
      const user = await t.users.register({}, bare(spelling));
      const verified = await controls.verifyWithSharedCode(t, user);
      if (isAccepted(verified)) proofs.push([user.registered, [verified, 'the same e-mail is verified']]);
    }
    if (proofs.length < 2) continue;
    await controls.requireSelectiveCode(t);
    failSpelling('register', { found: spelling, spelling }, 'registers a user that can be verified', proofs[1]!);
  }
  return pass();
}

/** Spellings that one user's code is sent to before it is sent properly. */
const spellingsPerUser = 16;

check('auth/verify/path-variants', tellCodesApart, {
  phase: 'wrong-codes',
  prepare: { phase: 'right-codes', work: verifyBySpellings },
});

async function verifyBySpellings(t: CheckContext) {
  const spellings = spellingsOf(t, 'verify');
  // The batch of an attempt ends with its user's right code: where that works, the spelling did nothing.
  const isHarmless = async () => {
    const tried = await Promise.all(spellings.map((spelling) => t.attempt('verify', bare(spelling))));
    return tried.every(({ exchange, after }) => !is2xx(exchange) && isAccepted(after));
  };
  if (await t.effort.isDecidedBy(isHarmless)) return passOn(spellings);
  const tried = await Promise.all(
    Array.from({ length: Math.ceil(spellings.length / spellingsPerUser) }, (_, at) =>
      spellThenVerify(t, spellings.slice(at * spellingsPerUser, (at + 1) * spellingsPerUser)),
    ),
  );
  const lookAlikes = tried.flatMap(({ sent }) => sent).filter(({ exchange: e }) => is2xx(e) && isEmptyObject(e));
  suspectsOf(t, 'verify').push(...lookAlikes.map(({ spelling }) => spelling));
  const verifies = async (spelling: Spelling) => !(await spellThenVerify(t, [spelling])).isVerified;
  for (const { spelling: found } of tried.filter(({ isVerified }) => !isVerified).flatMap(({ sent }) => sent)) {
    if (!(await verifies(found))) continue;
    const spelling = await causeOf(found, verifies);
    const again = await spellThenVerify(t, [spelling], controls.verifyToConfirm);
    // A code whose response was lost may have verified its user.
    if (again.isVerified || series.isLost(again.proper)) continue;
    for (const _ of [1, 2])
      t.requireAccepted(
        await controls.verifyUntouched(t, again.age),
        'the right code of a user that got no such request',
      );
    failSpelling('verify', { found, spelling }, 'verifies the user: the code no longer works after it', [
      [again.user.registered, 'the user is registered, and its code comes'],
      [again.sent[0]!.exchange, 'without a token', 'wrong'],
      [again.proper, 'the proper path with the valid token'],
    ]);
  }
  return passOn(spellings);
}

/** The right code of a fresh user to other spellings without a token, then to the proper path with it. */
async function spellThenVerify(t: CheckContext, spellings: readonly Spelling[], verify = verifyOnce) {
  const user = await controls.requirePlainUser(t);
  const body = controls.verificationBody(user);
  const sent = await Promise.all(
    spellings.map(async (spelling) => ({
      spelling,
      exchange: await t.send({ operation: 'verify', body, ...bare(spelling) }),
    })),
  );
  const { verified: proper, age } = await verify(t, user);
  return { user, sent, proper, age, isVerified: isAccepted(proper) };
}

async function verifyOnce(t: CheckContext, user: PendingUser) {
  const verified = await t.users.verify(user);
  return { verified, age: controls.ageOf({ user, verified }) };
}

/** A path that tells a right code from a wrong one is the operation, whatever else it does. */
async function tellCodesApart(t: CheckContext) {
  for (const spelling of judgedOf(t, 'verify')) {
    const proofs: Proof[][] = [];
    // In either order, so that a path whose responses take turns does not tell anything.
    for (const isRightFirst of [false, true]) {
      const user = await controls.requirePlainUser(t);
      const right = controls.verificationBody(user);
      const wrong = { ...right, code: right.code === 4321 ? 4322 : 4321 };
      const ask = (body: object) => t.send({ operation: 'verify', body, ...bare(spelling), throttle: 'accept' });
      const answers = [await ask(isRightFirst ? right : wrong), await ask(isRightFirst ? wrong : right)] as const;
      const [verified, rejected] = isRightFirst ? answers : ([answers[1], answers[0]] as const);
      if (is2xx(verified) && !is2xx(rejected) && !isThrottling(rejected))
        proofs.push([
          [user.registered, 'a user is registered'],
          [rejected, 'a wrong code'],
          [verified, 'the right code'],
        ]);
    }
    if (proofs.length === 2)
      failSpelling('verify', { found: spelling, spelling }, 'tells the right code from a wrong one', proofs[1]!);
  }
  return pass();
}
