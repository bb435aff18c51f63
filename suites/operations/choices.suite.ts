/** What the specification leaves open and an implementer may declare: the status of a success, and the required fields. */
import {
  api,
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  type Exchange,
  fail,
  generate,
  inconclusive,
  type Operation,
  type OperationWithBody,
  type PendingUser,
  pass,
  responses,
  undeclared,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isAcceptedOrDuplicate } = responses;

for (const op of api.operations) check(`${op}/success-status`, (t) => judgeStatus(t, op), { phase: 'closing' });
for (const op of api.operationsWithBody)
  check(`${op}/required-fields`, (t) => judgeFields(t, op), {
    phase: api.needsCode(op) ? 'wrong-codes' : 'main',
    from: 'standard',
  });

async function judgeStatus(t: CheckContext, op: Operation): Promise<Conclusion> {
  const declared = t.settings.declares.successStatus?.[op];
  if (declared === undefined) undeclared(`successStatus.${op}`);
  const seen = t.observations.values(`successStatus.${op}`);
  // Only canonical requests are judged: a registration that hides a taken e-mail may say so in another 2xx.
  const canonical = seen.map(({ exchange }) => exchange).filter((exchange) => exchange?.request.canonical === true);
  const first = api.needsCode(op) ? t.users.memory.firstVerified?.verified : undefined;
  if (first !== undefined) t.client.noteUse([first]);
  const other = [...canonical, first].find((exchange) => exchange && exchange.response?.status !== declared);
  const count = seen.find(({ value }) => value === declared)?.count ?? 0;
  const last = other ?? (api.needsCode(op) || count > 0 ? undefined : await t.sendCanonical(op));
  if (last !== undefined && isAccepted(last) && last.response?.status !== declared)
    fail(`the canonical request ${describeResponse(last)}; ${declared} is declared`, [last]);
  // Without another check that verifies a user, only the verification that showed how codes are read was accepted.
  const isSeen = (t.findings.judged > 0 && count > 0) || first !== undefined;
  if (!isSeen) inconclusive(`${op} never succeeded`, `a target on which ${op}/accepts-valid passes`);
  return pass();
}

/** Leaves out one field at a time, and once more if the result is not as declared. */
async function judgeFields(t: CheckContext, op: OperationWithBody): Promise<Conclusion> {
  const declared = t.settings.declares.requiredFields?.[op];
  const missing = generate.silent(op, generate.canonicalFor(t, op)).filter(({ kind }) => kind === 'missing');
  const fields = missing.map(({ field }) => field);
  const tried = declared === undefined ? t.effort.take(fields, { quick: 0 }) : t.effort.sampleOf(fields, 1, 0);
  if (tried.length === 0) undeclared(`requiredFields.${op}`, 'not looked for at depth quick');
  const needed: string[] = [];
  const untold: string[] = [];
  const wrong: [Exchange, string][] = [];
  // A user whose verification was rejected may be tried again.
  let user: PendingUser | undefined;
  const pendingUser = async () => (user ??= await controls.sharedUser(t));
  for (const field of tried) {
    const answer = await firstTelling(() => sendSilent(t, op, field, pendingUser));
    const isRejected = answer !== undefined && !isAcceptedOrDuplicate(answer);
    if (!isRejected) user = undefined;
    if (answer === undefined) {
      untold.push(field);
      continue;
    }
    if (isRejected) needed.push(field);
    if (declared === undefined || declared.includes(field) === isRejected) continue;
    const again = await t.send({
      ...(await silentRequest(t, op, field, controls.requirePendingUser)),
      throttle: 'accept',
    });
    if (!isTelling(again) || isAcceptedOrDuplicate(again) === isRejected) continue;
    const words = isRejected ? 'is not declared' : 'is declared';
    wrong.push([again, `without ${field}: ${describeResponse(again)}, and ${field} ${words} as required`]);
  }
  if (!t.effort.isLean) await observeUnknownField(t, op);
  const valid = await validRequests[op](t);
  t.requireAccepted(valid, 'the canonical request');
  if (tried.length === fields.length && untold.length === 0)
    t.observations.record(`requiredFields.${op}`, needed, valid);
  if (declared === undefined) undeclared(`requiredFields.${op}`);
  if (untold.length === tried.length)
    inconclusive(
      'each request without a field met a limit or an outage',
      'a target that stays available during the run',
    );
  if (wrong.length === 0) return pass();
  fail(wrong.map(([, problem]) => problem).join('; '), [[valid, 'the canonical request'], ...wrong]);
}

/** Tries in search of a response that tells whether a field is required. */
const mostTries = 2;

async function firstTelling(send: () => Promise<Exchange>): Promise<Exchange | undefined> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await send();
    if (isTelling(answer)) return answer;
  }
  return undefined;
}

/** Whether the target judged the body: not if it was out of order, limits requests, or may have had the same request before. */
function isTelling(answer: Exchange): boolean {
  const isJudged = isAccepted(answer) || (responses.isRejection(answer) && !responses.isLimit(answer));
  return isJudged && answer.request.retried !== true;
}

/** With all fields, sent at any time of the run. */
const validRequests: { readonly [op in OperationWithBody]: (t: CheckContext) => Promise<Exchange> } = {
  create: (t) => controls.sendCreation(t, t.creations.next()),
  register: (t) => controls.requireControl(t, 'register'),
  verify: (t) => controls.requireControl(t, 'verify'),
};

async function observeUnknownField(t: CheckContext, op: OperationWithBody): Promise<void> {
  const exchange = await sendSilent(t, op, 'unexpected');
  const outcome = isAcceptedOrDuplicate(exchange) ? 'accepted' : (exchange.response?.status ?? 'none');
  t.observations.record(`unknownFields.${op}`, outcome, exchange);
}

/** Sends the valid request without a field, or with the unexpected one; a creation that other checks have sent is looked at. */
async function sendSilent(t: CheckContext, op: OperationWithBody, field: string, userOf = controls.sharedUser) {
  const request = await silentRequest(t, op, field, userOf);
  return api.operationTable[op].consumes === 'event'
    ? controls.sendCreation(t, request.body as object)
    : t.send({ ...request, throttle: 'accept' });
}

async function silentRequest(
  t: CheckContext,
  op: OperationWithBody,
  field: string,
  userOf: typeof controls.sharedUser,
) {
  const user = api.needsCode(op) ? await userOf(t) : undefined;
  const canonical = generate.canonicalFor(t, op, user && controls.verificationBody(user));
  const one = generate.silent(op, canonical).find((variant) => variant.field === field)!;
  return generate.requestOf(t, one);
}
