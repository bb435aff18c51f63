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
import { acceptAnything } from '../lib/accept-anything.ts';
import { headerlessAnd } from './headerless.ts';
import { invalidWithoutHeader } from './invalid-requests.ts';
import { requirements } from './requirements.ts';
import { inAll, sampleOf } from './samples.ts';

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

const header = (label: string, authorization: string): controls.Attempt => ({ label, how: { authorization } });
const scheme = (name: string) => header(`with the valid token under the scheme ${name}`, `${name} {token}`);

/** Wrong forms in the Authorization header, too: a parser may cut off the scheme without looking at it, or find the token anywhere. */
const withoutScheme = header('with the valid token without a scheme', '{token}');

/** Operations share the others: as a rule, a guard accepts one of them at every operation or at none. */
const besideScheme = [
  header('with the valid token right after the scheme', 'Bearer{token}'),
  header('with the valid token after a colon', 'Bearer:{token}'),
];
const aroundToken = [
  header('with another word after the valid token', 'Bearer {token} x'),
  header('with the valid token in quotes', 'Bearer "{token}"'),
];

/** Other schemes, by turns: a parser that does not look at the scheme accepts any of them. */
const otherSchemes = [scheme('Token'), scheme('Digest')];
/** Also by turns: a parser that looks for the scheme anywhere accepts both. */
const nearSchemes = [scheme('xBearer'), scheme('x Bearer')];

/** The valid token in every other place that some servers read. There it is masked by its value. */
function elsewhere(token: string): readonly controls.Attempt[] {
  const query = (...names: readonly string[]): controls.Attempt => ({
    label: `with the valid token as ${names.join(', ')} in the query`,
    how: { authorization: null, query: names.map((name) => [name, token]) },
  });
  const fields = (names: readonly string[], value = token): controls.Attempt => ({
    label: `with the valid token in ${names.join(', ')}`,
    how: { authorization: null, headers: names.map((name) => [name, value]) },
  });
  const cookies = ['access_token', 'token', 'jwt', 'auth', 'session'].map((name) => `${name}=${token}`);
  return [
    query('access_token'),
    fields(['Cookie'], cookies.join('; ')),
    fields(['X-Api-Key']),
    query('token', 'api_key', 'key', 'jwt', 'auth'),
    fields(['X-Access-Token']),
    fields(['Proxy-Authorization', 'X-Authorization', 'X-Forwarded-Authorization'], `Bearer ${token}`),
    fields(['X-Auth-Token']),
    fields(['Token', 'X-Token', 'Api-Key', 'X-Forwarded-Access-Token']),
  ];
}

async function otherForms(t: CheckContext, op: Operation) {
  const places = elsewhere(t.settings.tokens.valid);
  const turn = api.operations.indexOf(op) + t.settings.run.seed;
  // A guard may look at a place only if the others are empty, so operations also try one place each alone, by turns.
  const alone = t.effort.pick({ standard: [places[turn % places.length]!], deep: places });
  const schemes = [otherSchemes, nearSchemes].flatMap((some) =>
    t.effort.pick({ standard: [some[turn % some.length]!], deep: some }),
  );
  const place = api.operations.indexOf(op);
  const inHeader = t.effort.pick({
    standard: [besideScheme[place % 2]!, aroundToken[place < 2 ? 0 : 1]!],
    deep: [...besideScheme, ...aroundToken],
  });
  const forms = [inAll(sampleOf(withoutHeader), places), ...alone, ...schemes, withoutScheme, ...inHeader];
  if (!api.needsCode(op)) {
    const { before } = await controls.attemptWithoutHeader(t, op);
    const cookies = cookiesSetBy(before);
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
  const expired: controls.Attempt = {
    label: 'with the expired token',
    how: { tenant: 'expired' },
    common: 'expired token',
  };
  const strength = t.effort.pick({ standard: 1, deep: 2 });
  const seed = t.seed + api.operations.indexOf(op);
  const asked = op === 'logs' && !t.effort.isLean ? await controls.searchForms(t) : [];
  const forms = generate.messageForms({ strength, seed, asked }).map((form) => controls.attemptIn(expired, form));
  const together = { without: expired, parts: forms };
  const crowded = op === 'logs' && !t.effort.isLean && !t.effort.isExhaustive ? await controls.crowdedSearches(t) : [];
  const few = crowded.map((form) => ({ ...controls.attemptIn(expired, form), together }));
  return controls.requireRejected(t, op, [expired, ...(few.length > 0 ? few : t.effort.take(forms, { quick: 0 }))]);
}

/** Schemes are case-insensitive: another spelling that is rejected twice fails. */
async function schemeCase(t: CheckContext, op: Operation) {
  const send = async (how: Partial<OperationRequest> = {}) =>
    t.send({ ...(await controls.validRequest(t, op, 'repeated')), ...how });
  // A server that accepts "bearer" compares without regard to case.
  const authorization = 'BEARER {token}';
  // Of the other operations, json-charset sends such a request.
  const how = op === 'logs' ? acceptAnything : {};
  if (responses.isAcceptedOrDuplicate(await send({ authorization, ...how }))) return pass();
  const rejected = await send({ authorization });
  if (responses.isAcceptedOrDuplicate(rejected)) return pass();
  const control = await send();
  t.requireAccepted(control, 'the valid request with the scheme Bearer');
  return fail(
    `${api.endpointOf[op]} with the scheme spelt BEARER ${responses.describeResponse(rejected)}, and again; schemes are case-insensitive`,
    [
      [control, 'the same request with the scheme spelt Bearer'],
      [rejected, 'the scheme in another letter case'],
    ],
    { symptom: { kind: 'refused' } },
  );
}

async function refusalStatus(t: CheckContext, op: Operation) {
  const declared = t.settings.declares.refusalStatus;
  for (const attempt of t.effort.sampleOf([withoutHeader, withMadeUpToken], 1)) {
    const { label, how } = attempt;
    const isBare = attempt === withoutHeader;
    let tried = await controls.attemptOnce(t, op, attempt);
    if (!tried.conclusive || responses.isLimit(tried.exchange)) tried = await t.attempt(op, how, true);
    const { exchange } = tried;
    if (responses.isAccepted(exchange))
      inconclusive(
        `${api.endpointOf[op]} ${label} ${controls.describePage(exchange)}: there is no rejection to look at`,
        `a target on which auth/${op}/no-header and auth/${op}/wrong-token pass`,
      );
    for (const control of [tried.before, tried.after]) t.requireAccepted(control, 'the valid request');
    const actual = responses.describeResponse(exchange);
    const proof = controls.proofOfAttempt(op, tried, { label });
    if (exchange.response === null) fail(`the rejection ${label} ${actual}`, proof);
    const { status } = exchange.response;
    if (isBare) {
      t.observations.record('refusalStatus', status, exchange);
      if (declared !== undefined && status !== declared && !(await isNewRejectedWith(t, op, declared)))
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

/** Whether a creation that the target has never had is rejected with this status: a guard against repeats may come before the token. */
async function isNewRejectedWith(t: CheckContext, op: Operation, status: number): Promise<boolean> {
  if (op !== 'create') return false;
  const { response } = await t.send({ operation: 'create', body: t.creations.unused(), authorization: null });
  return response?.status === status;
}

async function beforeValidation(t: CheckContext, op: Operation) {
  const { exchange: rejected } = await controls.attemptWithoutHeader(t, op);
  if (responses.isAccepted(rejected))
    inconclusive(
      `${controls.describeAttempt(op, withoutHeader.label)} ${controls.describePage(rejected)}: there is no rejection to compare with`,
      `a target on which auth/${op}/no-header passes`,
    );
  if (responses.isLimit(rejected))
    inconclusive(
      `${controls.describeAttempt(op, withoutHeader.label)} ${responses.describeResponse(rejected)}: a limit says nothing about the token`,
      'a lower --concurrency',
      [rejected],
    );
  const isSame = (exchange: Exchange) =>
    exchange.response?.status === rejected.response?.status || responses.isLimit(exchange);
  for (const invalid of invalidWithoutHeader(op)) {
    const inForm = headerlessAnd(t, op, invalid);
    if (inForm !== undefined && isSame((await controls.attemptOnce(t, op, inForm)).exchange)) continue;
    if (isSame((await controls.attemptOnce(t, op, invalid)).exchange)) continue;
    const again = await t.send({ operation: op, ...invalid.how });
    if (isSame(again)) continue;
    fail(
      `${controls.describeAttempt(op, withoutHeader.label)} ${responses.describeResponse(rejected)}, and ${invalid.label} ${responses.describeResponse(again)}: the request is validated before the token is asked for`,
      [
        [rejected, 'the valid request without a token'],
        [again, invalid.label],
      ],
    );
  }
  return pass();
}
