/** What is malformed is refused or taken leniently, but never the server's undoing; other methods are not carried out. */
import {
  type CheckContext,
  type Conclusion,
  canonicalFor,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  headerValue,
  hostile,
  hostileRequest,
  isThrottling,
  type Operation,
  type OperationRequest,
  type Proof,
  pass,
} from '../../src/suite.ts';
import { allOperations } from '../lib/per-operation.ts';
import { forEachConcurrently, shuffled } from '../lib/requests.ts';
import { requirements } from './requirements.ts';
import { watched } from './watched.ts';

const check = checksOf(requirements);

/** Samples at depth standard; what breaks most parsers first, then what the seed chooses. */
const hostileSamples = 15;

for (const op of allOperations) {
  check(`${op}/survives-malformed`, (t) => survived(t, op), {
    phase: 'closing',
    prepare: { phase: op === 'verify' ? 'wrong-codes' : 'main', work: (t) => malformed(t, op) },
  });
  check(`${op}/error-json`, (t) => errors(t, op), { phase: 'closing' });
  check(`${op}/wrong-method`, (t) => otherMethods(t, op), { from: 'standard' });
}

async function malformed(t: CheckContext, op: Operation): Promise<Conclusion> {
  // What other rows send that is malformed is watched at any depth.
  if (t.effort.isLean) return pass({ restsOn: 1 });
  const email = op === 'verify' ? (await t.users.register()).body.email : '';
  const canonical = canonicalFor(t, op, { email, code: 271_828 });
  const requests = hostile(op, canonical).filter(({ socketOnly }) => socketOnly !== true);
  const order = shuffled(requests, t.seed).sort((a, b) => Number(b.first ?? false) - Number(a.first ?? false));
  const chosen = order.slice(0, t.effort.sampleCount(hostileSamples));
  await forEachConcurrently(chosen, 6, async (one) => {
    const exchange = await t.send({ ...hostileRequest(t, one), throttle: 'accept' });
    if (broken(exchange))
      fail(`${one.label}: ${describeResponse(exchange)}`, [exchange], { symptom: { kind: 'server-error' } });
    // A body that is not read to its end may cost the connection (RFC 9112 §9.3).
    if (exchange.response !== null || one.large === true) return;
    const again = await t.send({ ...hostileRequest(t, one), connection: 'fresh', throttle: 'accept' });
    if (again.response === null || broken(again))
      fail(
        `${one.label}: ${describeResponse(exchange)}, and on a fresh connection ${describeResponse(again)}`,
        [exchange, again],
        {
          symptom: { kind: 'server-error' },
        },
      );
  });
  return pass({ samples: { count: chosen.length, kinds: countKinds(chosen) } });
}

function broken(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 500 && exchange.response?.status !== 501 && !isThrottling(exchange);
}

function countKinds(chosen: readonly { kind: string }[]): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const { kind } of chosen) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

/** Other checks send values of wrong types; what came of them was watched. */
async function survived(t: CheckContext, op: Operation): Promise<Conclusion> {
  if (t.traffic.findingsFor(t.requirement.id).judged === 0)
    await t.send({ operation: op, typed: false, ...plainBody(t, op), query: [['unexpected', '1']] });
  const { judged, violations } = t.traffic.findingsFor(t.requirement.id);
  const [first, ...more] = violations;
  if (first !== undefined)
    fail(first.message, [first.exchange, ...more.map(({ exchange }) => exchange)], {
      symptom: { kind: 'server-error' },
    });
  return pass({ restsOn: judged });
}

async function errors(t: CheckContext, op: Operation): Promise<Conclusion> {
  // Something that every target refuses, so that there is an error to look at.
  if (!t.effort.isLean || t.traffic.findingsFor(t.requirement.id).judged === 0)
    await t.send({ operation: op, authorization: 'Bearer madeup-token-of-nobody', ...plainBody(t, op) });
  return watched(t);
}

function plainBody(t: CheckContext, op: Operation): { body?: unknown } {
  if (op === 'logs') return {};
  if (op === 'create') return { body: t.creations.canonical };
  return { body: op === 'register' ? t.users.body() : { email: t.users.body().email, code: 271_828 } };
}

/** DELETE is not tried on the logs of a webhook: should a target know it, what it takes away is not ours. */
const methods: { readonly [op in Operation]: readonly string[] } = {
  create: ['PUT', 'PATCH', 'DELETE', 'GET'],
  register: ['PUT', 'PATCH', 'DELETE', 'GET'],
  verify: ['PUT', 'PATCH', 'DELETE', 'GET'],
  logs: ['POST', 'PUT', 'PATCH'],
};

async function otherMethods(t: CheckContext, op: Operation): Promise<Conclusion> {
  const bad: { exchange: Exchange; problem: string }[] = [];
  for (const method of methods[op]) {
    const withBody = method !== 'GET' && method !== 'DELETE' && op !== 'logs';
    const request: OperationRequest = {
      operation: op,
      method,
      typed: false,
      ...(withBody ? plainBody(t, op) : {}),
    };
    const exchange = await t.send(request);
    const problem = methodProblem(exchange);
    if (problem !== undefined) bad.push({ exchange, problem: `${method}: ${problem}` });
  }
  const [first] = bad;
  if (first === undefined) return pass();
  fail(
    bad.map(({ problem }) => problem).join('; '),
    bad.map(({ exchange, problem }): Proof => [exchange, problem]),
  );
}

function methodProblem(exchange: Exchange): string | undefined {
  const answer = exchange.response;
  if (answer === null) return describeResponse(exchange);
  if (answer.status >= 200 && answer.status < 300) return `carried out (${answer.status})`;
  if (answer.status === 501) return undefined;
  if (answer.status !== 405) return `${describeResponse(exchange)}, not 405`;
  return headerValue(answer, 'allow') === undefined ? 'answered 405 without Allow' : undefined;
}
