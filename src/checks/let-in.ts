/** Requests without a valid token that were accepted now and then, over the whole run. */
import type { Exchange } from '../core/exchange.ts';
import { endpointOf } from '../interface/operations.ts';
import { parsePage } from '../schema/page.ts';
import type { CheckContext } from './check-context.ts';
import { fail } from './conclusion.ts';
import { describePage } from './rejected-attempts.ts';

/**
 * Fails where a request whose header is the requirement's topic was accepted: once with the operation's data, or twice. A check that
 * repeats a request does not see a server that lets in one of fifty.
 */
export async function requireNoneLetIn(t: CheckContext): Promise<undefined> {
  const { id } = t.requirement;
  const operation = t.requirement.operation!;
  const accepted = t.runContext.rejections.acceptedOf(operation).filter((exchange) => id.endsWith(topicOf(exchange)));
  const withData = accepted.find((exchange) => (parsePage(exchange.response)?.data.length ?? 0) > 0);
  const shown = withData ?? (accepted.length > 1 ? accepted[0] : undefined);
  if (shown === undefined) return;
  t.client.noteUse(accepted);
  const counts = `${accepted.length} of the ${t.runContext.rejections.countOf(operation)} requests of the run without a valid token`;
  fail(
    `${endpointOf[operation]} without a valid token ${describePage(shown)}; it must be rejected (${counts} were accepted this way)`,
    [shown, ...accepted.filter((one) => one !== shown).slice(0, 2)],
    { symptom: { kind: 'accepted' } },
  );
}

/** The requirement that a request without a valid token is about. */
function topicOf({ request: { authorization } }: Exchange): 'no-header' | 'wrong-token' | 'malformed-header' {
  if (authorization === null) return 'no-header';
  return /^Bearer \S+$/.test(authorization) ? 'wrong-token' : 'malformed-header';
}
