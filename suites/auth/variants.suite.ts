/**
 * Other spellings of the path, without token. A spelling may lead anywhere or nowhere: only the operation's own data or
 * effect counts, never a status. Each operation shows it in its way.
 */
import {
  type CheckContext,
  checksOf,
  commonPathVariants,
  controls,
  describeResponse,
  type Exchange,
  fail,
  fc,
  type HttpResponse,
  idSegments,
  inconclusive,
  isAccepted,
  isAcceptedOrDuplicate,
  itemsFoundIn,
  type Operation,
  type OperationRequest,
  type PathVariant,
  type PendingUser,
  type Proof,
  parseJsonBody,
  parsePage,
  pass,
  pathOf,
  rarePathVariants,
  requirePendingUser,
  shapeProblem,
  type User,
  validRequest,
  verificationBody,
} from '../../src/suite.ts';
import { endpointOf } from '../lib/per-operation.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** The common spellings at `standard`, some of the rare ones beside them; all at `deep`. */
function spellings(t: CheckContext, operation: Operation): PathVariant[] {
  const own = pathOf(operation, { webhookId: t.settings.fixtures.webhooks[0]?.id ?? '' });
  const ids = idSegments(operation);
  const common = commonPathVariants(own, ids);
  const rare = rarePathVariants(own, ids);
  const { depth } = t.settings.run;
  if (depth === 'deep') return [...common, ...rare];
  if (depth === 'quick') return [...t.effort.sampleOf(common, 1, 0)];
  const order = fc.sample(fc.shuffledSubarray(rare, { minLength: rare.length }), { seed: t.seed, numRuns: 1 })[0]!;
  return [...common, ...order.slice(0, 6)];
}

const open = (variant: PathVariant): Partial<OperationRequest> => ({ authorization: null, target: variant.path });
const succeeded = (exchange: Exchange): boolean => Math.floor((exchange.response?.status ?? 0) / 100) === 2;

function counted(variants: readonly PathVariant[]) {
  const kinds: Record<string, number> = {};
  for (const { kind } of variants) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { samples: { count: variants.length, kinds } };
}

/** A spelling without token; at depth quick among the controls that other rows have, which are the proper path's. */
async function spelling(
  t: CheckContext,
  operation: 'create' | 'logs',
  how: Partial<OperationRequest>,
): Promise<Exchange> {
  if (!t.effort.isLean) return t.send({ operation, ...how });
  const { exchange, conclusive, before, after } = await t.attempt(operation, how);
  if (succeeded(exchange) || conclusive) return exchange;
  unserved(operation, isAcceptedOrDuplicate(before) ? after : before);
}

/** The valid request to the proper path, with the good token: an outage would hide whatever leads to the operation. */
async function needTwin(t: CheckContext, operation: Operation, when: 'before' | 'after'): Promise<void> {
  // Depth quick has others; see spelling.
  if (t.effort.isLean && (when === 'before' || operation !== 'register')) return;
  const twin = await t.send(await validRequest(t, operation, 'repeated'));
  if (!isAcceptedOrDuplicate(twin)) unserved(operation, twin);
}

function unserved(operation: Operation, twin: Exchange): never {
  inconclusive(
    `the valid request to the operation's own path ${describeResponse(twin)}, so nothing follows from other paths`,
    `a target that accepts it; see ${operation}/accepts-valid`,
    [twin],
  );
}

function broken(operation: Operation, variant: PathVariant, what: string, proof: readonly Proof[]): never {
  fail(`${endpointOf[operation]} without token, ${variant.label} (${variant.path}), ${what}, and again`, proof, {
    symptom: { kind: 'check' },
  });
}

check('auth/logs/path-variants', async (t) => {
  const variants = spellings(t, 'logs');
  const items = (await controls.knownLogs(t))[0]?.items ?? [];
  await needTwin(t, 'logs', 'before');
  const send = (variant: PathVariant) => spelling(t, 'logs', open(variant));
  const sent = await Promise.all(variants.map(async (variant) => ({ variant, exchange: await send(variant) })));
  const pages: Exchange[] = [];
  for (const { variant, exchange } of sent) {
    const count = itemsFoundIn(exchange.response, items).length;
    if (count > 0) {
      const again = await send(variant);
      if (itemsFoundIn(again.response, items).length > 0)
        broken(
          'logs',
          variant,
          `${describeResponse(again)} with ${count} ${count === 1 ? 'item' : 'items'} of the log`,
          [exchange, again],
        );
    } else if (succeeded(exchange) && (parsePage(exchange.response)?.data.length ?? 0) > 0) pages.push(exchange);
  }
  if (items.length === 0 && pages.length > 0)
    inconclusive(
      'another spelling of the path answers without token with a page, and no item is known that identifies the log',
      'a first webhook with items of 12 characters or more',
      pages,
    );
  await needTwin(t, 'logs', 'after');
  return pass(counted(variants));
});

check('auth/create/path-variants', async (t) => {
  const variants = spellings(t, 'create');
  await needTwin(t, 'create', 'before');
  const send = (variant: PathVariant, how: Partial<OperationRequest>) =>
    spelling(t, 'create', { body: t.creations.next(), ...open(variant), ...how });
  // What has been created already may be 409: then the spelling leads to the operation, and is asked for another one.
  const created = (exchange: Exchange) => succeeded(exchange) && parsePage(exchange.response) !== undefined;
  const canonical = t.creations.canonical;
  const sent = await Promise.all(
    variants.map(async (variant) => ({ variant, exchange: await send(variant, { body: canonical }) })),
  );
  for (const { variant, exchange } of sent) {
    if (!created(exchange) && exchange.response?.status !== 409) continue;
    const good = await send(variant, { authorization: 'Bearer {token}' });
    if (!created(good)) continue;
    const again = await send(variant, {});
    if (created(again))
      broken('create', variant, `${controls.describePage(again)} as the good token gets`, [
        [good, 'the same path with the good token leads to the operation'],
        [again, 'without token'],
      ]);
  }
  await needTwin(t, 'create', 'after');
  return pass(counted(variants));
});

/** Spellings that seem to lead to register or verify, to be settled when wrong codes may be sent. */
const suspects = new WeakMap<object, Map<Operation, readonly PathVariant[]>>();

function suspect(t: CheckContext, operation: Operation, variants: readonly PathVariant[]): void {
  const known = suspects.get(t.runContext) ?? new Map<Operation, readonly PathVariant[]>();
  suspects.set(t.runContext, known.set(operation, variants));
}

const suspected = (t: CheckContext, operation: Operation) => suspects.get(t.runContext)?.get(operation) ?? [];

/** Where a code still comes after that of a proper registration that was sent later, ms. */
const lateMs = 300;

check(
  'auth/register/path-variants',
  async (t) => {
    for (const variant of suspected(t, 'register')) {
      const seen: Proof[][] = [];
      for (const _ of [1, 2]) {
        const user = await t.users.register({}, open(variant));
        const verified = await fixedCode(t, user);
        if (isAccepted(verified)) seen.push([user.registered, [verified, 'the same e-mail is verified']]);
      }
      const nobody = await t.users.register({}, { authorization: null, target: '/v2/nothing-is-here' });
      if (seen.length === 2 && isAccepted(await fixedCode(t, nobody)))
        inconclusive(
          'the fixed code verifies e-mails that nobody registered, so it cannot show who is registered',
          'fixtures.verificationCode with a url, command or mailpit',
        );
      if (seen.length === 2) broken('register', variant, 'registers a user that can be verified', seen[1]!);
    }
    return pass({ restsOn: 1 });
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (t) => {
        const variants = spellings(t, 'register');
        await needTwin(t, 'register', 'before');
        const sent = await Promise.all(
          variants.map(async (variant) => ({ variant, user: await t.users.register({}, open(variant)) })),
        );
        const successes = sent.filter(({ user }) => succeeded(user.registered));
        if (t.users.sharedCode) {
          suspect(
            t,
            'register',
            successes.filter(({ user }) => isEmptyObject(user.registered.response)).map(({ variant }) => variant),
          );
          return pass(counted(variants));
        }
        if (!t.users.canReadCodes) {
          if (successes.length === 0) return pass(counted(variants));
          inconclusive(
            'another spelling of the path answers 2xx without token; whether it registers cannot be seen without the codes',
            'fixtures.verificationCode in the configuration',
            successes.map(({ user }) => user.registered),
          );
        }
        for (const { variant, user } of await withCodes(t, sent)) {
          const fresh = { variant, user: await t.users.register({}, open(variant)) };
          const [again] = await withCodes(t, [fresh]);
          if (again !== undefined)
            broken('register', variant, `${describeResponse(user.registered)} and a code came`, [
              user.registered,
              [again.user.registered, 'a code came for this e-mail too'],
            ]);
        }
        return pass(counted(variants));
      },
    },
  },
);

/** Those for whom a code came, once the code of a proper registration that was sent after them came too. */
async function withCodes<Sent extends { readonly user: User }>(
  t: CheckContext,
  sent: readonly Sent[],
): Promise<Sent[]> {
  await requirePendingUser(t);
  const nobody = t.users.body();
  const came = await Promise.all(
    sent.map(async ({ user }) => (await t.users.code(user.body.email, user.n, lateMs)) !== undefined),
  );
  if (came.includes(true) && (await t.users.code(nobody.email, 0, lateMs)) !== undefined)
    inconclusive(
      'the source of codes has one for an e-mail that nobody registered',
      'a source that knows codes by their e-mail',
    );
  return sent.filter((_, index) => came[index]);
}

async function fixedCode(t: CheckContext, user: User): Promise<Exchange> {
  const code = (await t.users.code(user.body.email, user.n)) ?? '';
  return t.users.verify({ ...user, code }, { throttle: 'accept' });
}

const isEmptyObject = (answer: HttpResponse | null): boolean =>
  answer !== null && parseJsonBody(answer).ok && shapeProblem(answer, 'empty-object') === undefined;

/** Spellings that one user's code is sent to before it is sent properly. */
const batch = 8;

check(
  'auth/verify/path-variants',
  async (t) => {
    // A path that tells a right code from a wrong one is the operation, whatever else it does.
    for (const variant of suspected(t, 'verify')) {
      const proof: Proof[] = [];
      for (const _ of [1, 2]) {
        const user = await requirePendingUser(t);
        const right = verificationBody(user);
        const code = right.code === 4321 ? 4322 : 4321;
        const ask = (body: object) => t.send({ operation: 'verify', body, ...open(variant), throttle: 'accept' });
        const wrong = await ask({ ...right, code });
        const served = await ask(right);
        if (succeeded(served) && !succeeded(wrong))
          proof.push([user.registered, 'a user is registered'], [wrong, 'a wrong code'], [served, 'the right code']);
      }
      if (proof.length === 6) broken('verify', variant, 'tells the right code from a wrong one', proof.slice(3));
    }
    return pass({ restsOn: 1 });
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (t) => {
        const variants = spellings(t, 'verify');
        if (t.effort.isLean && (await withoutEffect(t, variants))) return pass(counted(variants));
        const batches = Array.from({ length: Math.ceil(variants.length / batch) }, (_, at) =>
          variants.slice(at * batch, (at + 1) * batch),
        );
        const tried = await Promise.all(batches.map((some) => spelt(t, some)));
        const lookAlike = tried.flatMap(({ sent }) =>
          sent
            .filter(({ exchange }) => succeeded(exchange) && isEmptyObject(exchange.response))
            .map(({ variant }) => variant),
        );
        suspect(t, 'verify', lookAlike);
        for (const variant of tried
          .filter(({ served }) => !served)
          .flatMap(({ sent }) => sent.map((one) => one.variant))) {
          const alone = await spelt(t, [variant]);
          if (alone.served) continue;
          const again = await spelt(t, [variant]);
          const control = await t.users.verify(await requirePendingUser(t));
          if (!isAccepted(control) || again.served) continue;
          broken('verify', variant, `verifies the user: the code no longer serves after it`, [
            [again.user.registered, 'the user is registered, and its code comes'],
            [again.sent[0]!.exchange, 'without token'],
            [again.proper, 'the proper path with the good token'],
          ]);
        }
        return pass(counted(variants));
      },
    },
  },
);

/** The spellings in the waves of other rows, each of which ends with its user's right code: true where nothing is odd. */
async function withoutEffect(t: CheckContext, variants: readonly PathVariant[]): Promise<boolean> {
  const tried = await Promise.all(variants.map((variant) => t.attempt('verify', open(variant))));
  return tried.every(({ exchange, after }) => !succeeded(exchange) && isAccepted(after));
}

/** The right code of a fresh user to other spellings without token, then to the proper path with it. */
async function spelt(t: CheckContext, variants: readonly PathVariant[]) {
  const user: PendingUser = await requirePendingUser(t);
  const sent = await Promise.all(
    variants.map(async (variant) => ({
      variant,
      exchange: await t.send({ operation: 'verify', body: verificationBody(user), ...open(variant) }),
    })),
  );
  const proper = await t.users.verify(user);
  return { user, sent, proper, served: isAccepted(proper) };
}
