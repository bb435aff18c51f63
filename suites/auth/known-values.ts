/**
 * What a client knows and nobody issued as a token, in place of the token: the ids of its request, a cursor, the e-mail of a user. A
 * guard may look up more than tokens. The code of a user is not tried: it was issued, and whether it also serves as a token is a gap (§5).
 */
import type { CheckContext, Operation, Proof } from '../../src/suite.ts';
import { api, controls, generate, waitAtMost } from '../../src/suite.ts';
import { headerSample, type Sample } from './samples.ts';

/** The values for an operation, the most telling ones first. */
export async function knownValues(t: CheckContext, op: Operation): Promise<readonly Sample[]> {
  const ofRequest = op === 'create' ? [idOfProfile(t)] : op === 'logs' ? await ofSearch(t) : [];
  const all = [...ofRequest, await emailOfVerified(t, op)];
  return all.filter((sample) => sample !== undefined);
}

const idOfProfile = (t: CheckContext): Sample | undefined =>
  sampleOfValue(t, 'the id of its profile', t.settings.fixtures.profileIds[0]);

async function ofSearch(t: CheckContext): Promise<readonly (Sample | undefined)[]> {
  const logs = await controls.knownLogs(t);
  const [first] = logs;
  const paged = logs.find(({ page }) => page?.next !== undefined);
  const id = sampleOfValue(t, 'the id of its webhook', first?.webhook);
  const cursor = sampleOfValue(t, 'a cursor', paged?.page?.next, paged && [[paged.first, 'a page with a cursor']]);
  return [id && { ...id, how: { ...id.how, webhook: first!.webhook } }, cursor];
}

/** The first user of the run. Where the operation needs no users, only if one is verified for other checks. */
async function emailOfVerified(t: CheckContext, op: Operation): Promise<Sample | undefined> {
  const { memory, canReadCodes } = t.users;
  const codes = api.operationTable[op].tag === 'auth' && canReadCodes ? t.users.prepareCodes() : memory.codes;
  // Other checks need the codes as well: whether they can be read is for those to say.
  if (codes !== undefined) await waitAtMost(t.clock, patienceMs, codes);
  const { user, verified } = memory.firstVerified ?? {};
  if (user === undefined || verified === undefined) return undefined;
  return sampleOfValue(t, 'the e-mail of a verified user', user.body.email, [
    [user.registered, 'the user is registered'],
    [verified, 'and verified'],
  ]);
}

/** How long the first code is waited for, ms: a source may be slow, or broken, and the other tokens need no user. */
const patienceMs = 1500;

/** @param given what was sent before, without which the value would mean nothing */
function sampleOfValue(t: CheckContext, label: string, value = '', given?: readonly Proof[]): Sample | undefined {
  const { valid, otherTenant = valid, expired = valid } = t.settings.tokens;
  const attempt = generate.valueAsToken(label, value, [valid, otherTenant, expired]);
  if (attempt === undefined) return undefined;
  const described = `with ${label} as the token`;
  return { ...headerSample(attempt), label: described, shown: described, ...(given && { given }) };
}
