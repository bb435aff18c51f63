/** How the token is carried and how a rejection answers: what standards advise where the specification is silent. */
import type { CheckContext, Exchange, Operation, OperationRequest } from '../../src/suite.ts';
import {
  api,
  checksOf,
  controls,
  fail,
  generate,
  inconclusive,
  notApplicable,
  pass,
  responses,
} from '../../src/suite.ts';
import { invalidRequests } from './invalid-requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { withMadeUpToken, withoutHeader } = controls;

for (const op of api.operations) {
  const phase = api.needsCode(op) ? 'right-codes' : 'main';
  check(`auth/${op}/other-forms`, (t) => otherForms(t, op), { phase, from: 'standard' });
  check(`auth/${op}/expired-token`, (t) => expiredToken(t, op), { phase });
  check(`auth/${op}/scheme-case`, (t) => schemeCase(t, op), { phase, from: 'standard' });
  check(`auth/${op}/refusal-status`, (t) => refusalStatus(t, op), { phase });
  check(`auth/${op}/before-validation`, (t) => beforeValidation(t, op), { phase, from: 'standard' });
}

/** The valid token, but not in the one form: elsewhere, under another scheme, or in a malformed header. In a query or another header it is masked by its value. */
function formsOf(token: string): controls.Attempt[] {
  const header = (label: string, authorization: string): controls.Attempt => ({ label, how: { authorization } });
  const scheme = (name: string) => header(`with the valid token under the scheme ${name}`, `${name} {token}`);
  const query = (name: string): controls.Attempt => ({
    label: `with the valid token as ${name} in the query`,
    how: { authorization: null, query: [[name, token]] },
  });
  const field = (name: string, value = token): controls.Attempt => ({
    label: `with the valid token in ${name}`,
    how: { authorization: null, headers: [[name, value]] },
  });
  return [
    query('access_token'),
    header('with the valid token without a scheme', '{token}'),
    field('Cookie', `access_token=${token}; token=${token}`),
    field('X-Api-Key'),
    scheme('Token'),
    query('token'),
    field('X-Access-Token'),
    scheme('Basic'),
    field('X-Auth-Token'),
    field('Proxy-Authorization', `Bearer ${token}`),
    scheme('xBearer'),
    scheme('x Bearer'),
    header('with the valid token after a colon', 'Bearer:{token}'),
    header('with the valid token in quotes', 'Bearer "{token}"'),
  ];
}

async function otherForms(t: CheckContext, op: Operation) {
  const forms = formsOf(t.settings.tokens.valid);
  if (!api.needsCode(op)) {
    const accepted = await t.send({ ...controls.validRequest(t, op, 'repeated'), canonical: true });
    const cookies = cookiesSetBy(accepted);
    if (cookies !== '')
      forms.push({
        label: 'with the cookies that an accepted request set',
        how: { authorization: null, headers: [['Cookie', cookies]] },
      });
  }
  return controls.requireRejected(t, op, forms);
}

/** The cookies that a response set, as a client sends them back. */
function cookiesSetBy({ response }: Exchange): string {
  const set = response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return set.map(([, value]) => value.split(';')[0]!.trim()).join('; ');
}

async function expiredToken(t: CheckContext, op: Operation) {
  if (t.settings.tokens.expired === undefined) notApplicable('tokens.expired is not configured');
  const expired: controls.Attempt = { label: 'with the expired token', how: { tenant: 'expired' } };
  const forms = generate
    .messageForms({
      strength: t.effort.pick({ standard: 1, deep: 2 }),
      seed: t.seed + api.operations.indexOf(op),
      asked: op === 'logs' && !t.effort.isLean ? await controls.searchForms(t) : [],
    })
    .map((form) => controls.attemptIn(expired, form));
  return controls.requireRejected(t, op, [expired, ...t.effort.take(forms, { quick: 0 })]);
}

/** Schemes are case-insensitive: another spelling that is rejected twice fails. */
async function schemeCase(t: CheckContext, op: Operation) {
  const send = async (how: Partial<OperationRequest> = {}) =>
    t.send({ ...(await controls.validRequest(t, op, 'repeated')), ...how });
  for (const authorization of ['bearer {token}', 'BEARER {token}']) {
    if (responses.isAcceptedOrDuplicate(await send({ authorization }))) continue;
    const rejected = await send({ authorization });
    if (responses.isAcceptedOrDuplicate(rejected)) continue;
    const control = await send();
    t.requireAccepted(control, 'the valid request with the scheme Bearer');
    fail(
      `${api.endpointOf[op]} with the scheme spelt ${authorization.split(' ')[0]} ${responses.describeResponse(rejected)}, and again; schemes are case-insensitive`,
      [
        [control, 'the same request with the scheme spelt Bearer'],
        [rejected, 'the scheme in another letter case'],
      ],
      { symptom: { kind: 'refused' } },
    );
  }
  return pass();
}

async function refusalStatus(t: CheckContext, op: Operation) {
  const declared = t.settings.declares.refusalStatus;
  for (const { label, how } of t.effort.sampleOf([withoutHeader, withMadeUpToken], 1)) {
    const isBare = how === withoutHeader.how;
    let tried = await (isBare ? controls.attemptWithoutHeader(t, op) : t.attempt(op, how));
    if (!tried.conclusive) tried = await t.attempt(op, how, true);
    const { exchange } = tried;
    if (responses.isAccepted(exchange))
      inconclusive(
        `${api.endpointOf[op]} ${label} ${controls.describePage(exchange)}: there is no rejection to look at`,
        `a target on which auth/${op}/no-header and auth/${op}/wrong-token pass`,
      );
    for (const control of [tried.before, tried.after]) t.requireAccepted(control, 'the valid request');
    const actual = responses.describeResponse(exchange);
    const proof = controls.proofOfAttempt(op, tried, label);
    if (exchange.response === null) fail(`the rejection ${label} ${actual}`, proof);
    const { status } = exchange.response;
    if (isBare) {
      t.observations.record('refusalStatus', status, exchange);
      if (declared !== undefined && status !== declared)
        fail(`the rejection ${label} ${actual}; declares.refusalStatus says ${declared}`, proof, { level: 'declared' });
    }
    if (status !== 401) fail(`the rejection ${label} ${actual}; 401 is advised`, proof);
    const challenge = responses.headerValue(exchange.response, 'www-authenticate');
    if (challenge === undefined || !/(^|[\s,])Bearer\b/i.test(challenge))
      fail(
        `the rejection ${label} has ${challenge === undefined ? 'no WWW-Authenticate' : `WWW-Authenticate "${challenge}"`}; a Bearer challenge is advised`,
        proof,
      );
  }
  return pass(declared === undefined ? {} : { level: 'declared' });
}

async function beforeValidation(t: CheckContext, op: Operation) {
  const valid = { ...(await controls.validRequest(t, op, 'repeated')), authorization: null };
  const rejected = await t.send(valid);
  if (responses.isAccepted(rejected))
    inconclusive(
      `${controls.describeAttempt(op, withoutHeader.label)} ${controls.describePage(rejected)}: there is no rejection to compare with`,
      `a target on which auth/${op}/no-header passes`,
    );
  const isSame = (exchange: Exchange) => exchange.response?.status === rejected.response?.status;
  for (const { label, how } of invalidRequests(op)) {
    if (isSame(await t.send({ ...valid, ...how }))) continue;
    const again = await t.send({ ...valid, ...how });
    if (isSame(again)) continue;
    fail(
      `${controls.describeAttempt(op, withoutHeader.label)} ${responses.describeResponse(rejected)}, and ${label} ${responses.describeResponse(again)}: the request is validated before the token is asked for`,
      [
        [rejected, 'the valid request without a token'],
        [again, `without a token, ${label}`],
      ],
    );
  }
  return pass();
}
