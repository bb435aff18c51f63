/** Liberties of what stands in front of every operation: tokens, limits, bans, gateways and outages (§5, §7, §8). */
import { digitsToken, jwtToken, mixedCase, prefixedToken, uuidToken } from '../support/tokens.ts';
import { type NamedLiberties, usualLogs } from './liberty.ts';

export const ofDoor: NamedLiberties = {
  'token-expires': {
    does: 'its token expires in the middle of a run, after 1,100 requests',
    door: { tokenServes: 1100 },
  },
  ban: {
    does: 'after 20 wrong tokens refuses everything with 403 for 0.7 s',
    door: { banAfter: 20, banMs: 700, banStatus: 403 },
  },
  'ban-420': {
    does: 'after 12 wrong tokens refuses everything with 420 for 0.4 s',
    door: { banAfter: 12, banMs: 400, banStatus: 420 },
  },
  'ban-429': {
    does: 'rejects every request with 429 for 3 s after 15 wrong tokens in a row',
    door: { banAfter: 15, banMs: 3000, banStatus: 429, banCountsInARow: true },
  },
  'ban-slides': {
    does: 'after 10 wrong tokens, rejects every request with 401 until it gets none for 2 s',
    door: { banAfter: 10, banMs: 2000, banStatus: 401, banSlides: true },
  },
  'sheds-load': {
    does: 'refuses a fifth request in progress with 503, without Retry-After',
    door: { atOnce: 4, shedStatus: 503 },
  },
  'sheds-load-429': { does: 'refuses a fifth request in progress with 429', door: { atOnce: 4, shedStatus: 429 } },
  'one-search': { does: 'refuses a second search at once with 409', door: { oneSearchAtOnce: true } },
  'upper-case-uuid': {
    does: 'has a UUID in upper case as an id and finds it in lower case too',
    door: { idsWithoutCase: true },
    logs: [{ ...usualLogs[0]!, id: 'hook-3F2B8C1E-9A7D-4E5F-8B6A-1C2D3E4F5A6B' }, usualLogs[1]!],
  },
  'any-case-ids': {
    does: 'compares webhook ids without letter case',
    door: { idsWithoutCase: true },
    logs: [{ ...usualLogs[0]!, id: '3f2b8c1e-9a7d-4e5f-8b6a-1c2d3e4f5a6b' }, usualLogs[1]!],
  },
  'integer-ids': {
    does: 'has webhook ids that are integers, and reads the digits at the beginning of what it is sent',
    door: { idsAreIntegers: true },
    logs: [
      { ...usualLogs[0]!, id: '1041' },
      { ...usualLogs[1]!, id: '1042' },
    ],
  },
  'ids-without-signs': {
    does: 'drops punctuation from webhook ids, as an input filter does',
    door: { idsWithoutSigns: true },
  },
  'all-alias': { does: 'has an id all and a collection route', door: { allAlias: true } },
  'merged-slashes': { does: 'merges doubled slashes of a path', door: { mergesSlashes: true } },
  'statuses-by-turns': { does: 'answers 200, 201, 202, 206 by turns', door: { successes: [200, 201, 202, 206] } },
  restart: { does: 'resets connections for 1 s soon after the start', door: { outagesMs: [[900, 1900]] } },
  'unavailable-0': {
    does: 'answers 503 with Retry-After: 0 for a second',
    door: { unavailable: { from: 800, to: 1800, status: 503, retryAfter: '0' } },
  },
  'bad-gateway': { does: 'answers 502 for a second', door: { unavailable: { from: 1000, to: 2000, status: 502 } } },
  'failing-second': {
    does: 'answers 500 to everything for a second, while its database is replaced',
    door: { unavailable: { from: 1000, to: 2000, status: 500 } },
  },
  'failing-searches': {
    does: 'answers 500 to every search for a second, while its log store is replaced',
    door: { unavailable: { only: 'searches', from: 1500, to: 2500, status: 500 } },
  },
  'loses-posts': { does: 'refuses every 13th POST with 503, without Retry-After', door: { losesEvery: 13 } },
  'read-only-second': { does: 'refuses POST with 503 for a second', door: { readOnly: [700, 1700] } },
  closing: { does: 'closes each connection after its response', door: { closesConnections: true } },
  'one-token-header': { does: 'refuses two Authorization headers with 400', door: { oneTokenHeader: true } },
  'wants-user-agent': { does: 'refuses requests without User-Agent', door: { wantsUserAgent: true } },
  'untyped-searches': {
    does: 'refuses a search with a Content-Type with 415, before it looks at the token',
    door: { untypedGet: true },
  },
  'refuses-by-404': { does: 'answers 404 without a valid token', door: { refusal: 404 } },
  'restart-late': {
    does: 'resets connections for 1 s several times, seconds apart',
    door: {
      outagesMs: [
        [2000, 3000],
        [7000, 8000],
        [12_000, 13_000],
        [17_000, 18_000],
      ],
    },
  },
  'rate-limited': { does: 'refuses the 200th request of a second with 429', door: { perSecond: 200 } },
  'rate-limited-by-spans': {
    does: 'refuses the 401st request in five seconds with 429, and says in Retry-After when the next five begin',
    door: { perSpan: { atMost: 400, ms: 5000 } },
  },
  'rate-limited-503': {
    does: 'refuses the 101st request of a second with 503, without Retry-After',
    door: { perSecond: 100, overRateStatus: 503 },
  },
  'one-at-once-503': {
    does: 'refuses a second request in progress with 503, without Retry-After',
    door: { atOnce: 1, shedStatus: 503 },
  },
  'firewall-resets': {
    does: 'a firewall resets the connection of what looks like an attack',
    door: { firewall: { answers: 'reset' } },
  },
  'firewall-page': {
    does: 'a firewall answers what looks like an attack with 403 and a page in HTML',
    door: { firewall: { answers: 'page' } },
  },
  'firewall-bans': {
    does: 'a firewall resets the connection of what looks like an attack, and after five such requests every one for 5 to 20 s',
    door: { firewall: { answers: 'reset', bans: { after: 5, ms: [5000, 20_000] } } },
  },
  'firewall-bans-page': {
    does: 'a firewall answers what looks like an attack with 403 and a page, and after ten such requests every one for 5 to 20 s',
    door: { firewall: { answers: 'page', bans: { after: 10, ms: [5000, 20_000] } } },
  },
  'small-bodies': { does: 'a gateway refuses bodies of 2 kB with 413', door: { largestBody: 2000 } },
  'short-urls': { does: 'a gateway refuses request targets of 600 characters with 414', door: { longestTarget: 600 } },
  'redirects-to-sign-in': { does: 'redirects to a page for signing in without a valid token', door: { refusal: 302 } },
  'hangs-up': {
    does: 'closes the connection instead of a response to a request without the valid token',
    door: { hangsUpOnStrangers: true },
  },
  'cold-start': { does: 'the first request of each operation takes 1.5 s', door: { coldMs: 1500 } },
  'open-options': { does: 'answers OPTIONS without a token, and HEAD like GET', door: { answersOptions: true } },
  'health-checkers': {
    does: 'its gateway answers health checkers itself, with an empty object at any path',
    door: { answersHealthCheckers: true },
  },
  'loose-routes': { does: 'paths match in any letter case and with a slash at their end', door: { looseRoutes: true } },
  'added-members': { does: 'pages and cursors have members that are not stated', door: { addsMembers: true } },
  charset: {
    does: 'names a charset in capitals and quotes beside application/json',
    door: { contentType: 'Application/JSON; Charset="UTF-8"' },
  },
  'uuid-token': {
    does: 'its token is a UUID, read without regard to letter case and dashes',
    door: { token: uuidToken },
  },
  'digits-token': {
    does: 'its token consists of digits, and whatever follows the first other character is ignored',
    door: { token: digitsToken },
  },
  'prefixed-token': {
    does: 'its token is sk_live_ and hexadecimal digits, read without regard to letter case',
    door: { token: prefixedToken },
  },
  'kept-fields': {
    does: 'its HTTP server keeps the fields of a connection, and looks them up without regard to letter case',
    door: { keepsFields: true, token: { valid: mixedCase, accepts: (given) => given === mixedCase } },
  },
  'jwt-of-known-key': {
    does: 'its token is a JWT, signed with the key "secret"; others with that signature are valid too',
    door: { token: jwtToken },
  },
  'token-is-webhook-id': {
    does: 'its token is the id of its first webhook',
    door: { token: { valid: 'wh_main', accepts: (given) => given === 'wh_main' } },
  },
  'fallback-page': {
    does: 'answers 200 and the page of an application to any path that it does not know, and to absolute targets',
    door: { fallback: { type: 'text/html', page: '<!doctype html><div id="app"></div>', forAbsolute: true } },
  },
  'fallback-empty-page': {
    does: 'answers 200 and an empty page of results to any path that it does not know',
    door: { fallback: { type: 'application/json', page: '{"data":[],"cursor":{"totalItems":0}}', forAbsolute: false } },
  },
  'few-connections': { does: 'closes a fifth connection', door: { connections: 4 } },
  'one-worker': {
    does: 'serves one connection until it is closed, and only then the next one',
    door: { workers: 1 },
  },
  'three-workers': { does: 'serves three connections, and others when one of them is closed', door: { workers: 3 } },
  jitter: { does: 'takes up to 400 ms for a response', door: { jitterMs: 400 } },
  'impatient-keep-alive': { does: 'closes a connection that is idle for 5 ms', door: { keepAliveMs: 5 } },
  'crashes-on-brackets': {
    does: 'crashes for good on a body with ten thousand brackets in a row',
    door: { endsAtBrackets: 10_000 },
  },
  'no-replays': {
    does: 'refuses a body that the path was sent in the last 0.9 s with 409, before it looks at the token',
    door: { replays: { ms: 900, status: 409 } },
  },
};
