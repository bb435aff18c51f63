/** Requests without a valid token that were accepted now and then, over the whole run. */
import { NotSent } from '../../client/index.ts';
import { forEachConcurrently } from '../../core/concurrency.ts';
import type { Exchange } from '../../core/exchange.ts';
import { cutText } from '../../core/text.ts';
import { type MessageForm, messageForms } from '../../generators/message-forms.ts';
import { wrongTokens } from '../../generators/tokens/wrong-tokens.ts';
import { endpointOf, operations } from '../../interface/operations.ts';
import { parsePage } from '../../schema/page.ts';
import type { CheckContext } from '../check-context.ts';
import { fail, inconclusive } from '../conclusion.ts';
import { crowdedSearches, searchForms } from '../searches/search-forms.ts';
import { describePage, isSameRejection } from './attempt.ts';
import { requireControl } from './shared-controls.ts';

/** Gateways reject longer tokens. */
const longestToken = 200;
/** Most characters of a header that a message shows. */
const longestShown = 80;

/** Once a target has let in this many requests of any operation, a single one of an operation counts. */
const tellingOfAll = 3;

/**
 * Fails if a request whose header is the requirement's topic was accepted: once with the operation's data, twice, or once beside
 * others of the run. A check that repeats a request does not see a server that lets in one of fifty.
 */
export async function requireNoneLetIn(t: CheckContext): Promise<undefined> {
  const { id } = t.requirement;
  const operation = t.requirement.operation!;
  const accepted = t.runContext.rejections.acceptedOf(operation).filter((exchange) => id.endsWith(topicOf(exchange)));
  if (accepted.length === 0) return;
  const withData = accepted.find((exchange) => (parsePage(exchange.response)?.data.length ?? 0) > 0);
  const ofAll = operations.flatMap((op) => t.runContext.rejections.acceptedOf(op));
  const isTelling = accepted.length > 1 || ofAll.length >= tellingOfAll;
  const shown = withData ?? (isTelling ? accepted[0] : undefined);
  t.client.noteUse(accepted);
  if (shown === undefined)
    inconclusive(
      'a request without a valid token was accepted, but not again, nor were others like it',
      'a run with another --seed, or at --depth deep',
      accepted,
    );
  const counts = `${accepted.length} of the ${t.runContext.rejections.countOf(operation)} requests of the run without a valid token`;
  const { authorization } = shown.request;
  const header = authorization === null ? 'no Authorization' : `Authorization: ${cutText(authorization, longestShown)}`;
  fail(
    `${endpointOf[operation]} without a valid token (${header}) ${describePage(shown)}; it must be rejected (${counts} were accepted this way)`,
    [shown, ...accepted.filter((one) => one !== shown).slice(0, 2)],
    { symptom: { kind: 'accepted' } },
  );
}

/** Searches without a valid token that a run sends at least: a server that lets in one of fifty shows data to one of them. */
const leastSearches = { quick: 0, standard: 70, deep: 500 };

/**
 * Sends searches with made-up tokens until the run has sent enough of them, in forms with many parts and with many parameters
 * at once. Then requires that none was let in. No other request comes between them, and afterwards the valid token must be
 * accepted.
 */
export async function requireNoneLetInOfMany(t: CheckContext): Promise<undefined> {
  const least = t.effort.pick(leastSearches);
  if (least === 0) return requireNoneLetIn(t);
  await unlessNotSent(async () => {
    // Before the exclusive part: another check may be working out the same forms.
    await searchForms(t);
    await t.exclusively((alone) => sendWithMadeUpTokens(alone, least));
  });
  await requireNoneLetIn(t);
  await unlessNotSent(() => requireControl(t, 'logs'));
}

/** If the request limit is reached, the requests sent so far decide. */
export async function unlessNotSent(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof NotSent)) throw error;
  }
}

async function sendWithMadeUpTokens(t: CheckContext, least: number): Promise<void> {
  const headers = wrongTokens(t.settings.tokens.valid, 0, 1)
    // The connection may have carried the valid token, which differs from it in letter case alone.
    .first.filter(({ kind }) => kind !== 'swapped-case')
    .map(({ header }) => header)
    // All of the same syntax (RFC 6750 §2.1), so that they are rejected for the same reason.
    .filter((header) => /^Bearer [\w.~+/-]+=*$/.test(header) && header.length <= longestToken);
  const sendAll = async (forms: readonly MessageForm[]): Promise<readonly Exchange[]> => {
    const sent: Exchange[] = [];
    await forEachConcurrently(forms, t.settings.run.concurrency, async ({ how }, at) => {
      const authorization = headers[at % headers.length]!;
      sent.push(await t.send({ operation: 'logs', ...how, authorization, throttle: 'accept' }));
    });
    return sent;
  };
  const plain = await t.send({ operation: 'logs', authorization: headers[0]!, throttle: 'accept' });
  const left = least - t.runContext.rejections.countOf('logs');
  const sent = await sendAll(await crowdedSearches(t, { least: left, byCursor: false }));
  if (!t.effort.isExhaustive && sent.every((exchange) => isSameRejection(plain, exchange))) return;
  await sendAll(messageForms({ strength: 2, seed: t.settings.run.seed, asked: await searchForms(t) }));
}

/** The requirement that a request without a valid token is about. */
function topicOf({ request: { authorization } }: Exchange): 'no-header' | 'wrong-token' | 'malformed-header' {
  if (authorization === null) return 'no-header';
  return /^Bearer \S+$/.test(authorization) ? 'wrong-token' : 'malformed-header';
}
