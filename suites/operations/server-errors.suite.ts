/**
 * A request whose fields have the stated types must get a response without 5xx. Samples are drawn here, so that a failing one
 * is shrunk; the traffic monitor judges every other request of the run, and is read at its end.
 */
import {
  api,
  CheckConcluded,
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  type Exchange,
  type Finding,
  fc,
  generate,
  logs,
  NotSent,
  type Operation,
  type OperationRequest,
  pass,
  traffic,
  unlessUndecided,
} from '../../src/suite.ts';
import { useIssuedCursors } from '../lib/issued-cursors.ts';
import { useAgain } from '../lib/used-again.ts';
import { inconclusiveAsLong, requireNoGrowingDelay, type Slow } from './delays.ts';
import { EmailsInTurn } from './emails-in-turn.ts';
import { requirements } from './requirements.ts';
import { failIfHung, isSilent, judgeTraffic, symptom } from './silent-requests.ts';

const check = checksOf(requirements);

/** Share of the values that are chosen and not drawn: each is its own smallest counterexample. */
const chosenShare = 0.85;
/** Values that are tried at each operation, several of them together. */
const samples: { readonly [op in Operation]: { readonly standard: number; readonly quick: number } } = {
  create: { standard: 53, quick: 8 },
  register: { standard: 62, quick: 6 },
  verify: { standard: 36, quick: 4 },
  logs: { standard: 59, quick: 6 },
};

/** Values that one drawn bundle stands for: drawn values hardly ever show what the chosen ones do not. */
const drawnTogether = 4;

for (const op of api.operations)
  check(`${op}/no-server-error`, (t) => judgeTraffic(t, op), {
    phase: 'closing',
    prepare: { phase: api.needsCode(op) ? 'wrong-codes' : 'main', work: (t) => sendSamples(t, op) },
    // A hang takes the whole time-out, and counts only if it happens again.
    limitMs: 300_000,
  });

async function sendSamples(t: CheckContext, op: Operation): Promise<Conclusion> {
  try {
    const emails = api.needsCode(op) ? await controls.registeredEmails(t, t.effort.sampleCount(5)) : [];
    await usedUpRequests[op](t);
    return await judgeSamples(t, op, emails);
  } catch (error) {
    await failIfHung(t, op);
    throw error;
  }
}

async function judgeSamples(t: CheckContext, op: Operation, emails: readonly string[]): Promise<Conclusion> {
  const canonical = generate.canonicalFor(t, op, { email: pendingEmail, code: 271_828 });
  const slow: Slow[] = [];
  const broken: generate.Variant[] = [];
  const isBroken = (variant: generate.Variant) => broken.includes(variant);
  const common = {
    kind: (bundle: generate.Bundle) => (bundle.length > 1 ? 'several fields' : bundle[0]!.kind),
    show: (bundle: generate.Bundle) => generate.showVariant(bundle.find(isBroken) ?? generate.mergedVariant(bundle)),
    symptom,
    judge: judgeBundlesWith(judgeWith(t, new EmailsInTurn(t, emails), slow), canonical, broken),
  };
  try {
    const decided = await t.property({ ...common, ...bundlesToSend(t, op, canonical) });
    if (slow[0] !== undefined) inconclusiveAsLong(t, ...slow[0]);
    return pass({ samples: decided });
  } catch (error) {
    const mixed = error instanceof CheckConcluded ? broken.find(({ kind }) => kind === 'mixed') : undefined;
    if (mixed === undefined || !generate.isTextField(op, mixed.field)) throw error;
    // A shorter mixture, if it breaks the target too, shows which of the metacharacters in the text is the cause.
    await t.property({
      ...common,
      arbitrary: generate.mixtures(op, canonical, [mixed.field]).map((variant): generate.Bundle => [variant]),
      runs: 18,
      atQuick: 6,
    });
    throw error;
  }
}

/** Values chosen as likely to break a target, several in one request, and some that are drawn. */
function bundlesToSend(t: CheckContext, op: Operation, canonical: generate.Canonical) {
  const { standard, quick } = samples[op];
  const likely = generate
    .likelyToBreak(op, canonical)
    // Unusual e-mails are registered, and verified, by register/then-verify.
    .filter(({ kind }) => op !== 'register' || kind !== 'email')
    .slice(0, Math.ceil(t.effort.sampleCount(standard) * chosenShare));
  const keyOf = ({ body, path, query }: generate.Variant) => JSON.stringify([body, path, query]);
  const different = [...new Map(likely.map((variant) => [keyOf(variant), variant])).values()];
  const chosen = generate.bundled(different);
  const drawn = Math.ceil((standard * (1 - chosenShare)) / drawnTogether);
  const few = generate.bundled(
    generate.mostTelling(op, canonical, quick, (cases, count, certain) => t.effort.sampleOf(cases, count, certain)),
  );
  const one = fc.oneof(generate.variants(op, canonical).arbitrary, {
    weight: 2,
    arbitrary: generate.mixtures(op, canonical),
  });
  return {
    arbitrary: generate.bundles(one),
    runs: t.effort.pick({ standard: chosen.length + drawn, deep: standard }),
    atQuick: few.length,
    examples: t.effort.pick({ quick: few, standard: chosen }),
  };
}

interface Judged {
  readonly finding: Finding | undefined;
  /** Undefined if there was no response. */
  readonly status: number | undefined;
}

/** Fields whose made-up values are rejected for their form, or because nothing has that name. */
const knownByName: ReadonlySet<string> = new Set(['email', 'webhookId', 'sortBy', 'from', 'to']);

/**
 * Judges bundles: each is sent, and its parts alone if one may have hidden another. A finding about a part is reported
 * instead of one about the whole.
 * @param broken collects the variants that show a finding
 */
function judgeBundlesWith(
  judge: (variant: generate.Variant) => Promise<Judged>,
  canonical: generate.Canonical,
  broken: generate.Variant[],
) {
  const plain = new Map<string, Promise<Judged>>();
  /** Whether the target rejects any made-up value of the field with this status: then it looks no further into them. */
  const isRejectedAsPlain = async ({ operation, field }: generate.Variant, status: number): Promise<boolean> => {
    if (!knownByName.has(field)) return false;
    const known = plain.get(field) ?? judge(generate.plainText(operation, canonical, field));
    plain.set(field, known);
    return (await known).status === status;
  };
  return async function judgeBundle(bundle: generate.Bundle): Promise<Finding | undefined> {
    const whole = generate.mergedVariant(bundle);
    const { finding, status } = await judge(whole);
    if (finding === undefined && status !== undefined) {
      const shorter = bundle.map((one) => generate.lessLong(one.operation, canonical, one));
      const isShorter = shorter.every((one) => one !== undefined);
      if (status < 300 || (bundle.length === 1 && !isShorter)) return undefined;
      if (await isRejectedAsPlain(whole, status)) return undefined;
      if (isShorter) return judgeBundle(shorter);
    }
    for (const part of bundle.length > 1 ? bundle : []) {
      const alone = (await judge(part)).finding;
      if (alone !== undefined) broken.push(part);
      if (alone !== undefined) return alone;
    }
    if (finding !== undefined) broken.push(whole);
    return finding;
  };
}

/** Stands for the e-mail of a registered user until a sample is sent. */
const pendingEmail = 'pending@example.com';

function judgeWith(t: CheckContext, emails: EmailsInTurn, slow: Slow[]) {
  return async function judge(variant: generate.Variant): Promise<Judged> {
    let email: string | undefined;
    const make = (one: generate.Variant): OperationRequest => {
      const body = one.body as { email?: unknown } | undefined;
      if (body?.email !== pendingEmail) return generate.requestOf(t, one);
      email = emails.next();
      return generate.requestOf(t, email === undefined ? one : { ...one, body: { ...body, email } });
    };
    const known = await sendSharedLimit(t, variant);
    if (known !== undefined) return { finding: undefined, status: known.response?.status };
    let status: number | undefined;
    let first: Exchange | undefined;
    try {
      const finding = await traffic.findServerError(t, generate.describeVariant(variant), () => make(variant), {
        makeSmaller: (share) => {
          const smaller = generate.withShorterLists(variant, share);
          return smaller && make(smaller);
        },
        onSlow: (...one) => slow.push(one),
        mayBeStopped: true,
        onSent: (exchange) => {
          first = exchange;
          status = exchange.response?.status;
        },
      });
      if (finding !== undefined) await requireNoGrowingDelay(t, first!);
      return { finding, status };
    } catch (error) {
      // What hung twice is judged with the traffic of the run.
      if (error instanceof NotSent && error.reason === 'hung') return { finding: undefined, status: undefined };
      if (error instanceof NotSent && error.reason === 'user-paused' && (await emails.replace(email)))
        return judge(variant);
      throw error;
    }
  };
}

/** Sends a limit as other checks do, to share the exchange; undefined for other variants, and where it needs a closer look. */
async function sendSharedLimit(t: CheckContext, { field, body }: generate.Variant): Promise<Exchange | undefined> {
  if (field !== 'limit') return undefined;
  const exchange = await controls.sendCreation(t, body as object);
  return isSilent(exchange) || traffic.isServerError(exchange) ? undefined : exchange;
}

/** Requests with what another one has used up or issued. Any response but 5xx is allowed; gaps/accounts observes which. */
const usedUpRequests: { readonly [op in Operation]: (t: CheckContext) => Promise<void> } = {
  create: async () => {},
  register: async (t) => {
    if (t.effort.suffices(t.observations.values('takenEmail').length)) return;
    const { user } = await useAgain(t);
    if (user === undefined) return;
    const { body } = user;
    await t.send({ operation: 'register', body: { ...body, firstName: 'Grace', password: `${body.password}1` } });
  },
  verify: async (t) => {
    if (!t.effort.suffices(t.observations.values('codeReuse').length)) await useAgain(t);
    if (t.effort.isLean) await sendWrongCodeOfVerified(t);
  },
  logs: async (t) => {
    if (t.effort.isLean) await sendReversedRange(t);
    if (await t.effort.isDecidedBy(() => areSentTogether(t))) return;
    const [first] = t.settings.fixtures.webhooks;
    await useIssuedCursors(t, first!.id);
    if (t.effort.isLean) return;
    // All pages of the other logs, which other checks read, too.
    const baseline = await unlessUndecided(() => t.baseline());
    await Promise.all((baseline?.others ?? []).map((other) => other.walk()));
  },
};

/** A range that ends before it begins, if the format of its bounds is known. */
async function sendReversedRange(t: CheckContext): Promise<void> {
  const time = await unlessUndecided(() => t.logs.time());
  if (time?.understood !== true) return;
  await t.logs.measure(logs.reversedRange(time.sense));
}

/** A wrong code of a user that was verified, if other checks have one. */
async function sendWrongCodeOfVerified(t: CheckContext): Promise<void> {
  const user = t.users.memory.firstVerified?.user;
  if (user !== undefined && !t.client.runsAlone)
    await t.send({ operation: 'verify', body: { email: user.body.email, code: generate.madeUpCode(user.code) } });
}

/** Both cursors of the second page that was read of a log, in one request; false if no log has such a page. */
async function areSentTogether(t: CheckContext): Promise<boolean> {
  const { log, others } = await t.logs.baseline();
  for (const one of [...others, log]) {
    const { next, prev } = (await one.walk()).pages[1]?.page ?? {};
    if (next === undefined || prev === undefined) continue;
    const query = [['next', next] as const, ['prev', prev] as const];
    await t.send({ operation: 'logs', webhook: one.id, query });
    return true;
  }
  return false;
}
