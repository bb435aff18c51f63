/** What is malformed is refused or taken leniently, but never the server's undoing; other methods are not carried out. */
import {
  canonicalFor,
  checksOf,
  type Decision,
  type Exchange,
  fail,
  header,
  hostile,
  hostileRequest,
  isThrottling,
  type Operation,
  type OperationRequest,
  type Proof,
  pass,
  said,
  type Trial,
} from '../../src/kit.ts';
import { all } from '../rows.ts';
import { each, shuffled } from '../sending.ts';
import { rows } from './requirements.ts';
import { watched } from './watched.ts';

const check = checksOf(rows);

/** Samples at depth standard; what breaks most parsers first, then what the seed chooses. */
const hostileSamples = 15;

for (const op of all) {
  check(`${op}/survives-malformed`, (trial) => survived(trial, op), {
    phase: 'closing',
    prepare: { phase: op === 'verify' ? 'wrong-codes' : 'main', work: (trial) => malformed(trial, op) },
  });
  check(`${op}/error-json`, (trial) => errors(trial, op), { phase: 'closing' });
  check(`${op}/wrong-method`, (trial) => otherMethods(trial, op), { from: 'standard' });
}

async function malformed(trial: Trial, op: Operation): Promise<Decision> {
  // What other rows send that is malformed is watched at any depth.
  if (trial.quick) return pass({ restsOn: 1 });
  const email = op === 'verify' ? (await trial.users.register()).body.email : '';
  const canonical = canonicalFor(trial, op, { email, code: 271_828 });
  const requests = hostile(op, canonical).filter(({ socketOnly }) => socketOnly !== true);
  const order = shuffled(requests, trial.seed).sort((a, b) => Number(b.first ?? false) - Number(a.first ?? false));
  const chosen = order.slice(0, trial.runs(hostileSamples));
  await each(chosen, 6, async (one) => {
    const exchange = await trial.send({ ...hostileRequest(trial, one), throttle: 'accept' });
    if (broken(exchange))
      throw fail(`${one.label}: ${said(exchange)}`, [exchange], { symptom: { kind: 'server-error' } });
    // A body that is not read to its end may cost the connection (RFC 9112 §9.3).
    if (exchange.response !== null || one.large === true) return;
    const again = await trial.send({ ...hostileRequest(trial, one), connection: 'fresh', throttle: 'accept' });
    if (again.response === null || broken(again))
      throw fail(`${one.label}: ${said(exchange)}, and on a fresh connection ${said(again)}`, [exchange, again], {
        symptom: { kind: 'server-error' },
      });
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
async function survived(trial: Trial, op: Operation): Promise<Decision> {
  if (trial.watch.row(trial.row.id).judged === 0)
    await trial.send({ operation: op, typed: false, ...plainBody(trial, op), query: [['unexpected', '1']] });
  const { judged, violations } = trial.watch.row(trial.row.id);
  const [first, ...more] = violations;
  if (first !== undefined)
    throw fail(first.message, [first.exchange, ...more.map(({ exchange }) => exchange)], {
      symptom: { kind: 'server-error' },
    });
  return pass({ restsOn: judged });
}

async function errors(trial: Trial, op: Operation): Promise<Decision> {
  // Something that every target refuses, so that there is an error to look at.
  if (!trial.quick || trial.watch.row(trial.row.id).judged === 0)
    await trial.send({ operation: op, authorization: 'Bearer madeup-token-of-nobody', ...plainBody(trial, op) });
  return watched(trial, 'json');
}

function plainBody(trial: Trial, op: Operation): { body?: unknown } {
  if (op === 'logs') return {};
  if (op === 'create') return { body: trial.creations.canonical };
  return { body: op === 'register' ? trial.users.body() : { email: trial.users.body().email, code: 271_828 } };
}

/** DELETE is not tried on the logs of a webhook: should a target know it, what it takes away is not ours. */
const methods: { readonly [op in Operation]: readonly string[] } = {
  create: ['PUT', 'PATCH', 'DELETE', 'GET'],
  register: ['PUT', 'PATCH', 'DELETE', 'GET'],
  verify: ['PUT', 'PATCH', 'DELETE', 'GET'],
  logs: ['POST', 'PUT', 'PATCH'],
};

async function otherMethods(trial: Trial, op: Operation): Promise<Decision> {
  const bad: { exchange: Exchange; problem: string }[] = [];
  for (const method of methods[op]) {
    const withBody = method !== 'GET' && method !== 'DELETE' && op !== 'logs';
    const request: OperationRequest = {
      operation: op,
      method,
      typed: false,
      ...(withBody ? plainBody(trial, op) : {}),
    };
    const exchange = await trial.send(request);
    const problem = methodProblem(exchange);
    if (problem !== undefined) bad.push({ exchange, problem: `${method}: ${problem}` });
  }
  const [first] = bad;
  if (first === undefined) return pass();
  throw fail(
    bad.map(({ problem }) => problem).join('; '),
    bad.map(({ exchange, problem }): Proof => [exchange, problem]),
  );
}

function methodProblem(exchange: Exchange): string | undefined {
  const answer = exchange.response;
  if (answer === null) return said(exchange);
  if (answer.status >= 200 && answer.status < 300) return `carried out (${answer.status})`;
  if (answer.status === 501) return undefined;
  if (answer.status !== 405) return `${said(exchange)}, not 405`;
  return header(answer, 'allow') === undefined ? 'answered 405 without Allow' : undefined;
}
