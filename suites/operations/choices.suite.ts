/** What the specification leaves open and an implementer may declare: the status of a success, and which fields are needed. */
import {
  accepted,
  canonicalFor,
  checksOf,
  type Decision,
  type Exchange,
  fail,
  inconclusive,
  notApplicable,
  type OperationRequest,
  type PendingUser,
  type Proof,
  pass,
  pendingUser,
  requestOf,
  said,
  silent,
  type Trial,
  verification,
} from '../../src/kit.ts';
import { needRightCode, sharedUser } from '../pending.ts';
import { all, posts } from '../rows.ts';
import { creation, recognised } from '../sending.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);
type Post = (typeof posts)[number];

for (const op of all)
  check(
    `${op}/success-status`,
    async (trial) => {
      const declared = trial.settings.declares.successStatus?.[op];
      if (declared === undefined) throw notApplicable(`declares.successStatus.${op} is not declared`);
      const seen = trial.observations.values(`successStatus.${op}`);
      // Only canonical requests are judged: a registration that hides a taken e-mail may say so in another 2xx.
      const other = seen.find(
        ({ value, exchange }) => value !== declared && exchange?.request.canonical === true,
      )?.exchange;
      const count = seen.find(({ value }) => value === declared)?.count ?? 0;
      const enough = op === 'verify' || (trial.quick && count > 0);
      const last = other ?? (enough ? undefined : await trial.canonical(op));
      if (last !== undefined && accepted(last) && last.response?.status !== declared)
        throw fail(`${said(last)}; ${declared} is declared`, [last]);
      if (count === 0)
        throw inconclusive(`vacuous: ${op} never succeeded`, `a target on which ${op}/accepts-valid passes`);
      return pass({ restsOn: count });
    },
    { phase: 'closing' },
  );

for (const op of posts)
  check(`${op}/required-fields`, (trial) => required(trial, op), { phase: op === 'verify' ? 'wrong-codes' : 'main' });

/** Leaves out one field at a time. A second look is taken at what is not as declared. */
async function required(trial: Trial, op: Post): Promise<Decision> {
  const declared = trial.settings.declares.requiredFields?.[op];
  if (trial.quick && declared === undefined)
    throw notApplicable(`declares.requiredFields.${op} is not declared; not looked for at depth quick`);
  const needed: string[] = [];
  const wrong: Proof[] = [];
  const problems: string[] = [];
  const names = silent(op, canonicalFor(trial, op)).filter(({ kind }) => kind === 'missing');
  for (const { field } of trial.some(names, 1, 0)) {
    const first = await without(trial, op, field);
    const refused = !recognised(first);
    if (refused) needed.push(field);
    if (declared === undefined || declared.includes(field) === refused) continue;
    const again = await without(trial, op, field, pendingUser);
    if (!recognised(again) !== refused) continue;
    problems.push(`without ${field}: ${said(again)}, and ${field} is ${refused ? 'not ' : ''}declared as required`);
    wrong.push([again, `without ${field}`]);
  }
  if (!trial.quick) {
    const extra = await trial.send(await oneMore(trial, op));
    const outcome = recognised(extra) ? 'accepted' : (extra.response?.status ?? 'none');
    trial.observations.see(`unknownFields.${op}`, outcome, extra);
  }
  const twin =
    trial.quick && op === 'verify'
      ? (await needRightCode(trial))!
      : trial.quick && op === 'create'
        ? await creation(trial, trial.creations.canonical)
        : await trial.send(await valid(trial, op));
  if (!recognised(twin)) trial.needAccepted(twin, 'the canonical request');
  if (!trial.quick) trial.observations.see(`requiredFields.${op}`, needed, twin);
  if (declared === undefined) throw notApplicable(`declares.requiredFields.${op} is not declared`);
  if (problems.length > 0) throw fail(problems.join('; '), [[twin, 'the canonical request'], ...wrong]);
  return pass();
}

async function canonical(trial: Trial, op: Post, user: (trial: Trial) => Promise<PendingUser> = sharedUser) {
  return canonicalFor(trial, op, op === 'verify' ? verification(await user(trial)) : undefined);
}

async function without(trial: Trial, op: Post, field: string, user?: typeof sharedUser): Promise<Exchange> {
  const one = silent(op, await canonical(trial, op, user)).find(
    (variant) => variant.kind === 'missing' && variant.field === field,
  )!;
  return trial.send({ ...requestOf(trial, one), throttle: 'accept' });
}

async function oneMore(trial: Trial, op: Post): Promise<OperationRequest> {
  const one = silent(op, await canonical(trial, op)).find(({ kind }) => kind === 'extra')!;
  return { ...requestOf(trial, one), throttle: 'accept' };
}

async function valid(trial: Trial, op: Post): Promise<OperationRequest> {
  if (op === 'create') return { operation: op, body: trial.creations.next() };
  if (op === 'register') return { operation: op, body: trial.users.body() };
  return { operation: op, body: verification(await pendingUser(trial)) };
}
