/** A refusal tells nothing: judged at the end of the run, over the bodies of all refusals that were seen. */
import {
  accepted,
  carried,
  checksOf,
  type Exchange,
  fail,
  inconclusive,
  pass,
  said,
  type Trial,
  Twins,
} from '../../src/kit.ts';
import { all, named } from '../rows.ts';
import { withMadeUpToken, withoutHeader } from './attempts.ts';
import { knownCreations, knownLogs } from './known-items.ts';
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
        ...(await knownCreations(trial)),
        ...(op === 'register' || op === 'verify' ? await strangers(trial) : []),
      ];
      const speaking = refusals.filter(({ response }) => response!.bytes.length >= 12);
      if (told.length === 0 && speaking.length > 0)
        throw inconclusive(
          'vacuous: no item of 12 characters or more is known that identifies a log or a creation',
          'webhooks whose items are longer, or a creation that answers with items',
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

/** E-mails of users that the run registered: their random part, which stands in no answer to somebody else. */
async function strangers(trial: Trial): Promise<string[]> {
  const users = await Promise.all([trial.users.register(), trial.users.register()]);
  return users.filter(({ registered }) => accepted(registered)).map(({ body }) => body.email);
}
