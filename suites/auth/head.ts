/**
 * HEAD without a token. The search is a GET (§4.4), and §5 does not speak of other methods; frameworks route HEAD to GET by
 * themselves, sometimes past the guard. Such a response has no page, but the length of one, by which filters can be counted.
 */
import type { CheckContext, Exchange } from '../../src/suite.ts';
import { controls, fail, responses } from '../../src/suite.ts';

type Query = readonly (readonly [string, string])[];

/** Two searches whose pages differ, as their lengths show. */
const queries: readonly Query[] = [[], [['status', 'failed']]];

const lengthOf = ({ response }: Exchange): string | undefined =>
  response === null ? undefined : (responses.headerValue(response, 'content-length') ?? undefined);

/** Advises if HEAD without a token tells the lengths of the pages that GET returns with it. */
export async function adviseOfHead(t: CheckContext): Promise<void> {
  const stranger = { operation: 'logs', method: 'HEAD', authorization: null } as const;
  const heads: Exchange[] = [];
  for (const query of queries) {
    const head = await t.send({ ...stranger, query });
    if (!controls.is2xx(head) || lengthOf(head) === undefined) return;
    heads.push(head);
  }
  if (lengthOf(heads[0]!) === lengthOf(heads[1]!)) return;
  for (const [at, query] of queries.entries()) {
    const page = await t.send({ operation: 'logs', query });
    if (lengthOf(page) !== lengthOf(heads[at]!)) return;
  }
  fail(
    `HEAD without a token ${responses.describeResponse(heads[0]!)} with the Content-Length of the page that GET returns with it (${lengthOf(heads[0]!)} bytes; ${lengthOf(heads[1]!)} with status=failed)`,
    heads.map((head) => [head, 'without a token'] as const),
    { level: 'advisory', symptom: { kind: 'check' } },
  );
}
