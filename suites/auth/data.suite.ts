/** A rejection discloses nothing: decided at the end of the run, on the bodies of all rejections that were seen. */
import type { CheckContext, Exchange, Operation } from '../../src/suite.ts';
import {
  api,
  checksOf,
  controls,
  defined,
  fail,
  inconclusive,
  logs,
  pass,
  responses,
  validRejected,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of api.operations)
  check(`auth/${op}/refusal-without-data`, (t) => requireNoData(t, op), { phase: 'closing' });

async function requireNoData(t: CheckContext, op: Operation) {
  const strangers = await tryStrangers(t, op);
  const rejections = t.rejections(op);
  const withBody = rejections.filter(({ response }) => response!.bytes.length >= logs.identifyingCharacters);
  const secrets = [
    ...new Set([...(await controls.knownLogs(t)).flatMap(({ items }) => items), ...(await controls.itemsReadSoFar(t))]),
    ...(await controls.knownCreation(t)).items,
    ...(api.operationTable[op].tag === 'auth' ? await registeredEmails(t) : []),
  ];
  if (api.operationTable[op].consumes === 'event') await requireNoPage(t, withBody);
  const pages = withBody.filter(({ response }) => (responses.parsePage(response)?.data.length ?? 0) > 0);
  if (secrets.length === 0 && pages.length > 0)
    inconclusive(
      'rejections carry pages, and no item of 12 characters or more is known that identifies a log or a creation',
      'webhooks whose items are longer, or a creation that returns items',
      pages.slice(0, 2),
    );
  await requireNoItems(t, secrets, withBody);
  if (strangers === 'accepted')
    inconclusive(
      `${api.endpointOf[op]} without the valid token was accepted`,
      `a target on which auth/${op}/no-header passes`,
    );
  if (strangers === 'unclear')
    validRejected(
      op,
      'the valid request was not accepted either, so a rejection without the valid token proves nothing',
      'the valid request',
    );
  const kinds = { 'with a body': withBody.length, 'hardly any body': rejections.length - withBody.length };
  return pass({ samples: { count: rejections.length, kinds } });
}

/**
 * How requests without the valid token are answered. If they are accepted, a rejection has another reason and says nothing about the
 * token. It is `unclear` if the valid request is rejected too, or the target cannot be reached.
 */
async function tryStrangers(t: CheckContext, op: Operation): Promise<'rejected' | 'accepted' | 'unclear'> {
  const attempts = [
    () => controls.attemptWithoutHeader(t, op),
    () => controls.attemptOnce(t, op, controls.withMadeUpToken),
    // Those may have met a ban, and are not made again.
    () => t.attempt(op, controls.withMadeUpToken.how, true),
  ];
  let isAccepted = false;
  for (const attempt of attempts) {
    const { exchange, conclusive } = await attempt();
    if (conclusive && !responses.isAccepted(exchange)) return 'rejected';
    isAccepted ||= responses.isAccepted(exchange);
  }
  return isAccepted ? 'accepted' : 'unclear';
}

/** Fails on a rejection that carries data, if that happens again, or happened more than once. */
async function requireNoItems(t: CheckContext, secrets: readonly string[], rejections: readonly Exchange[]) {
  const [first, second] = rejections.filter(({ request, response }) => {
    const sent = request.body === null ? '' : new TextDecoder().decode(request.body);
    const unsent = secrets.filter((item) => !sent.includes(item));
    return logs.itemsFoundIn(response, unsent).length > 0;
  });
  if (first === undefined) return;
  const { operation, authorization } = first.request;
  const again = second ?? (await t.attempt(operation, { authorization }, true)).exchange;
  const found = logs.itemsFoundIn(again.response, secrets);
  if (responses.isAccepted(again) || found.length === 0) return;
  const items = await controls.withoutErrorTexts(t, found, again);
  if (items.length === 0) return;
  fail(
    `a rejection of ${api.endpointOf[operation]} (${responses.describeResponse(again)}) carries ${items.length} ${items.length === 1 ? 'item' : 'items'} that only the valid token may read`,
    [first, again],
    { symptom: { kind: 'check', ...defined({ shows: pageInRejection(again) }) } },
  );
}

/** A page in a rejection is easily seen again; items elsewhere in it are not. */
function pageInRejection({ response }: Exchange): 'rejection-data' | undefined {
  return (responses.parsePage(response)?.data.length ?? 0) > 0 ? 'rejection-data' : undefined;
}

/** Items of a creation may be new each time: a page as large as the one that the valid token gets is its data too. */
async function requireNoPage(t: CheckContext, rejections: readonly Exchange[]) {
  const { created } = await controls.knownCreation(t);
  const page = responses.parsePage(created.response);
  if (page === undefined || page.data.length === 0) return;
  const [first, second] = rejections.filter(({ response }) => {
    const rejected = responses.parsePage(response);
    return rejected?.data.length === page.data.length && rejected.totalItems === page.totalItems;
  });
  if (first === undefined || second === undefined) return;
  fail(
    `rejections of ${api.endpointOf.create} (${responses.describeResponse(first)}) carry a page of ${page.data.length} items, as the valid token gets`,
    [[created, 'with the valid token'], first, second],
    { symptom: { kind: 'check', shows: 'rejection-data' } },
  );
}

/** E-mails of users that the run registered, or of one that is registered now: no response to another user may hold them. */
function registeredEmails(t: CheckContext): Promise<readonly string[]> {
  return t.once('registered e-mails', async ({ client, effort, settings, users }) => {
    const certain = client.usage.leftBehind.users
      .filter(({ uncertain }) => uncertain !== true)
      .map(({ email }) => email);
    const known = logs.identifyingEmails(certain, settings.fixtures.register.email);
    if (known.length > 0) return effort.sampleOf(known.sort().slice(0, 2), 1);
    const { registered, body } = await users.register();
    return responses.isAccepted(registered) ? [body.email] : [];
  });
}
