/** Bodies that are not JSON, or have a field of a wrong type, are rejected; a charset beside application/json is accepted. */
import {
  api,
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  type Exchange,
  fail,
  forEachConcurrently,
  generate,
  inconclusive,
  type OperationWithBody,
  type PendingUser,
  type Proof,
  pass,
  responses,
  samplesOf,
} from '../../src/suite.ts';
import { acceptAnything } from '../lib/accept-anything.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isAcceptedOrDuplicate, mayBeOutage } = responses;

for (const op of api.operationsWithBody) {
  // What is wrong may count as a wrong code, so that it comes when right codes are no longer needed.
  const phase = api.needsCode(op) ? 'wrong-codes' : 'main';
  const between = (work: typeof rejectNonJson) => (t: CheckContext) =>
    controls.betweenControls(t, op, (before) => work(t, op, before));
  check(`${op}/rejects-non-json`, between(rejectNonJson), { phase });
  check(`${op}/rejects-wrong-types`, between(rejectWrongTypes), { phase, from: 'standard' });
  check(`${op}/json-charset`, (t) => acceptCharset(t, op), {
    phase: api.needsCode(op) ? 'right-codes' : 'main',
    from: 'standard',
  });
}

/** Cases that are tried at once if they need no user. */
const atOnce = 3;

/** Tries each case; a verification with the body of a pending user, which several cases share. */
async function tryEach<T>(
  t: CheckContext,
  op: OperationWithBody,
  cases: readonly T[],
  tryCase: (one: T, user: PendingUser | undefined) => Promise<boolean | (() => Promise<boolean>)>,
): Promise<void> {
  if (api.needsCode(op)) {
    const shared = t.effort.isLean ? [await controls.sharedUser(t)] : [];
    await controls.tryOnUsers(t, controls.inGroups(cases), tryCase, shared);
    return;
  }
  await forEachConcurrently(cases, atOnce, async (one) => {
    const lookInto = await tryCase(one, undefined);
    if (typeof lookInto !== 'boolean') await lookInto();
  });
}

/** Texts that every operation tries; of the others each takes a part, since operations hardly ever have parsers of their own. */
const usualTexts = 4;

function textsFor(t: CheckContext, op: OperationWithBody): readonly generate.NotJson[] {
  const { length } = api.operationsWithBody;
  const turn = (api.operationsWithBody.indexOf(op) + t.settings.run.seed) % length;
  return t.effort.pick({
    quick: t.effort.sampleOf(generate.notJson, 1, 0),
    standard: generate.notJson.filter((_, at) => at < usualTexts || at % length === turn),
    deep: generate.notJson,
  });
}

async function rejectNonJson(
  t: CheckContext,
  op: OperationWithBody,
  before: Exchange | undefined,
): Promise<Conclusion> {
  const truncations = generate.truncations(t.seed, t.effort.pick({ quick: 0, standard: 0, deep: 30 }));
  const cases = [...textsFor(t, op), ...truncations];
  const send = async ({ of }: generate.NotJson, user: PendingUser | undefined): Promise<Exchange> => {
    const body = user === undefined ? (await controls.validRequest(t, op)).body : controls.verificationBody(user);
    return t.send({ operation: op, raw: of(JSON.stringify(body)), typed: false, throttle: 'accept' });
  };
  await tryEach(t, op, cases, async (one, user) => {
    const exchange = await send(one, user);
    if (!isAccepted(exchange)) return true;
    return async () => {
      const again = await send(one, user && (await controls.requirePendingUser(t)));
      if (isAccepted(again))
        fail(
          `a body that is not JSON (${one.kind}) ${describeResponse(exchange)}, and again ${describeResponse(again)}; it must be rejected`,
          [...(before === undefined ? [] : [[before, 'the canonical request'] as const]), exchange, again],
          { symptom: { kind: 'accepted' } },
        );
      return false;
    };
  });
  return pass({ samples: samplesOf(cases.map(({ kind }) => kind)) });
}

async function acceptCharset(t: CheckContext, op: OperationWithBody): Promise<Conclusion> {
  const how = { contentType: 'application/json; charset=utf-8' };
  const first = await controls.sendValid(t, op, { ...how, ...acceptAnything });
  if (isAcceptedOrDuplicate(first)) return pass();
  const plain = await controls.sendValid(t, op);
  t.requireAccepted(plain, 'the canonical request without charset');
  const again = await controls.sendValid(t, op, how);
  if (isAcceptedOrDuplicate(again)) {
    t.runContext.excuses.rejectedOnce.push(first);
    return pass();
  }
  fail(
    `application/json; charset=utf-8: ${describeResponse(again)}; without the charset ${describeResponse(plain)}`,
    [plain, first, again],
    { symptom: { kind: 'refused' } },
  );
}

/** Samples at depth standard. */
const wrongTypeSamples = 7;
/** Accepted ones that the proof of a finding has. */
const mostShown = 6;

async function rejectWrongTypes(t: CheckContext, op: OperationWithBody): Promise<Conclusion> {
  const example = generate.canonicalFor(t, op, { email: 'a@example.com', code: 123_456 });
  const flaws = generate.flawsToTry(generate.wrongTypes(op, example), t.effort.sampleCount(wrongTypeSamples), (items) =>
    generate.shuffle(items, generate.seededRandom(t.seed)),
  );
  const found = new Map<string, readonly [Exchange, string]>();
  let lost: readonly [Exchange, string] | undefined;
  await tryEach(t, op, flaws, async (flaw, user) => {
    const canonical = generate.canonicalFor(t, op, user && controls.verificationBody(user));
    const one = generate.wrongTypes(op, canonical).find((candidate) => generate.flawOf(candidate) === flaw);
    if (one === undefined) return true;
    const request = { ...generate.requestOf(t, one), typed: false, throttle: 'accept' } as const;
    const first = await t.send(request);
    const exchange = mayBeOutage(first) ? await t.exclusively((alone) => alone.send(request)) : first;
    if (responses.isRejection(exchange)) return true;
    const proof = [exchange, `${one.label}: ${describeResponse(exchange)}`] as const;
    if (mayBeOutage(exchange)) {
      lost = proof;
      return true;
    }
    found.set(flaw, proof);
    return false;
  });
  const samples = samplesOf(flaws);
  const accepted = flaws.map((flaw) => found.get(flaw)).filter((proof) => proof !== undefined);
  const [first] = accepted;
  if (first === undefined && lost !== undefined)
    inconclusive(lost[1], 'a target that stays available during the run', [lost]);
  if (first === undefined) return pass({ samples });
  const proof: Proof[] = [[...first, 'wrong'], ...accepted.slice(1, mostShown)];
  fail(`${first[1]}; expected 4xx, for ${accepted.length} of ${flaws.length} wrong types`, proof, {
    samples,
    symptom: { kind: 'accepted' },
  });
}
