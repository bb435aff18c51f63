/** A malformed request is rejected or accepted leniently, but causes no server error; other methods are rejected. */
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
  NotSent,
  type Operation,
  type OperationRequest,
  pass,
  responses,
  samplesOf,
  traffic,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Samples at depth standard: what breaks most parsers first, then what the seed draws. */
const hostileSamples = 10;

for (const op of api.operations) {
  check(`${op}/survives-malformed`, (t) => surviveAll(t, op), {
    phase: 'closing',
    prepare: {
      phase: 'malformed',
      work: (t) => surviveHostile(t, op),
      from: 'standard',
    },
  });
  check(`${op}/error-json`, (t) => judgeErrors(t, op), { phase: 'closing' });
  check(`${op}/wrong-method`, (t) => rejectOtherMethods(t, op), { from: 'standard' });
}

async function surviveHostile(t: CheckContext, op: Operation): Promise<Conclusion> {
  const email = api.needsCode(op) ? (await controls.registeredUser(t)).body.email : '';
  const canonical = generate.canonicalFor(t, op, { email, code: 271_828 });
  const requests = generate.hostile(op, canonical).filter(({ socketOnly }) => socketOnly !== true);
  const chosen = inOrder(t, op, requests).slice(0, t.effort.sampleCount(hostileSamples));
  let hung: NotSent | undefined;
  await forEachConcurrently(chosen, 6, async (one) => {
    const make = () => ({ ...generate.hostileRequest(t, one), throttle: 'accept' as const });
    try {
      // A body that is not read to its end may cost the connection (RFC 9112 §9.3).
      const options = { mayLoseConnection: one.large === true };
      const found = await traffic.findServerError(t, one.label, make, options);
      if (found !== undefined) fail(found.message, found.proof, { symptom: { kind: 'server-error' } });
    } catch (error) {
      // What is not waited for must not hide what hung before it.
      if (!(error instanceof NotSent && error.reason === 'hung')) throw error;
      hung ??= error;
    }
  });
  if (hung !== undefined) throw hung;
  return pass({ samples: samplesOf(chosen.map(({ kind }) => kind)) });
}

/**
 * What breaks most parsers first. The others are drawn, and those that each operation with a body begins with are dealt among
 * them: operations hardly ever have parsers of their own.
 */
function inOrder(t: CheckContext, op: Operation, requests: readonly generate.Hostile[]): readonly generate.Hostile[] {
  const { seed } = t.settings.run;
  const sharing: readonly Operation[] = op === 'logs' ? [op] : api.operationsWithBody;
  const drawn = generate.shuffle(
    requests.filter(({ first }) => first !== true),
    generate.seededRandom(seed),
  );
  const isOwn = (_one: unknown, at: number) => at % sharing.length === sharing.indexOf(op);
  return [
    ...requests.filter(({ first }) => first === true),
    ...drawn.filter(isOwn),
    ...drawn.filter((one, at) => !isOwn(one, at)),
  ];
}

/** Other checks send malformed requests too, such as values of wrong types: the traffic monitor has judged them all. */
async function surviveAll(t: CheckContext, op: Operation): Promise<Conclusion> {
  if (t.findings.judged === 0) await t.send({ ...plainRequest(t, op), typed: false, query: [['unexpected', '1']] });
  traffic.failOnViolations(t, { kind: 'server-error' });
  await traffic.failOnErrorsOfOutage(t, { kind: 'server-error' });
  return pass();
}

async function judgeErrors(t: CheckContext, op: Operation): Promise<undefined> {
  const isShown = t.findings.violations.length > 0;
  // Every target rejects this, so that there is an error to look at.
  if (!isShown && !t.effort.suffices(t.findings.judged))
    await t.send({ ...plainRequest(t, op), authorization: 'Bearer madeup-token-of-nobody' });
  return traffic.requireClean(t);
}

/** A request of the right form; for verify one with a wrong code of an unknown e-mail. */
function plainRequest(t: CheckContext, op: Operation): OperationRequest {
  if (!api.needsCode(op)) return controls.validRequest(t, op, 'repeated');
  return { operation: op, body: { email: t.users.body().email, code: 271_828 } };
}

/**
 * Those that every run may send come first. DELETE is not tried on the logs of a webhook: a target that implements it would
 * delete what is not ours.
 */
const otherMethods: { readonly [op in Operation]: readonly string[] } = {
  create: ['GET', 'PUT', 'PATCH', 'DELETE'],
  register: ['GET', 'PUT', 'PATCH', 'DELETE'],
  verify: ['GET', 'PUT', 'PATCH', 'DELETE'],
  logs: ['POST', 'PUT', 'PATCH'],
};

/** PUT and PATCH by turns: a router hardly ever tells them apart. */
function methodsToTry(t: CheckContext, op: Operation): readonly string[] {
  const left = (t.settings.run.seed + api.operations.indexOf(op)) % 2 === 0 ? 'PUT' : 'PATCH';
  return t.effort.pick({ standard: otherMethods[op].filter((method) => method !== left), deep: otherMethods[op] });
}

async function rejectOtherMethods(t: CheckContext, op: Operation): Promise<Conclusion> {
  const wrong: [Exchange, string][] = [];
  for (const method of methodsToTry(t, op)) {
    const hasBody = method !== 'GET' && method !== 'DELETE';
    // What was found is enough if the others may not be sent (--methods).
    if (wrong.length > 0 && !t.client.maySendMethod(method)) break;
    const exchange = await t.send({ ...(hasBody ? plainRequest(t, op) : { operation: op }), method, typed: false });
    const problem = methodProblem(exchange);
    if (problem !== undefined) wrong.push([exchange, `${method}: ${problem}`]);
  }
  if (wrong.length > 0) fail(wrong.map(([, problem]) => problem).join('; '), wrong);
  return pass();
}

function methodProblem(exchange: Exchange): string | undefined {
  const { response } = exchange;
  if (response?.status === 501) return undefined;
  if (response !== null && response.status >= 200 && response.status < 300)
    return `carried out (${response.status}); expected 405`;
  if (response?.status !== 405) return `${responses.describeResponse(exchange)}; expected 405`;
  return responses.headerValue(response, 'allow') === undefined ? 'answered 405 without Allow' : undefined;
}
