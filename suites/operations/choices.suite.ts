/** What the specification leaves open and an implementer may declare: the status of a success, and which fields are needed. */
import {
  type CheckContext,
  type Conclusion,
  canonicalFor,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  type OperationRequest,
  type PendingUser,
  type Proof,
  pass,
  requestOf,
  requirePendingUser,
  silent,
  undeclared,
  validRequest,
  verificationBody,
} from '../../src/suite.ts';
import { requireRightCode, sharedUser } from '../lib/pending-users.ts';
import { allOperations, posts } from '../lib/per-operation.ts';
import { recognised, sendCreation } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
type Post = (typeof posts)[number];

for (const op of allOperations)
  check(
    `${op}/success-status`,
    async (t) => {
      const declared = t.settings.declares.successStatus?.[op];
      if (declared === undefined) undeclared(`successStatus.${op}`);
      const seen = t.observations.values(`successStatus.${op}`);
      // Only canonical requests are judged: a registration that hides a taken e-mail may say so in another 2xx.
      const other = seen.find(
        ({ value, exchange }) => value !== declared && exchange?.request.canonical === true,
      )?.exchange;
      const count = seen.find(({ value }) => value === declared)?.count ?? 0;
      const enough = op === 'verify' || (t.effort.isLean && count > 0);
      const last = other ?? (enough ? undefined : await t.sendCanonical(op));
      if (last !== undefined && isAccepted(last) && last.response?.status !== declared)
        fail(`${describeResponse(last)}; ${declared} is declared`, [last]);
      if (count === 0) inconclusive(`${op} never succeeded`, `a target on which ${op}/accepts-valid passes`);
      return pass({ restsOn: count });
    },
    { phase: 'closing' },
  );

for (const op of posts)
  check(`${op}/required-fields`, (t) => required(t, op), { phase: op === 'verify' ? 'wrong-codes' : 'main' });

/** Leaves out one field at a time. A second look is taken at what is not as declared. */
async function required(t: CheckContext, op: Post): Promise<Conclusion> {
  const declared = t.settings.declares.requiredFields?.[op];
  if (t.effort.isLean && declared === undefined) undeclared(`requiredFields.${op}`, 'not looked for at depth quick');
  const needed: string[] = [];
  const wrong: Proof[] = [];
  const problems: string[] = [];
  const names = silent(op, canonicalFor(t, op)).filter(({ kind }) => kind === 'missing');
  for (const { field } of t.effort.sampleOf(names, 1, 0)) {
    const first = await without(t, op, field);
    const refused = !recognised(first);
    if (refused) needed.push(field);
    if (declared === undefined || declared.includes(field) === refused) continue;
    const again = await without(t, op, field, requirePendingUser);
    if (!recognised(again) !== refused) continue;
    problems.push(
      `without ${field}: ${describeResponse(again)}, and ${field} is ${refused ? 'not ' : ''}declared as required`,
    );
    wrong.push([again, `without ${field}`]);
  }
  if (!t.effort.isLean) {
    const extra = await t.send(await oneMore(t, op));
    const outcome = recognised(extra) ? 'accepted' : (extra.response?.status ?? 'none');
    t.observations.record(`unknownFields.${op}`, outcome, extra);
  }
  const twin =
    t.effort.isLean && op === 'verify'
      ? (await requireRightCode(t))!
      : t.effort.isLean && op === 'create'
        ? await sendCreation(t, t.creations.canonical)
        : await t.send(await validRequest(t, op));
  if (!recognised(twin)) t.requireAccepted(twin, 'the canonical request');
  if (!t.effort.isLean) t.observations.record(`requiredFields.${op}`, needed, twin);
  if (declared === undefined) undeclared(`requiredFields.${op}`);
  if (problems.length > 0) fail(problems.join('; '), [[twin, 'the canonical request'], ...wrong]);
  return pass();
}

async function canonical(t: CheckContext, op: Post, user: (t: CheckContext) => Promise<PendingUser> = sharedUser) {
  return canonicalFor(t, op, op === 'verify' ? verificationBody(await user(t)) : undefined);
}

async function without(t: CheckContext, op: Post, field: string, user?: typeof sharedUser): Promise<Exchange> {
  const one = silent(op, await canonical(t, op, user)).find(
    (variant) => variant.kind === 'missing' && variant.field === field,
  )!;
  return t.send({ ...requestOf(t, one), throttle: 'accept' });
}

async function oneMore(t: CheckContext, op: Post): Promise<OperationRequest> {
  const one = silent(op, await canonical(t, op)).find(({ kind }) => kind === 'extra')!;
  return { ...requestOf(t, one), throttle: 'accept' };
}
