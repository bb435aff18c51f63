/** Combined searches that a target rejects, though only an allowed value or a missing optional parameter can be the reason. */
import { type CheckContext, fail, logs, responses, unlessUndecided } from '../../../src/suite.ts';

/** Fails if a combined search of this kind was rejected. */
export async function expectNoneRejected(t: CheckContext, kind: logs.RejectionKind): Promise<void> {
  const combined = await unlessUndecided(() => logs.searchCombinations(t));
  const found = combined?.rejected.find((one) => one.kind === kind);
  if (found === undefined) return;
  const { webhook, rejected, accepted, proof } = found;
  const [reasons, again] = [accepted.map((query) => logs.describeQuery(query)).join(' and with '), proof.at(-1)!];
  fail(
    `a search of webhook ${webhook} with ${logs.describeQuery(rejected)} ${responses.describeResponse(again)} each time; it must be accepted, as with ${reasons}`,
    proof,
    {
      symptom: { kind: 'refused' },
      case: { showsAgain: async (own) => (await logs.judgeRejection(own, found)).length > 0 },
    },
  );
}
