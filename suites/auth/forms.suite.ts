/** How the token is carried and how its lack is answered: what standards advise where the specification is silent. */
import {
  type CheckContext,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  headerValue,
  inconclusive,
  isAccepted,
  isAcceptedOrDuplicate,
  notApplicable,
  type Operation,
  type OperationRequest,
  pass,
  validRequest,
} from '../../src/suite.ts';
import { allOperations, endpointOf } from '../lib/per-operation.ts';
import { type Attempt, Attempts, bareTry, describePage, proofOf, withMadeUpToken, withoutHeader } from './attempts.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const phaseOf = (op: Operation) => ({ phase: op === 'verify' ? 'right-codes' : 'main' }) as const;

/** The good token, but not in the one form. In a query or another header it is masked by its value. */
function otherForms(token: string): Attempt[] {
  const scheme = (name: string): Attempt => ({
    label: `with the good token under the scheme ${name}`,
    how: { authorization: `${name} {token}` },
  });
  const query = (name: string): Attempt => ({
    label: `with the good token as ${name} in the query`,
    how: { authorization: null, query: [[name, token]] },
  });
  const field = (name: string, value = token): Attempt => ({
    label: `with the good token in ${name}`,
    how: { authorization: null, headers: [[name, value]] },
  });
  return [
    query('access_token'),
    { label: 'with the good token without a scheme', how: { authorization: '{token}' } },
    field('Cookie', `access_token=${token}; token=${token}`),
    field('X-Api-Key'),
    scheme('Token'),
    query('token'),
    field('X-Access-Token'),
    scheme('Basic'),
    field('X-Auth-Token'),
    field('Proxy-Authorization', `Bearer ${token}`),
  ];
}

/** The cookies that an answer set, as a client sends them back. */
function cookies(exchange: Exchange): string {
  const set = exchange.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return set.map(([, value]) => value.split(';')[0]!.trim()).join('; ');
}

for (const op of allOperations) {
  check(
    `auth/${op}/other-forms`,
    async (t) => {
      const token = t.settings.tokens.valid;
      const tries = new Attempts(t, op);
      const forms = otherForms(token).slice(0, t.effort.sampleCount(10));
      if (op !== 'verify') {
        const cookie = cookies(await t.controls.sendControl(t, op));
        if (cookie !== '')
          forms.push({
            label: 'with the cookies that a good answer set',
            how: { authorization: null, headers: [['Cookie', cookie]] },
          });
      }
      const findings = await Promise.all(forms.map((form) => tries.refused(form)));
      const found = findings.find((finding) => finding !== undefined);
      if (found !== undefined) fail(found.message, found.proof, { symptom: { kind: 'accepted' } });
      const message = tries.conclude();
      return pass({ samples: { count: forms.length, kinds: {} }, ...(message === undefined ? {} : { message }) });
    },
    { ...phaseOf(op), from: 'standard' },
  );

  check(
    `auth/${op}/expired-token`,
    async (t) => {
      if (t.settings.tokens.expired === undefined) notApplicable('tokens.expired is not configured');
      const tries = new Attempts(t, op);
      const found = await tries.refused({ label: 'with the expired token', how: { tenant: 'expired' } });
      if (found !== undefined) fail(found.message, found.proof, { symptom: { kind: 'accepted' } });
      tries.conclude();
      return pass();
    },
    phaseOf(op),
  );

  check(
    `auth/${op}/scheme-case`,
    async (t) => {
      for (const authorization of ['bearer {token}', 'BEARER {token}'].slice(0, t.effort.sampleCount(2))) {
        const [refused, good] = await respelled(t, op, authorization);
        if (refused === undefined) continue;
        fail(
          `${endpointOf[op]} with the scheme spelt ${authorization.split(' ')[0]} ${describeResponse(refused)}, and again; schemes have no letter case`,
          [
            [good, 'the same request with the scheme spelt Bearer'],
            [refused, 'the scheme in another letter case'],
          ],
          { symptom: { kind: 'refused' } },
        );
      }
      return pass();
    },
    { ...phaseOf(op), from: 'standard' },
  );

  check(`auth/${op}/refusal-status`, (t) => refusalStatus(t, op), phaseOf(op));
  check(`auth/${op}/before-validation`, (t) => beforeValidation(t, op), { ...phaseOf(op), from: 'standard' });
}

/** The refusal of another spelling, if it is refused twice, with the twin that is accepted. */
async function respelled(
  t: CheckContext,
  op: Operation,
  authorization: string,
): Promise<[Exchange | undefined, Exchange]> {
  let refused: Exchange | undefined;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    refused = await t.send({ ...(await validRequest(t, op, 'repeated')), authorization });
    if (isAcceptedOrDuplicate(refused)) return [undefined, refused];
  }
  const good = await t.send(await validRequest(t, op, 'repeated'));
  if (isAcceptedOrDuplicate(good)) return [refused, good];
  unmet(op, good);
}

function unmet(op: Operation, twin: Exchange): never {
  inconclusive(
    `the same request with the good token ${describeResponse(twin)}, so a refusal proves nothing`,
    `a target that accepts the valid request; see ${op}/accepts-valid`,
    [twin],
  );
}

async function refusalStatus(t: CheckContext, op: Operation) {
  const declared = t.settings.declares.refusalStatus;
  const controls = t.controls;
  for (const attempt of t.effort.sampleOf([withoutHeader, withMadeUpToken], 1)) {
    let tried = await (attempt === withoutHeader ? bareTry(t, op) : controls.attempt(t, op, attempt.how));
    if (!tried.conclusive) tried = await controls.attempt(t, op, attempt.how, true);
    const { exchange } = tried;
    if (isAccepted(exchange))
      inconclusive(
        `${endpointOf[op]} ${attempt.label} ${describePage(exchange)}: there is no refusal to look at`,
        `a target on which auth/${op}/no-header and auth/${op}/wrong-token pass`,
      );
    if (!tried.conclusive) unmet(op, isAcceptedOrDuplicate(tried.before) ? tried.after : tried.before);
    const status = exchange.response?.status;
    if (status === undefined)
      fail(`the refusal ${attempt.label} ${describeResponse(exchange)}`, proofOf(op, tried, attempt.label));
    if (attempt === withoutHeader) {
      t.observations.record('refusalStatus', status, exchange);
      if (declared !== undefined && status !== declared)
        fail(
          `the refusal ${attempt.label} ${describeResponse(exchange)}; declares.refusalStatus says ${declared}`,
          proofOf(op, tried, attempt.label),
          { level: 'declared' },
        );
    }
    if (status !== 401)
      fail(
        `the refusal ${attempt.label} ${describeResponse(exchange)}; 401 is advised`,
        proofOf(op, tried, attempt.label),
      );
    const challenge = headerValue(exchange.response!, 'www-authenticate');
    if (challenge === undefined || !/(^|[\s,])Bearer\b/i.test(challenge))
      fail(
        `the refusal ${attempt.label} carries ${challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate "${challenge}"`}; a Bearer challenge is advised`,
        proofOf(op, tried, attempt.label),
      );
  }
  return pass({ restsOn: 3, ...(declared === undefined ? {} : { level: 'declared' as const }) });
}

/** Invalid in what every validation looks at; well-formed, so that a parser in front of the authentication has no say. */
function invalid(op: Operation): { readonly label: string; readonly how: Partial<OperationRequest> }[] {
  if (op === 'logs')
    return [
      { label: 'with a status that does not exist', how: { query: [['status', 'bogus']], typed: false } },
      { label: 'with a made-up cursor', how: { query: [['next', 'made-up']] } },
    ];
  return [
    { label: 'with an empty object', how: { body: {}, typed: false } },
    {
      label: 'with fields of wrong types',
      how: {
        body: {
          limit: 'x',
          profileIds: 5,
          calendarIds: {},
          email: 5,
          code: 'x',
          firstName: [],
          lastName: 1,
          password: {},
        },
        typed: false,
      },
    },
  ];
}

async function beforeValidation(t: CheckContext, op: Operation) {
  const valid = { ...(await validRequest(t, op, 'repeated')), authorization: null };
  const refused = await t.send(valid);
  if (isAccepted(refused))
    inconclusive(
      `${endpointOf[op]} ${withoutHeader.label} ${describePage(refused)}: there is no refusal to compare with`,
      `a target on which auth/${op}/no-header passes`,
    );
  for (const { label, how } of invalid(op).slice(0, t.effort.sampleCount(2))) {
    const exchange = await t.send({ ...valid, ...how });
    if (exchange.response?.status === refused.response?.status) continue;
    const again = await t.send({ ...valid, ...how });
    if (again.response?.status === refused.response?.status) continue;
    fail(
      `${endpointOf[op]} ${withoutHeader.label} ${describeResponse(refused)}, and ${label} ${describeResponse(again)}: the request is validated before the token is asked for`,
      [
        [refused, 'the valid request without token'],
        [again, `without token, ${label}`],
      ],
    );
  }
  return pass();
}
