/** The same valid request is accepted every time: in sequence, on one connection and in parallel. */
import {
  api,
  type CheckContext,
  type Conclusion,
  checksOf,
  type Exchange,
  fail,
  inconclusive,
  type Operation,
  pass,
  responses,
  samplesOf,
  series,
} from '../../src/suite.ts';
import { expectFewRejected } from './rare-rejections.ts';
import { requirements } from './requirements.ts';
import { sendUntilRejected, sharedSeries } from './series-of-requests.ts';

const check = checksOf(requirements);
const { describeResponse } = responses;

for (const op of api.operations)
  check(`${op}/same-every-time`, (t) => expectFewRejected(t, op), {
    phase: 'closing',
    prepare: { phase: api.needsCode(op) ? 'right-codes' : 'main', work: (t) => acceptEveryTime(t, op) },
    limitMs: 240_000,
  });

async function acceptEveryTime(t: CheckContext, op: Operation): Promise<Conclusion> {
  const first = await sendUntilRejected(t, op, await sharedSeries(t, op));
  const sent = first.flatMap((one) => one.sent.map(() => one.manner));
  if (sent.length === 0)
    inconclusive('no valid request reached the target', 'a target that stays available during the run');
  const lone = series.findLoneRejection(first);
  if (lone === undefined) {
    const [rejected] = series.rejectionsIn(first);
    if (rejected === undefined) return pass({ samples: samplesOf(sent) });
    inconclusiveForLimit(`from some point on the valid request ${describeResponse(rejected)}, every time`, rejected);
  }
  const { rejected, accepted, manner } = lone;
  const second = await sendUntilRejected(t, op, { after: rejected });
  const again = series.findLoneRejection(second);
  const showsAgain = async (own: CheckContext): Promise<boolean> =>
    series.findLoneRejection(await sendUntilRejected(own, op, { after: rejected })) !== undefined;
  if (again !== undefined)
    fail(
      `${manner}, the valid request ${describeResponse(rejected)} between successes, and so it did in a second series (${again.manner})`,
      [
        [accepted, 'accepted'],
        [rejected, manner],
        [again.rejected, `again, ${again.manner}`],
      ],
      {
        symptom: { kind: 'check', ...(/at once/.test(again.manner) ? { shows: 'at-once' } : {}) },
        case: { showsAgain },
        ...levelOf([rejected, again.rejected]),
      },
    );
  if (series.rejectionsIn(second).length === second.flatMap((one) => one.sent).length)
    inconclusiveForLimit(
      `the valid request ${describeResponse(rejected)} between successes, and at last always`,
      rejected,
    );
  t.runContext.excuses.rejectedOnce.push(rejected);
  return pass({ message: `one of ${sent.length} ${describeResponse(rejected)}; that did not happen again` });
}

/** A 5xx, or no response, is the server's own failure; any other rejection may be a limit that nobody can see. */
const isOwnFailure = ({ response }: Exchange): boolean =>
  response === null || responses.isFailureStatus(response.status);

const levelOf = (rejections: readonly Exchange[]): { readonly level?: 'advisory' } =>
  rejections.every(isOwnFailure) ? {} : { level: 'advisory' };

/** A target that fails from some moment on is away; one that rejects has a limit. */
function inconclusiveForLimit(message: string, rejected: Exchange): never {
  if (isOwnFailure(rejected))
    inconclusive(`${message}: an outage, perhaps`, 'a target that stays available during the run', [rejected]);
  inconclusive(`${message}: a quota, perhaps`, 'a target without a quota, or with a larger one', [rejected]);
}
