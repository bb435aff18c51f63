/**
 * Other spellings of the path, without token. A spelling may lead anywhere or nowhere: only the operation's own data or
 * effect counts, never a status. Each operation shows it in its way.
 */
import {
  type Answer,
  accepted,
  carried,
  checksOf,
  commonPathVariants,
  type Exchange,
  endpoints,
  fail,
  fc,
  inconclusive,
  jsonBody,
  type Operation,
  type OperationRequest,
  type PathVariant,
  type PendingUser,
  type Proof,
  pageOf,
  pass,
  pendingUser,
  rarePathVariants,
  recognised,
  said,
  shapeProblem,
  type Trial,
  Twins,
  type User,
  verification,
} from '../../src/kit.ts';
import { named } from '../rows.ts';
import { answered, validRequest } from './attempts.ts';
import { knownLogs } from './known-items.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** The common spellings at `standard`, some of the rare ones beside them; all at `deep`. */
function spellings(trial: Trial, operation: Operation): PathVariant[] {
  const { path } = endpoints[operation];
  const webhook = encodeURIComponent(trial.settings.fixtures.webhooks[0]?.id ?? '');
  const own = path.replace('{webhookId}', webhook);
  const ids = operation === 'logs' ? [path.slice(1).split('/').indexOf('{webhookId}')] : [];
  const common = commonPathVariants(own, ids);
  const rare = rarePathVariants(own, ids);
  const { depth } = trial.settings.run;
  if (depth === 'deep') return [...common, ...rare];
  if (depth === 'quick') return [...trial.some(common, 1, 0)];
  const order = fc.sample(fc.shuffledSubarray(rare, { minLength: rare.length }), { seed: trial.seed, numRuns: 1 })[0]!;
  return [...common, ...order.slice(0, 6)];
}

const open = (variant: PathVariant): Partial<OperationRequest> => ({ authorization: null, target: variant.path });
const succeeded = (exchange: Exchange): boolean => Math.floor((exchange.response?.status ?? 0) / 100) === 2;

function counted(variants: readonly PathVariant[]) {
  const kinds: Record<string, number> = {};
  for (const { kind } of variants) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return { samples: { count: variants.length, kinds } };
}

/** A spelling without token; at depth quick among the twins that other rows have, which are the proper path's. */
async function spelling(trial: Trial, operation: 'create' | 'logs', how: Partial<OperationRequest>): Promise<Exchange> {
  if (!trial.quick) return trial.send({ operation, ...how });
  const { exchange, meaningful, before, after } = await Twins.of(trial.context).try(trial, operation, how);
  if (succeeded(exchange) || meaningful) return exchange;
  throw unserved(operation, recognised(before) ? after : before);
}

/** The valid request to the proper path, with the good token: an outage would hide whatever leads to the operation. */
async function needTwin(trial: Trial, operation: Operation, when: 'before' | 'after'): Promise<void> {
  // Depth quick has others; see spelling.
  if (trial.quick && (when === 'before' || operation !== 'register')) return;
  const twin = await trial.send(await validRequest(trial, operation));
  if (!recognised(twin)) throw unserved(operation, twin);
}

const unserved = (operation: Operation, twin: Exchange) =>
  inconclusive(
    `the valid request to the operation's own path ${said(twin)}, so nothing follows from other paths`,
    `a target that accepts it; see ${operation}/accepts-valid`,
    [twin],
  );

const broken = (operation: Operation, variant: PathVariant, what: string, proof: readonly Proof[]) =>
  fail(`${named[operation]} without token, ${variant.label} (${variant.path}), ${what}, and again`, proof, {
    symptom: { kind: 'check' },
  });

check('auth/logs/path-variants', async (trial) => {
  const variants = spellings(trial, 'logs');
  const items = (await knownLogs(trial))[0]?.items ?? [];
  await needTwin(trial, 'logs', 'before');
  const send = (variant: PathVariant) => spelling(trial, 'logs', open(variant));
  const sent = await Promise.all(variants.map(async (variant) => ({ variant, exchange: await send(variant) })));
  const pages: Exchange[] = [];
  for (const { variant, exchange } of sent) {
    const count = carried(exchange.response, items).length;
    if (count > 0) {
      const again = await send(variant);
      if (carried(again.response, items).length > 0)
        throw broken('logs', variant, `${said(again)} with ${count} ${count === 1 ? 'item' : 'items'} of the log`, [
          exchange,
          again,
        ]);
    } else if (succeeded(exchange) && (pageOf(exchange.response)?.data.length ?? 0) > 0) pages.push(exchange);
  }
  if (items.length === 0 && pages.length > 0)
    throw inconclusive(
      'another spelling of the path answers without token with a page, and no item is known that identifies the log',
      'a first webhook with items of 12 characters or more',
      pages,
    );
  await needTwin(trial, 'logs', 'after');
  return pass(counted(variants));
});

check('auth/create/path-variants', async (trial) => {
  const variants = spellings(trial, 'create');
  await needTwin(trial, 'create', 'before');
  const send = (variant: PathVariant, how: Partial<OperationRequest>) =>
    spelling(trial, 'create', { body: trial.creations.next(), ...open(variant), ...how });
  // What has been created already may be 409: then the spelling leads to the operation, and is asked for another one.
  const created = (exchange: Exchange) => succeeded(exchange) && pageOf(exchange.response) !== undefined;
  const canonical = trial.creations.canonical;
  const sent = await Promise.all(
    variants.map(async (variant) => ({ variant, exchange: await send(variant, { body: canonical }) })),
  );
  for (const { variant, exchange } of sent) {
    if (!created(exchange) && exchange.response?.status !== 409) continue;
    const good = await send(variant, { authorization: 'Bearer {token}' });
    if (!created(good)) continue;
    const again = await send(variant, {});
    if (created(again))
      throw broken('create', variant, `${answered(again)} as the good token gets`, [
        [good, 'the same path with the good token leads to the operation'],
        [again, 'without token'],
      ]);
  }
  await needTwin(trial, 'create', 'after');
  return pass(counted(variants));
});

/** Spellings that seem to lead to register or verify, to be settled when wrong codes may be sent. */
const suspects = new WeakMap<object, Map<Operation, readonly PathVariant[]>>();

function suspect(trial: Trial, operation: Operation, variants: readonly PathVariant[]): void {
  const known = suspects.get(trial.context) ?? new Map<Operation, readonly PathVariant[]>();
  suspects.set(trial.context, known.set(operation, variants));
}

const suspected = (trial: Trial, operation: Operation) => suspects.get(trial.context)?.get(operation) ?? [];

/** Where a code still comes after that of a proper registration that was sent later, ms. */
const lateMs = 300;

check(
  'auth/register/path-variants',
  async (trial) => {
    for (const variant of suspected(trial, 'register')) {
      const seen: Proof[][] = [];
      for (const _ of [1, 2]) {
        const user = await trial.users.register({}, open(variant));
        const verified = await fixedCode(trial, user);
        if (accepted(verified)) seen.push([user.registered, [verified, 'the same e-mail is verified']]);
      }
      const nobody = await trial.users.register({}, { authorization: null, target: '/v2/nothing-is-here' });
      if (seen.length === 2 && accepted(await fixedCode(trial, nobody)))
        throw inconclusive(
          'the fixed code verifies e-mails that nobody registered, so it cannot show who is registered',
          'fixtures.verificationCode with a url, command or mailpit',
        );
      if (seen.length === 2) throw broken('register', variant, 'registers a user that can be verified', seen[1]!);
    }
    return pass({ restsOn: 1 });
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (trial) => {
        const variants = spellings(trial, 'register');
        await needTwin(trial, 'register', 'before');
        const sent = await Promise.all(
          variants.map(async (variant) => ({ variant, user: await trial.users.register({}, open(variant)) })),
        );
        const successes = sent.filter(({ user }) => succeeded(user.registered));
        if (trial.users.sharedCode) {
          suspect(
            trial,
            'register',
            successes.filter(({ user }) => isEmptyObject(user.registered.response)).map(({ variant }) => variant),
          );
          return pass(counted(variants));
        }
        if (!trial.users.canReadCodes) {
          if (successes.length === 0) return pass(counted(variants));
          throw inconclusive(
            'another spelling of the path answers 2xx without token; whether it registers cannot be seen without the codes',
            'fixtures.verificationCode in the configuration',
            successes.map(({ user }) => user.registered),
          );
        }
        for (const { variant, user } of await withCodes(trial, sent)) {
          const fresh = { variant, user: await trial.users.register({}, open(variant)) };
          const [again] = await withCodes(trial, [fresh]);
          if (again !== undefined)
            throw broken('register', variant, `${said(user.registered)} and a code came`, [
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
async function withCodes<Sent extends { readonly user: User }>(trial: Trial, sent: readonly Sent[]): Promise<Sent[]> {
  await pendingUser(trial);
  const nobody = trial.users.body();
  const came = await Promise.all(
    sent.map(async ({ user }) => (await trial.users.code(user.body.email, user.n, lateMs)) !== undefined),
  );
  if (came.includes(true) && (await trial.users.code(nobody.email, 0, lateMs)) !== undefined)
    throw inconclusive(
      'the source of codes has one for an e-mail that nobody registered',
      'a source that knows codes by their e-mail',
    );
  return sent.filter((_, index) => came[index]);
}

async function fixedCode(trial: Trial, user: User): Promise<Exchange> {
  const code = (await trial.users.code(user.body.email, user.n)) ?? '';
  return trial.users.verify({ ...user, code }, { throttle: 'accept' });
}

const isEmptyObject = (answer: Answer | null): boolean =>
  answer !== null && jsonBody(answer).ok && shapeProblem(answer, 'empty-object') === undefined;

/** Spellings that one user's code is sent to before it is sent properly. */
const batch = 8;

check(
  'auth/verify/path-variants',
  async (trial) => {
    // A path that tells a right code from a wrong one is the operation, whatever else it does.
    for (const variant of suspected(trial, 'verify')) {
      const proof: Proof[] = [];
      for (const _ of [1, 2]) {
        const user = await pendingUser(trial);
        const right = verification(user);
        const code = right.code === 4321 ? 4322 : 4321;
        const ask = (body: object) => trial.send({ operation: 'verify', body, ...open(variant), throttle: 'accept' });
        const wrong = await ask({ ...right, code });
        const served = await ask(right);
        if (succeeded(served) && !succeeded(wrong))
          proof.push([user.registered, 'a user is registered'], [wrong, 'a wrong code'], [served, 'the right code']);
      }
      if (proof.length === 6) throw broken('verify', variant, 'tells the right code from a wrong one', proof.slice(3));
    }
    return pass({ restsOn: 1 });
  },
  {
    phase: 'wrong-codes',
    prepare: {
      phase: 'right-codes',
      work: async (trial) => {
        const variants = spellings(trial, 'verify');
        if (trial.quick && (await withoutEffect(trial, variants))) return pass(counted(variants));
        const batches = Array.from({ length: Math.ceil(variants.length / batch) }, (_, at) =>
          variants.slice(at * batch, (at + 1) * batch),
        );
        const tried = await Promise.all(batches.map((some) => spelt(trial, some)));
        const lookAlike = tried.flatMap(({ sent }) =>
          sent
            .filter(({ exchange }) => succeeded(exchange) && isEmptyObject(exchange.response))
            .map(({ variant }) => variant),
        );
        suspect(trial, 'verify', lookAlike);
        for (const variant of tried
          .filter(({ served }) => !served)
          .flatMap(({ sent }) => sent.map((one) => one.variant))) {
          const alone = await spelt(trial, [variant]);
          if (alone.served) continue;
          const again = await spelt(trial, [variant]);
          const control = await trial.users.verify(await pendingUser(trial));
          if (!accepted(control) || again.served) continue;
          throw broken('verify', variant, `verifies the user: the code no longer serves after it`, [
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
async function withoutEffect(trial: Trial, variants: readonly PathVariant[]): Promise<boolean> {
  const tried = await Promise.all(
    variants.map((variant) => Twins.of(trial.context).try(trial, 'verify', open(variant))),
  );
  return tried.every(({ exchange, after }) => !succeeded(exchange) && accepted(after));
}

/** The right code of a fresh user to other spellings without token, then to the proper path with it. */
async function spelt(trial: Trial, variants: readonly PathVariant[]) {
  const user: PendingUser = await pendingUser(trial);
  const sent = await Promise.all(
    variants.map(async (variant) => ({
      variant,
      exchange: await trial.send({ operation: 'verify', body: verification(user), ...open(variant) }),
    })),
  );
  const proper = await trial.users.verify(user);
  return { user, sent, proper, served: accepted(proper) };
}
