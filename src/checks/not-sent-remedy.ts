/** What would let a run send a request that it did not send. */
import type { NotSent } from '../client/index.ts';
import type { NotSentReason } from '../client/not-sent.ts';
import type { RunContext } from './run-context.ts';

/** Rejections of right codes that explain why a run takes longer: checks look into each. */
const manyRejected = 3;

/** What a run looked into for so long that its time did not suffice. */
function causeOfDelay({ users: { memory } }: RunContext): string {
  const rejected = [...memory.everRejected].filter((n) => !memory.verified.has(n));
  if (rejected.length < manyRejected) return '';
  return `a target that accepts every right code (those of ${rejected.length} users were rejected, which took time); or `;
}

/** Throttling from which it explains why the time of a run did not suffice, ms. */
const longThrottlingMs = 5000;

const quickerTarget = ({ client }: RunContext): string =>
  client.usage.throttledMs < longThrottlingMs
    ? 'a faster target'
    : 'a higher rate limit on the target, which throttled this run';

function remedyForThrottling({ settings }: RunContext, { advice }: NotSent): string {
  const option = settings.run.budgetMs === undefined ? '--max-time' : '--budget';
  if (advice !== '') return `a longer ${option}${advice}, or a higher rate limit on the target`;
  return 'a lower --rate or --concurrency, or a higher limit on the target';
}

/** Remedies that depend on nothing but the reason. */
const remedies: { readonly [reason in NotSentReason]?: string } = {
  share: 'a higher --max-requests',
  'own-limit': 'a target whose responses are within the limits of this kit',
  'given-up': 'a target whose operation answers, or a higher --timeout if it is slow; see its accepts-valid',
  hung: 'a target that answers every request, or a higher --timeout if it is slow; see no-server-error',
  banned: 'a target that does not ban this client for wrong tokens, or a longer --max-time',
  firewall: 'a base URL behind the firewall, this client on its list of allowed ones, or a longer --max-time',
  'user-paused': 'a target that allows more wrong codes of a user, or makes the user wait for a shorter time',
  'token-ended': 'a token that lives longer, or one that cawl reads again (tokens.valid: {command: …} or {file: …})',
  away: 'a target that stays available during the run: if it crashed, one of those requests may be the cause',
  'read-only': 'a run without --read-only',
  methods: 'a run with --methods, on a target where nothing can be lost',
};

/** What would decide a requirement whose check could not send a request, as the end of a sentence. */
export function remedyFor(run: RunContext, error: NotSent): string {
  switch (error.reason) {
    case 'budget':
      return run.settings.run.depth === 'quick'
        ? 'a run with --depth standard, or a higher --max-requests'
        : 'a higher --max-requests';
    case 'time':
      return `${causeOfDelay(run)}a longer ${error.setting ?? '--max-time'}${error.advice}, or ${quickerTarget(run)}`;
    case 'throttled':
      return remedyForThrottling(run, error);
    case 'fixture':
      return error.setting ?? 'an id of the target in the configuration';
    case 'creations':
      return `a higher ${error.setting}, on a target where so much may be left behind`;
    default:
      return remedies[error.reason] ?? 'a run that is not stopped';
  }
}
