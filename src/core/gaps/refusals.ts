/** Gaps of rejections and limits. */
import type { GapTable } from './gap.ts';

export const refusalGaps = {
  refusalStatus: {
    section: '7',
    about: 'status code of a request without a valid token',
    probe: 'auth/logs/refusal-status',
    declarable: true,
    advice: 'Treat every status other than 2xx as a refusal; do not branch on this one alone.',
  },
  refusalChallenge: {
    section: '7',
    about: 'challenge in a refusal (WWW-Authenticate)',
    probe: 'gaps/refusals',
    advice: 'Do not wait for a challenge: send the token with every request.',
  },
  errorContentType: {
    section: '7',
    about: 'media type of error bodies',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Read the status first, and parse an error body only as its Content-Type says.',
  },
  errorMembers: {
    section: '7',
    about: 'members of error bodies',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Show or log an error body; do not branch on its members.',
  },
  errorCodes: {
    section: '7',
    about: 'error codes',
    excluded: 'the meaning of a member of an error body cannot be observed; the members themselves are',
  },
  rateLimitHeaders: {
    section: '8',
    about: 'headers that announce a rate limit',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Use rate limit headers where they exist, and work without them.',
  },
  throttling: {
    section: '8',
    about: 'status code that slows a client down',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Be ready for 429 and for 503 with Retry-After; wait, then repeat.',
  },
  largestBody: {
    section: '8',
    about: 'size of the largest accepted request body, in bytes',
    probe: 'gaps/refusals',
    grows: true,
    advice: 'Keep bodies small; another server may accept less.',
  },
} as const satisfies GapTable;
