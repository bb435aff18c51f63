/**
 * What a conforming server may do, by area: the targets that do it, and the requirements whose checks must allow it.
 * docs/conforming.md is written from this table, and permissions.test.ts keeps both complete.
 */
import { liberties } from './liberties.ts';

export interface Permission {
  /** What the server does, in one phrase. */
  readonly does: string;
  /** Names of targets in `conforming/`, or of liberties as `liberal-…`. */
  readonly targets: readonly string[];
  /** Ids or globs of the requirements that could report it. */
  readonly affects: readonly string[];
}

/** A liberty in its own words. */
const liberty = (name: string, ...affects: readonly string[]): Permission => ({
  does: liberties[name]?.does ?? '',
  targets: [`liberal-${name}`],
  affects,
});

const choice = (does: string, targets: readonly string[], ...affects: readonly string[]): Permission => ({
  does,
  targets,
  affects,
});

export const permissions: Readonly<Record<string, readonly Permission[]>> = {
  'Acceptance, rejection and limits': [
    liberty('plain', '**'),
    liberty('statuses-by-turns', '*/success-status', '*/accepts-valid'),
    liberty('refuses-by-404', 'auth/*/no-header', 'auth/*/refusal-status'),
    choice(
      'redirects to a sign-in page without a token',
      ['koa-days', 'plain-offset-redirect', 'python-tickets'],
      'auth/*/no-header',
    ),
    choice(
      'rejects in HTML, plain text, problem+json or without a body',
      ['koa-slow', 'fastify-by-status', 'fastify-zones', 'fastify-one-page'],
      '*/error-json',
    ),
    choice(
      'rejects long bodies, addresses and headers',
      ['fastify-strict'],
      '*/no-server-error',
      '*/survives-malformed',
    ),
    choice(
      'throttles with 429 or 503',
      ['express-deliveries', 'express-look-back', 'plain-keyset-any'],
      '*/no-server-error',
      '*/same-every-time',
    ),
    liberty('quota-of-creations', 'create/same-every-time', 'create/no-server-error'),
    liberty('quota-of-registrations', 'register/same-every-time', 'register/accepts-valid'),
    liberty('token-expires', '**'),
    liberty('ban', 'auth/*/wrong-token', 'auth/*/never-remembered'),
    liberty('ban-420', 'auth/*/wrong-token', 'auth/*/never-remembered'),
    liberty('ban-429', 'auth/*/wrong-token', 'auth/*/no-header'),
    liberty('ban-slides', 'auth/*/wrong-token', 'auth/*/no-header'),
    liberty('sheds-load', '*/same-every-time', '*/no-server-error'),
    liberty('sheds-load-429', '*/same-every-time'),
    liberty('one-at-once-503', '*/same-every-time', '*/no-server-error'),
    liberty('rate-limited-503', '*/same-every-time', '*/no-server-error'),
    liberty('locks-calendars', 'create/same-every-time'),
    liberty('locks-409', 'create/same-every-time'),
    liberty('one-search', 'logs/same-every-time', 'logs/parallel'),
    liberty('wants-user-agent', '*/accepts-valid'),
    liberty('untyped-searches', 'auth/logs/wrong-token'),
    liberty('rate-limited-by-spans', '*/same-every-time', '*/no-server-error'),
    liberty('rate-limited', '*/same-every-time', '*/no-server-error'),
    liberty('crashes-on-brackets', '*/no-server-error', '*/accepts-valid', 'verify/wrong-code'),
    liberty('small-bodies', '*/no-server-error', '*/survives-malformed'),
    liberty('firewall-resets', '*/no-server-error', '*/survives-malformed'),
    liberty('firewall-page', '*/no-server-error', '*/error-json'),
    liberty('firewall-bans', '**'),
    liberty('firewall-bans-page', '**'),
    liberty('short-urls', 'logs/no-server-error', 'logs/bad-cursor'),
    liberty('hangs-up', '*/no-server-error', 'auth/*/no-header'),
    liberty('redirects-to-sign-in', 'auth/*/no-header', 'auth/*/refusal-status'),
    liberty('open-options', '*/wrong-method', 'auth/*/no-header'),
    liberty('added-members', '*/page-shape', 'logs/json'),
    liberty('uuid-token', 'auth/*/wrong-token'),
    liberty('prefixed-token', 'auth/*/wrong-token'),
    liberty('kept-fields', 'auth/*/wrong-token'),
    liberty('jwt-of-known-key', 'auth/*/wrong-token'),
    liberty('token-is-webhook-id', 'auth/logs/wrong-token'),
    liberty('fallback-page', 'auth/*/no-header', 'auth/*/path-variants', '*/content-type', '*/json'),
    liberty('charset', '*/content-type', '*/error-json'),
  ],
  Availability: [
    liberty('restart', '*/no-server-error', '*/same-every-time', '*/accepts-valid'),
    liberty('bad-gateway', '*/no-server-error', '*/same-every-time'),
    liberty('unavailable-0', '*/no-server-error', '*/same-every-time'),
    liberty('read-only-second', '*/no-server-error', 'create/accepts-valid'),
    liberty('loses-posts', 'auth/*/refusal-without-effect', '*/no-server-error', '*/rejects-wrong-types'),
    liberty('closing', '*/no-server-error', '*/same-every-time'),
    liberty('restart-late', '*/no-server-error', '*/same-every-time', '*/accepts-valid'),
    liberty('failing-second', '*/no-server-error', '*/same-every-time'),
    liberty('failing-searches', '*/no-server-error'),
    liberty('cold-start', '*/no-server-error', '*/same-every-time'),
    liberty('few-connections', '*/no-server-error', 'logs/parallel'),
    liberty('one-worker', '*/accepts-valid', '*/no-server-error', '*/same-every-time', 'logs/parallel'),
    liberty('three-workers', '*/no-server-error', 'auth/*/never-remembered'),
    liberty('impatient-keep-alive', '*/no-server-error', 'auth/*/never-remembered'),
    choice('answers slowly, and closes each connection', ['koa-slow', 'python-bare'], '*/no-server-error'),
  ],
  Creation: [
    liberty('unique-400', 'create/accepts-valid', 'create/same-every-time'),
    liberty('unique-422', 'create/accepts-valid', 'create/same-every-time'),
    liberty('unique-409', 'create/accepts-valid', 'create/same-every-time'),
    liberty('pairs', 'create/many', 'create/no-server-error'),
    liberty('two-profiles', 'create/many'),
    liberty('slow-lists', 'create/no-server-error'),
    liberty('slow-pairs', 'create/no-server-error'),
    liberty('small-limit', 'create/accepts-valid', 'create/limit'),
    liberty('short-lists', 'create/no-server-error'),
    liberty('known-ids', 'create/no-server-error', 'create/many'),
    liberty('items-of-pairs', 'create/parallel'),
    liberty('items-of-moments', 'create/parallel'),
    liberty('one-item-of-moment', 'create/parallel'),
    liberty('items-of-batches', 'create/parallel'),
    liberty('tells-nothing', 'create/counts-agree', 'auth/create/refusal-without-data'),
  ],
  'Registration and codes': [
    choice(
      'hides that an e-mail is taken',
      ['koa-days', 'plain-keyset-late', 'plain-offset', 'python-ring'],
      'register/no-server-error',
      'verify/other-users-code',
    ),
    choice(
      'locks a user after wrong codes',
      ['fastify-strict', 'fastify-zones', 'plain-offset-html', 'python-tables', 'hono-one-thousand'],
      'verify/wrong-code',
      'verify/lockout',
    ),
    choice(
      'sends the code up to a second late',
      ['koa-scan', 'plain-keyset-late', 'python-tickets'],
      'register/then-verify',
    ),
    liberty('pauses-after-wrong', 'verify/other-users-code', 'verify/wrong-code', 'verify/same-every-time'),
    liberty('pauses-after-wrong-423', 'verify/other-users-code', 'verify/wrong-code', 'verify/same-every-time'),
    liberty('few-verifications', 'register/then-verify', 'verify/same-every-time'),
    liberty('verifications-by-window', 'register/then-verify'),
    liberty('quota-of-verifications', 'register/then-verify', 'verify/same-every-time'),
    liberty('mails-apart', 'register/then-verify'),
    liberty('no-replays', 'auth/*/refusal-without-effect', 'auth/verify/path-variants'),
    liberty('delays-guesses', 'verify/no-server-error', 'verify/wrong-code'),
    liberty('hides-taken', 'verify/verified-user', 'register/no-server-error'),
    liberty('new-code-late', 'verify/other-users-code', 'verify/wrong-code'),
    liberty('notice-of-taken', 'verify/other-users-code', 'verify/wrong-code'),
    liberty('emails-with-case', 'verify/unknown-email', 'verify/other-users-code'),
    liberty('drops-tags', 'register/then-verify', 'verify/unknown-email'),
    liberty('tag-after-unique', 'verify/unknown-email'),
    liberty('codes-of-time', 'verify/other-users-code'),
    liberty('unique-domains', 'register/accepts-valid', 'register/ordinary-names'),
    liberty('unique-names', 'register/accepts-valid', 'register/ordinary-names'),
    liberty('unique-names-unknown', 'register/accepts-valid', 'register/ordinary-names'),
    liberty('unique-passwords', 'register/accepts-valid'),
    liberty('merges-users', 'register/accepts-valid', 'register/same-every-time'),
    liberty('merges-and-hides', 'register/accepts-valid', 'register/then-verify'),
    liberty('merges-and-renews', 'register/then-verify', 'verify/other-users-code'),
    liberty('few-waiting', 'register/same-every-time', 'register/then-verify'),
    liberty('five-waiting', 'register/same-every-time', 'register/then-verify'),
    liberty('one-registration', 'register/accepts-valid'),
    liberty('registrations-apart', 'register/same-every-time'),
    liberty('resends', 'verify/missing-code', 'verify/wrong-code'),
    liberty('resends-late', 'verify/missing-code'),
    liberty(
      'resends-and-welcomes',
      'verify/missing-code',
      'verify/other-users-code',
      'auth/verify/refusal-without-effect',
    ),
    liberty('used-code-429', 'verify/no-server-error', 'verify/same-every-time'),
    liberty('negative-codes', 'register/then-verify', 'verify/wrong-code'),
    liberty('message-with-headers', 'register/then-verify', 'verify/accepts-valid'),
    liberty('many-numbers', 'verify/accepts-valid', 'verify/other-users-code'),
    liberty('one-digit', 'register/then-verify', 'verify/accepts-valid'),
    liberty('twelve-digits', 'register/then-verify', 'verify/accepts-valid'),
    liberty('three-digits', 'register/then-verify', 'verify/accepts-valid'),
    liberty('year-in-mail', 'register/then-verify'),
    liberty('ticket-in-mail', 'register/then-verify'),
    liberty('address-in-mail', 'register/then-verify'),
    liberty('code-in-groups', 'register/then-verify', 'verify/accepts-valid'),
    liberty('ten-digits', 'register/then-verify', 'verify/accepts-valid'),
    liberty('codes-live-2s', 'verify/accepts-valid', 'verify/wrong-code'),
    liberty('ready-later', 'register/then-verify', 'verify/accepts-valid'),
    liberty('voided-codes', 'verify/wrong-code', 'auth/verify/refusal-without-effect'),
    liberty('few-waiting', 'register/same-every-time', 'register/then-verify'),
    liberty('resends', 'verify/missing-code'),
    liberty('used-code-429', 'auth/verify/refusal-without-effect'),
    liberty('used-code-423', 'auth/verify/refusal-without-effect'),
    liberty('newest-mail', 'register/then-verify', 'verify/*'),
    liberty('late-codes', 'register/then-verify', 'auth/register/refusal-without-effect'),
    liberty('four-digits', 'register/then-verify', 'verify/other-users-code'),
    liberty('locks-users', 'verify/wrong-code', 'auth/verify/refusal-without-effect'),
    liberty('tries-per-email', 'verify/wrong-code', 'auth/verify/refusal-without-effect'),
  ],
  'Cursors and pages': [
    liberty('one-open-search', 'logs/parallel', 'logs/walk-complete'),
    liberty('empty-pages', 'logs/walk-terminates', 'logs/prev-returns'),
    liberty('polls-same', 'logs/walk-terminates', 'logs/prev-returns', 'declares/end-of-log'),
    liberty('polls-anew', 'logs/walk-terminates', 'logs/next-advances', 'logs/parallel'),
    liberty('polls-growing', 'logs/walk-terminates', 'logs/search-changes-nothing'),
    liberty('empty-last-page', 'logs/walk-terminates', 'logs/prev-returns'),
    liberty('items-of-requests', 'logs/walks-agree', 'logs/search-changes-nothing', 'logs/parallel'),
    liberty('items-with-age', 'logs/walks-agree', 'logs/search-changes-nothing', 'logs/prev-returns'),
    liberty('long-poll', 'logs/no-server-error', 'logs/walk-complete'),
    liberty('cold-days', 'logs/no-server-error', 'logs/range-*'),
    liberty('member-order', 'logs/walks-agree', 'logs/parallel', 'logs/next-advances'),
    choice(
      'keeps results by session, with cursors that serve once',
      ['express-sessions', 'express-look-back'],
      'logs/walk-complete',
      'logs/prev-returns',
    ),
    choice(
      'has pages of one day, or short and empty pages in between',
      ['koa-days', 'koa-scan'],
      'logs/walk-terminates',
      'logs/prev-returns',
    ),
    choice(
      'shows the end as absent, empty, null or a cursor to an empty page',
      ['python-dates', 'python-bare', 'express-hourly', 'plain-offset'],
      'logs/walk-terminates',
      'logs/page-shape',
    ),
    choice(
      'has one page for a whole log',
      ['fastify-one-page', 'hono-one-thousand', 'hono-sparse'],
      'logs/next-advances',
      'logs/prev-returns',
    ),
    liberty('five-searches', 'logs/walks-agree', 'logs/parallel', 'logs/combined-parameters'),
    liberty('shared-answers', 'logs/parallel', 'logs/same-every-time'),
    liberty('long-cursors', 'logs/no-server-error', 'logs/walk-complete'),
    liberty('single-use', 'logs/walk-complete', 'logs/prev-returns'),
    liberty('empty-first-cursor', 'logs/prev-returns', 'logs/walks-agree'),
    liberty('short-back-pages', 'logs/prev-returns', 'logs/walks-agree'),
    liberty('repeat-the-query', 'logs/filters-survive-paging', 'declares/cursor-carries-filters'),
    liberty('page-sizes-vary', 'logs/prev-returns', 'logs/walks-agree'),
  ],
  Items: [
    choice(
      'has items of long Unicode',
      ['fastify-strict', 'express-hourly', 'python-tickets'],
      'logs/page-shape',
      '*/json',
    ),
    liberty('member-order', 'logs/walks-agree', 'logs/status-partition'),
    liberty('error-text-items', 'auth/logs/refusal-without-data'),
    liberty('short-items', 'logs/no-duplicates', 'logs/one-webhook'),
    liberty('greeting-entry', 'logs/one-webhook', 'logs/bad-cursor'),
    liberty('repeated-in-one', 'logs/no-duplicates', 'gaps/items'),
    choice('repeats few texts many times', ['hono-timeless', 'koa-scan'], 'logs/walks-agree', 'logs/next-advances'),
  ],
  'A log that changes': [
    liberty('replicas', 'logs/walks-agree', 'logs/total-constant'),
    liberty('long-cache', 'logs/total-constant', 'logs/status-partition'),
    liberty('minute-cache', 'logs/total-constant', 'logs/walk-complete'),
    liberty('half-minute-cache', 'logs/total-constant', 'logs/walk-complete', 'logs/filters-survive-paging'),
    liberty('cached-second-log', 'logs/total-constant', 'logs/walk-complete', 'logs/status-partition'),
    liberty('retried-deliveries', 'logs/status-partition', 'logs/search-changes-nothing'),
    liberty('growing-retries', 'logs/search-changes-nothing', 'logs/combined-filters'),
    liberty('retries-seen-late', 'logs/search-changes-nothing', 'logs/status-partition'),
    liberty('clock-ahead', 'logs/walk-complete', 'logs/range-far'),
    liberty('clock-behind', 'logs/walk-complete', 'logs/range-overlap'),
    choice(
      'grows while it is read',
      ['hono-growing', 'express-deliveries'],
      'logs/walks-agree',
      'logs/search-changes-nothing',
    ),
    choice(
      'keeps so many entries, and the oldest leave',
      ['hono-ring', 'python-ring'],
      'logs/walks-agree',
      'logs/total-constant',
    ),
    liberty('replicas', 'logs/walks-agree', 'logs/search-changes-nothing'),
    liberty('replica-behind', 'logs/*', 'declares/cursor-carries-filters'),
    liberty('replica-behind-quick', 'logs/*', 'declares/cursor-carries-filters'),
    liberty('replica-behind-slow', 'logs/*', 'declares/cursor-carries-filters'),
    liberty('private-cache', 'logs/walks-agree', 'logs/status-partition'),
    liberty('cached-counts', 'logs/walk-complete', 'logs/total-constant'),
    liberty('late-status-index', 'logs/status-partition', 'logs/combined-filters'),
    liberty('back-dated', 'logs/range-*', 'logs/walks-agree'),
    liberty('retention', 'logs/search-changes-nothing', 'logs/walks-agree'),
    liberty('growing-ring', 'logs/total-constant', 'logs/walks-agree'),
    liberty('slow-growth', 'logs/search-changes-nothing', 'logs/walks-agree'),
    liberty('logs-creations', 'logs/search-changes-nothing', 'logs/parallel', 'logs/range-gap'),
    liberty('quiet-beside-growing', 'logs/walks-agree', 'logs/status-partition', 'logs/sort-permutes'),
    liberty('quick-growth', 'logs/walk-terminates', 'logs/walks-agree'),
  ],
  'Ranges and sorting': [
    liberty('many-ties', 'logs/sort-permutes', 'logs/walk-complete'),
    liberty('six-sorts', 'logs/combined-parameters', 'logs/combined-filters'),
    liberty('six-sorts-growing', 'logs/combined-parameters', 'logs/total-constant'),
    choice(
      'reads from and to in its own format, or ignores them',
      ['python-numbered', 'plain-keyset', 'fastify-one-page'],
      'logs/range-*',
      'declares/time-format',
    ),
    liberty('sequence', 'logs/range-*'),
    liberty('seconds-ago', 'logs/range-*'),
    liberty('stardate', 'logs/range-*', 'declares/time-format'),
    liberty('one-since', 'logs/range-*', 'logs/sort-by-range'),
    liberty('whole-days', 'logs/range-gap', 'declares/range-bounds'),
    liberty('timestamps-as-days', 'logs/range-gap', 'logs/range-and'),
    liberty('timestamps-as-hours', 'logs/range-gap', 'logs/range-overlap'),
    liberty('timestamps-as-ten-seconds', 'logs/range-gap', 'logs/range-overlap'),
    liberty('timestamps-as-seconds', 'logs/range-gap', 'logs/range-overlap'),
    liberty('drops-milliseconds', 'logs/range-gap', 'logs/range-overlap'),
    liberty('ticks-of-milliseconds', 'logs/range-gap', 'logs/range-overlap'),
    liberty('timestamps-as-local-days', 'logs/range-gap', 'logs/range-overlap'),
    liberty('local-date-times', 'logs/range-overlap', 'declares/time-format'),
    liberty('sql-times', 'logs/range-truth', 'declares/item'),
    liberty('sql-times-or-dates', 'logs/range-gap', 'logs/sort-by-range'),
    liberty('basic-times', 'logs/range-gap', 'declares/time-format'),
    liberty('http-dates', 'logs/range-gap', 'logs/range-and'),
    liberty('slashed-times', 'logs/range-gap', 'declares/time-format'),
    liberty('dotted-times', 'logs/range-gap', 'declares/time-format'),
    liberty('minutes-alone', 'logs/range-gap', 'declares/time-format'),
    liberty('hidden-minutes', 'logs/range-gap', 'declares/time-format'),
    liberty('hidden-http-dates', 'logs/range-gap', 'declares/time-format'),
    liberty('microseconds', 'logs/range-gap', 'declares/time-format'),
    liberty('text-times', 'logs/range-gap', 'declares/time-format'),
    liberty('look-back', 'logs/range-and', 'logs/range-overlap'),
    liberty('look-ahead', 'logs/range-and', 'logs/range-overlap'),
    liberty('narrow-span', 'logs/range-far', 'logs/range-overlap'),
    liberty('exchanges-bounds', 'logs/range-and'),
    liberty('exchanges-default-bound', 'logs/range-far', 'logs/range-subset'),
    liberty('not-implemented', 'logs/no-server-error'),
    liberty('month-wide-and-older', 'logs/range-subset'),
    liberty('last-century-and-timeless', 'logs/range-subset', 'logs/range-far', 'logs/range-overlap'),
    liberty('dated-ahead', 'logs/range-far'),
    liberty('last-century', 'logs/range-subset', 'logs/range-far', 'logs/range-overlap'),
    liberty('timeless-entries', 'logs/range-overlap'),
    liberty('undelivered-entries', 'logs/range-overlap'),
    choice(
      'accepts any sortBy',
      ['plain-keyset-any', 'python-numbered', 'koa-days'],
      'logs/sort-by-range',
      'declares/sort-by',
    ),
    liberty('direction-with-field', 'logs/sort-direction', 'logs/sort-by-range'),
    liberty('direction-by-id', 'logs/filters-survive-paging'),
    liberty('no-sorting', 'logs/sort-direction'),
    liberty('by-age', 'logs/sort-by-range', 'declares/default-order'),
    liberty('time-is-duration', 'logs/sort-by-range', 'logs/sort-truth'),
    liberty('sorts-by-date', 'logs/sort-by-range', 'logs/sort-filtered'),
    liberty('by-day', 'logs/filters-survive-paging', 'logs/sort-reverses'),
    liberty('finer-times', 'logs/sort-truth', 'logs/range-truth'),
    liberty('ties-by-plan', 'logs/combined-filters'),
    liberty('ties-by-filter', 'logs/combined-filters', 'logs/combined-parameters'),
    liberty('ties-turned-by-status', 'logs/combined-parameters'),
    liberty('two-constant-fields', 'logs/sort-direction'),
    liberty('date-is-none', 'logs/sort-by-range', 'logs/sort-direction'),
    liberty('equal-fields', 'logs/sort-direction', 'logs/sort-permutes'),
    liberty('imported-at-once', 'logs/sort-direction', 'logs/sort-by-range'),
    liberty('imported-without-a-trace', 'logs/sort-direction', 'logs/sort-by-range'),
    liberty('one-log-imported', 'logs/sort-direction'),
  ],
  'Webhooks and paths': [
    liberty('health-checkers', 'auth/*/path-variants', 'auth/*/no-header'),
    liberty('loose-routes', 'auth/*/path-variants'),
    liberty('any-case-ids', 'logs/webhook-id', 'logs/one-webhook'),
    liberty('upper-case-uuid', 'logs/webhook-id', 'logs/one-webhook'),
    liberty('integer-ids', 'logs/one-webhook'),
    liberty('emoji-id', 'logs/one-webhook', 'logs/accepts-valid'),
    liberty('all-alias', 'logs/one-webhook'),
    liberty('merged-slashes', 'auth/*/path-variants'),
    liberty('same-deliveries', 'logs/cursor-bound', 'logs/one-webhook'),
  ],
};

/** docs/conforming.md. */
export function describePermissions(): string {
  const sections = Object.entries(permissions).map(
    ([area, rows]) =>
      `## ${area}\n\n| what the server does | target | requirements that must allow it |\n| --- | --- | --- |\n${rows
        .map(({ does, targets, affects }) => `| ${does} | ${code(targets)} | ${code(affects)} |`)
        .join('\n')}`,
  );
  return `${introduction}\n\n${sections.join('\n\n')}\n`;
}

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

const introduction = `# What a conforming server may do

The specification leaves much open. Each line below is legal: a server does it (\`test/targets\`), and no stated, derived or
declared requirement may fail on that server. The last column names the requirements that a careless check would report.
\`liberal-…\` are servers of \`test/targets/liberties.ts\` that take one liberty each; the others are in \`test/targets/conforming\`.

This page is written from \`test/targets/permissions.ts\` (\`npx vitest run test/targets/permissions.test.ts -u\`).

## What is not left open

cawl takes these readings of the specification for granted, because no client could work without them:

- \`totalItems\` counts what the search selects: with a status or a range, the entries of that status or range (§2).
- An entry has the same text in every search that returns it: a status or a sort must not change it. A text that is different at each
  reading, such as one with an age, is allowed.
- Under a sort field that names a moment, such as \`createdAt\`, \`asc\` begins with the oldest entry, and entries of one day are in order
  too. Under one that names a day, such as \`date\`, entries of one day may come in any order.
- \`sortDirection\` is optional (§4.4): without \`sortBy\` it may have no effect, but it must not be rejected.
- A search must accept the cursors that it issued. The \`prev\` of a first page must not lead back to that page.
- Both bounds of a range have the same precision: if \`to\` is read to the second, so is \`from\`.`;
