/** A refusal tells nothing: judged at the end of the run, over the bodies of all refusals that were seen. */
import {
  type CheckContext,
  checksOf,
  describeResponse,
  type Exchange,
  fail,
  identifyingCharacters,
  inconclusive,
  isAccepted,
  itemsFoundIn,
  parsePage,
  pass,
} from '../../src/suite.ts';
import { allOperations, endpointOf } from '../lib/per-operation.ts';
import { withMadeUpToken, withoutHeader } from './attempts.ts';
import { knownCreations, knownLogs, once } from './known-items.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of allOperations)
  check(
    `auth/${op}/refusal-without-data`,
    async (t) => {
      const controls = t.controls;
      if (controls.refusals(op).length === 0)
        for (const { how } of [withoutHeader, withMadeUpToken]) await controls.attempt(t, op, how);
      const refusals = controls.refusals(op);
      if (refusals.length === 0)
        inconclusive(
          `${endpointOf[op]} without the good token was never refused`,
          `a target on which auth/${op}/no-header passes`,
        );
      const told = [
        ...(await knownLogs(t)).flatMap(({ items }) => items),
        ...(await knownCreations(t)).items,
        ...(op === 'register' || op === 'verify' ? await strangers(t) : []),
      ];
      const speaking = refusals.filter(({ response }) => response!.bytes.length >= identifyingCharacters);
      if (op === 'create') await needNoPage(t, speaking);
      const pages = speaking.filter(({ response }) => (parsePage(response)?.data.length ?? 0) > 0);
      if (told.length === 0 && pages.length > 0)
        inconclusive(
          'refusals carry pages, and no item of 12 characters or more is known that identifies a log or a creation',
          'webhooks whose items are longer, or a creation that answers with items',
          pages.slice(0, 2),
        );
      const first = await leaking(t, told, speaking);
      if (first !== undefined) fail(first.message, first.proof, { symptom: { kind: 'check' } });
      return pass({
        restsOn: refusals.length,
        samples: {
          count: refusals.length,
          kinds: { 'with a body': speaking.length, 'hardly any body': refusals.length - speaking.length },
        },
      });
    },
    { phase: 'closing' },
  );

/** A refusal that carries data, if that happens again, or happened more than once. */
async function leaking(t: CheckContext, told: readonly string[], refusals: readonly Exchange[]) {
  const suspects = refusals.filter(({ request, response }) => {
    const own = request.body === null ? '' : new TextDecoder().decode(request.body);
    return itemsFoundIn(
      response,
      told.filter((item) => !own.includes(item)),
    ).length;
  });
  const [first, second] = suspects;
  if (first === undefined) return undefined;
  const { operation, authorization } = first.request;
  const again = second ?? (await t.attempt(operation, { authorization }, true)).exchange;
  const items = itemsFoundIn(again.response, told);
  if (isAccepted(again) || items.length === 0) return undefined;
  return {
    message: `a refusal of ${endpointOf[operation]} (${describeResponse(again)}) carries ${items.length} ${items.length === 1 ? 'item' : 'items'} that only a good token may see`,
    proof: [first, again],
  };
}

/** Items of a creation may be new each time: a page as large as the one that the good token gets is its data too. */
async function needNoPage(t: CheckContext, refusals: readonly Exchange[]): Promise<void> {
  const { created } = await knownCreations(t);
  const good = parsePage(created.response);
  if (good === undefined || good.data.length === 0) return;
  const same = (exchange: Exchange) => {
    const page = parsePage(exchange.response);
    return page?.data.length === good.data.length && page.totalItems === good.totalItems;
  };
  const [first, second] = refusals.filter(same);
  if (first !== undefined && second !== undefined)
    fail(
      `refusals of ${endpointOf.create} (${describeResponse(first)}) carry a page of ${good.data.length} items, as the good token gets`,
      [[created, 'with the good token'], first, second],
      { symptom: { kind: 'check' } },
    );
}

const registered = new WeakMap<object, Promise<readonly string[]>>();

/** E-mails of users that the run registered: no answer to somebody else holds them. */
function strangers(t: CheckContext): Promise<readonly string[]> {
  return once(registered, t.runContext, async () => {
    const users = await Promise.all(t.effort.sampleOf([1, 2], 1).map(() => t.users.register()));
    return users.filter((user) => isAccepted(user.registered)).map(({ body }) => body.email);
  });
}
