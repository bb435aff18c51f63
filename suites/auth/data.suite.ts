/** A refusal tells nothing: judged at the end of the run, over the bodies of all refusals that were seen. */
import {
  accepted,
  carried,
  checksOf,
  type Exchange,
  fail,
  inconclusive,
  pageOf,
  pass,
  said,
  type Trial,
  Twins,
} from '../../src/kit.ts';
import { all, named } from '../rows.ts';
import { withMadeUpToken, withoutHeader } from './attempts.ts';
import { knownCreations, knownLogs, once } from './known-items.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

for (const op of all)
  check(
    `auth/${op}/refusal-without-data`,
    async (trial) => {
      const twins = Twins.of(trial.context);
      if (twins.refusals(op).length === 0)
        for (const { how } of [withoutHeader, withMadeUpToken]) await twins.try(trial, op, how);
      const refusals = twins.refusals(op);
      if (refusals.length === 0)
        throw inconclusive(
          `${named[op]} without the good token was never refused`,
          `a target on which auth/${op}/no-header passes`,
        );
      const told = [
        ...(await knownLogs(trial)).flatMap(({ items }) => items),
        ...(await knownCreations(trial)).items,
        ...(op === 'register' || op === 'verify' ? await strangers(trial) : []),
      ];
      const speaking = refusals.filter(({ response }) => response!.bytes.length >= 12);
      if (op === 'create') await needNoPage(trial, speaking);
      const pages = speaking.filter(({ response }) => (pageOf(response)?.data.length ?? 0) > 0);
      if (told.length === 0 && pages.length > 0)
        throw inconclusive(
          'refusals carry pages, and no item of 12 characters or more is known that identifies a log or a creation',
          'webhooks whose items are longer, or a creation that answers with items',
          pages.slice(0, 2),
        );
      const first = await leaking(trial, told, speaking);
      if (first !== undefined) throw fail(first.message, first.proof, { symptom: { kind: 'check' } });
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
async function leaking(trial: Trial, told: readonly string[], refusals: readonly Exchange[]) {
  const suspects = refusals.filter(({ request, response }) => {
    const own = request.body === null ? '' : new TextDecoder().decode(request.body);
    return carried(
      response,
      told.filter((item) => !own.includes(item)),
    ).length;
  });
  const [first, second] = suspects;
  if (first === undefined) return undefined;
  const { operation, authorization } = first.request;
  const again = second ?? (await Twins.of(trial.context).try(trial, operation, { authorization }, true)).exchange;
  const items = carried(again.response, told);
  if (accepted(again) || items.length === 0) return undefined;
  return {
    message: `a refusal of ${named[operation]} (${said(again)}) carries ${items.length} ${items.length === 1 ? 'item' : 'items'} that only a good token may see`,
    proof: [first, again],
  };
}

/** Items of a creation may be new each time: a page as large as the one that the good token gets is its data too. */
async function needNoPage(trial: Trial, refusals: readonly Exchange[]): Promise<void> {
  const { created } = await knownCreations(trial);
  const good = pageOf(created.response);
  if (good === undefined || good.data.length === 0) return;
  const same = (exchange: Exchange) => {
    const page = pageOf(exchange.response);
    return page?.data.length === good.data.length && page.totalItems === good.totalItems;
  };
  const [first, second] = refusals.filter(same);
  if (first !== undefined && second !== undefined)
    throw fail(
      `refusals of ${named.create} (${said(first)}) carry a page of ${good.data.length} items, as the good token gets`,
      [[created, 'with the good token'], first, second],
      { symptom: { kind: 'check' } },
    );
}

const registered = new WeakMap<object, Promise<readonly string[]>>();

/** E-mails of users that the run registered: no answer to somebody else holds them. */
function strangers(trial: Trial): Promise<readonly string[]> {
  return once(registered, trial.context, async () => {
    const users = await Promise.all(trial.some([1, 2], 1).map(() => trial.users.register()));
    return users.filter((user) => accepted(user.registered)).map(({ body }) => body.email);
  });
}
