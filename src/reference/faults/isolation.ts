/** Webhook ids that lead to another log, and cursors that bring their webhook with them. */
import type { Answer, Call } from '../answer.ts';
import { unpack } from '../cursor.ts';
import { defineFaults } from '../fault.ts';
import { generateLog } from '../log.ts';
import { matchesAsRegex, sqlLike } from '../patterns.ts';
import type { Server } from '../state.ts';
import type { Cursor, Tenant } from '../steps.ts';
import { ownTenant, queryOf, unlessRefused, wrapStep } from '../tampering.ts';

export const isolation = defineFaults({
  'logs-cached-for-all-webhooks': {
    owner: 'logs/one-webhook',
    defect: 'keeps responses for two seconds by their query, without the webhook',
    apply: (server) => keepAnswers(server, 2000, (call) => String(queryOf(call))),
  },
  'logs-cached-by-values': {
    owner: 'logs/search-changes-nothing',
    defect: 'keeps responses for a fifth of a second by the values of the parameters, without their names',
    apply: (server) => keepAnswers(server, 200, (call) => [call.webhookId, ...queryOf(call).values()].join()),
  },
  'logs-webhook-ignored': {
    owner: 'logs/one-webhook',
    defect: 'ignores the webhook id',
    apply(server) {
      wrapStep(
        server,
        'findLog',
        (inner) => (_webhookId, tenant) => inner(tenant.name === ownTenant.name ? 'wh_1' : 'wh_beta', tenant),
      );
    },
  },
  'logs-webhook-any': {
    owner: 'logs/one-webhook',
    defect: 'searches the first webhook if the id is unknown',
    apply: (server) => findUnknownWebhook(server, (_sent, _id, length) => length > 0),
  },
  'logs-unknown-shows-demo': {
    owner: 'logs/one-webhook',
    defect: 'shows a demonstration log if the id is unknown',
    apply(server) {
      const demo = generateLog('wh_demo', ownTenant.name, 45, 61);
      wrapStep(server, 'findLog', (inner) => (sent, tenant) => unlessRefused(() => inner(sent, tenant)) ?? demo);
    },
  },
  'logs-webhook-any-under-status': {
    owner: 'logs/one-webhook',
    defect: 'searches the first webhook if the id is unknown and a status is given',
    apply: (server) => findUnknownWith(server, 'status'),
  },
  'logs-webhook-any-in-range': {
    owner: 'logs/one-webhook',
    defect: 'searches the first webhook if the id is unknown and a range is given',
    apply: (server) => findUnknownWith(server, 'from'),
  },
  'logs-range-of-first-webhook': {
    owner: 'logs/one-webhook',
    defect: 'searches the first webhook, whichever it is asked for, if both bounds are given',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const query = queryOf(call);
        const isOwn = server.logs.get(call.webhookId)?.tenant === ownTenant.name && tenant.name === ownTenant.name;
        if (isOwn && query.has('from') && query.has('to')) call.webhookId = 'wh_1';
        return inner(call, tenant);
      });
    },
  },
  'logs-webhook-cut-at-dot': {
    owner: 'logs/one-webhook',
    defect: 'takes what follows a dot in the id for a format',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        call.webhookId = call.webhookId.replace(/\.\w+$/, '');
        return inner(call, tenant);
      });
    },
  },
  'logs-webhook-cut-at-nul': {
    owner: 'logs/one-webhook',
    defect: 'reads the id as a string of C, which ends at a NUL',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        [call.webhookId = ''] = call.webhookId.split('\0');
        return inner(call, tenant);
      });
    },
  },
  'logs-webhook-blank-id': {
    owner: 'logs/one-webhook',
    defect: 'searches the first webhook if the id is a blank, which it takes for none',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        if (call.webhookId.trim() === '') call.webhookId = 'wh_1';
        return inner(call, tenant);
      });
    },
  },
  'logs-webhook-empty-segment': {
    owner: 'logs/one-webhook',
    defect: 'searches another webhook if the id is empty',
    unseen: 'a collection of logs without an id, and merged slashes, are beyond the four operations and legal',
    apply(server) {
      wrapStep(server, 'route', (inner) => (call) => {
        if (call.path === '/v2/webhooks//logs/search') call.path = '/v2/webhooks/wh_1/logs/search';
        inner(call);
      });
    },
  },
  'logs-webhook-start': {
    owner: 'logs/one-webhook',
    defect: 'accepts a prefix of a webhook id',
    apply: (server) => findUnknownWebhook(server, (sent, id) => id.startsWith(sent)),
  },
  'logs-webhook-end': {
    owner: 'logs/one-webhook',
    defect: 'accepts a suffix of a webhook id',
    apply: (server) => findUnknownWebhook(server, (sent, id) => sent !== '' && id.endsWith(sent)),
  },
  'logs-webhook-extended': {
    owner: 'logs/one-webhook',
    defect: 'ignores extra characters after a webhook id',
    apply: (server) => findUnknownWebhook(server, (sent, id) => sent.startsWith(id)),
  },
  'logs-webhook-glob': {
    owner: 'logs/one-webhook',
    defect: 'treats an asterisk in the webhook id as a wildcard',
    apply: (server) => findUnknownWebhook(server, (sent, id) => sent.endsWith('*') && id.startsWith(sent.slice(0, -1))),
  },
  'logs-webhook-like': {
    owner: 'logs/one-webhook',
    defect: 'looks the webhook id up with SQL LIKE',
    apply: (server) => findUnknownWebhook(server, (sent, id) => /[%_]/.test(sent) && sqlLike(sent).test(id)),
  },
  'logs-webhook-regex': {
    owner: 'logs/one-webhook',
    defect: 'treats the webhook id as a regular expression',
    apply(server) {
      findUnknownWebhook(server, (sent, id) => /^(\.[*+]|wh.*[.*+|].*)$/.test(sent) && matchesAsRegex(sent, id));
    },
  },
  'logs-webhook-sql': {
    owner: 'logs/one-webhook',
    defect: "allows SQL injection through a webhook id such as ' OR 1=1",
    apply: (server) => findUnknownWebhook(server, (sent) => /'.*\bor\b/i.test(sent)),
  },
  'logs-webhooks-mixed': {
    owner: 'logs/one-webhook',
    defect: 'shows entries of the first webhook in the log of the second',
    unseen: 'one event may be delivered to two webhooks, so the same text in both logs proves nothing',
    apply(server) {
      wrapStep(server, 'renderItem', (inner) => (entry, search) => {
        const first = server.logs.get('wh_1');
        const foreign = search.log.webhookId === 'wh_2' && entry.index % 9 === 1 && first && entry.index < first.length;
        return inner(foreign ? first.entry(entry.index) : entry, search);
      });
    },
  },

  'logs-webhook-case': {
    owner: 'logs/webhook-id',
    defect: 'ignores letter case in a webhook id',
    apply: (server) => readWebhookIdAs(server, (sent) => sent.toLowerCase()),
  },
  'logs-webhook-not-decoded': {
    owner: 'logs/webhook-id',
    defect: 'does not percent-decode the webhook id',
    apply(server) {
      wrapStep(server, 'route', (inner) => (call) => {
        inner(call);
        if (call.operation === 'logs') call.webhookId = call.path.split('/')[3]!;
      });
    },
  },
  'logs-webhook-parameter': {
    owner: 'logs/webhook-id',
    defect: 'ignores everything after a semicolon in a webhook id',
    apply: (server) => readWebhookIdAs(server, (sent) => sent.split(';')[0]!),
  },
  'logs-webhook-trimmed': {
    owner: 'logs/webhook-id',
    defect: 'trims whitespace around a webhook id',
    apply: (server) => readWebhookIdAs(server, (sent) => sent.trim()),
  },

  'logs-cursor-brings-webhook': {
    owner: 'logs/cursor-bound',
    defect: 'takes the webhook from the cursor instead of the path',
    apply: (server) =>
      takeWebhookFromCursorIf(
        server,
        ({ webhookId }, _call, tenant) => server.logs.get(webhookId)?.tenant === tenant.name,
      ),
  },
  'logs-cursor-stands-for-webhook': {
    owner: 'logs/one-webhook',
    defect: 'takes the webhook from the cursor where the path names none that exists',
    apply: (server) => takeWebhookFromCursorIf(server, (_cursor, call) => !server.logs.has(call.webhookId ?? '')),
  },
  'logs-cursor-mixes-webhooks': {
    owner: 'logs/cursor-bound',
    defect: 'returns entries of another webhook for a cursor of that webhook',
    apply(server) {
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        const cursor = cursorIn(queryOf(call).get('next'));
        const other = cursor && server.logs.get(cursor.webhookId);
        if (!other || other.webhookId === call.webhookId || other.tenant !== tenant.name) return inner(call, tenant);
        const answer = await inner({ ...call, webhookId: other.webhookId }, tenant);
        const page = answer.body as { data: unknown[] };
        page.data = page.data.slice(0, 3);
        return answer;
      });
    },
  },
});

/** Maps an unknown webhook id to the tenant's first webhook that satisfies `matching`. */
function findUnknownWebhook(server: Server, matching: (sent: string, id: string, length: number) => boolean): void {
  wrapStep(server, 'findLog', (inner) => (sent, tenant) => {
    const found = [...server.logs.values()].find(
      (log) => log.tenant === tenant.name && matching(sent, log.webhookId, log.length),
    );
    return unlessRefused(() => inner(sent, tenant)) ?? found ?? inner(sent, tenant);
  });
}

/** Searches the first webhook if the id is unknown and the query has the parameter. */
function findUnknownWith(server: Server, parameter: string): void {
  wrapStep(server, 'logs', (inner) => (call, tenant) => {
    const isUnknown = unlessRefused(() => server.steps.findLog(call.webhookId, tenant)) === undefined;
    if (isUnknown && queryOf(call).has(parameter)) call.webhookId = 'wh_1';
    return inner(call, tenant);
  });
}

function readWebhookIdAs(server: Server, change: (sent: string) => string): void {
  wrapStep(server, 'findLog', (inner) => (sent, tenant) => inner(change(sent), tenant));
}

/** Reads a cursor without verifying its signature. */
function cursorIn(text: string | null): Cursor | undefined {
  return unpack((text ?? '').split('.')[0] ?? '');
}

/** Searches the webhook that a cursor names instead of the one in the path, if `isTaken` says so. */
function takeWebhookFromCursorIf(
  server: Server,
  isTaken: (cursor: Cursor, call: Call, tenant: Tenant) => boolean,
): void {
  wrapStep(server, 'logs', (inner) => (call, tenant) => {
    const cursor = cursorIn(queryOf(call).get('next') ?? queryOf(call).get('prev'));
    const isForeign = cursor !== undefined && isTaken(cursor, call, tenant);
    return inner(isForeign ? { ...call, webhookId: cursor.webhookId } : call, tenant);
  });
}

/** Answers a search like an earlier one with the same key, for `keptMs`. */
function keepAnswers(server: Server, keptMs: number, keyOf: (call: Call) => string): void {
  const kept = new Map<string, { readonly answer: Answer; readonly until: number }>();
  wrapStep(server, 'logs', (inner) => async (call, tenant) => {
    const key = keyOf(call);
    const known = kept.get(key);
    if (known !== undefined && Date.now() < known.until) return known.answer;
    const answer = await inner(call, tenant);
    kept.set(key, { answer, until: Date.now() + keptMs });
    return answer;
  });
}
