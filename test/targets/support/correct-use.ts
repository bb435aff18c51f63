/**
 * Uses a target once, with plain fetch and without code of the kit: a request without a token, register and verify,
 * create, and each log walked forward with each status, in both directions, and back again.
 *
 * @throws Error at the first violation of the specification
 */
import type { RunningTarget, TargetChoices } from './target.ts';

interface Page {
  data: string[];
  cursor: { next?: string | null; prev?: string | null; totalItems: number };
}

class Misuse extends Error {}

function must(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Misuse(what);
}

export async function correctUse(running: RunningTarget, choices: TargetChoices): Promise<void> {
  const { baseUrl, settings } = running;
  const { fixtures, tokens } = settings;
  const authorization = `Bearer ${tokens.valid}`;

  const send = async (path: string, init: RequestInit, attempts = 8): Promise<Response> => {
    const response = await fetch(baseUrl + path, { redirect: 'manual', ...init });
    if (attempts > 0 && (response.status === 429 || response.status === 503) && response.headers.has('retry-after')) {
      await response.arrayBuffer();
      await delay(Number(response.headers.get('retry-after')) * 1000 + 50);
      return send(path, init, attempts - 1);
    }
    return response;
  };
  const post = (path: string, body: object, headers: Record<string, string> = { authorization }) =>
    send(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const accepted = async (response: Response, status: number | undefined): Promise<unknown> => {
    const text = await response.text();
    must(response.ok, `${response.url}: ${response.status} ${text.slice(0, 200)}`);
    if (status !== undefined) must(response.status === status, `${response.url}: ${response.status}, not ${status}`);
    const type = response.headers.get('content-type') ?? '';
    must(/^application\/json\s*(;|$)/i.test(type), `Content-Type ${type}`);
    return JSON.parse(text);
  };
  const isPage = (value: unknown): Page => {
    const page = value as Page;
    must(Array.isArray(page.data) && page.data.every((item) => typeof item === 'string'), 'data');
    must(Number.isInteger(page.cursor.totalItems) && page.cursor.totalItems >= 0, 'totalItems');
    for (const end of [page.cursor.next, page.cursor.prev]) must(end == null || typeof end === 'string', 'cursor');
    return page;
  };
  const status = choices.successStatus ?? {};

  // Register and verify.
  const unique = `${process.pid}x${Math.floor(Math.random() * 1e9)}`;
  const fresh = (text: string) => text.replace('{unique}', unique);
  const { lastName } = fixtures.register;
  const email = fresh(fixtures.register.email);
  const user = { ...fixtures.register, lastName: fresh(lastName), email };
  for (const headers of [{}, { authorization: `Bearer x${tokens.valid}` }] as Record<string, string>[]) {
    const refused = await post('/v2/auth/register', user, headers);
    must(!refused.ok, 'a refusal was none');
    if (choices.refusalStatus !== undefined)
      must(refused.status === choices.refusalStatus, `refused by ${refused.status}`);
    await refused.arrayBuffer();
  }
  const empty = (value: unknown) => must(JSON.stringify(value) === '{}', 'an empty object');
  empty(await accepted(await post('/v2/auth/register', user), status.register));
  const code = await codeFor(running, email);
  empty(await accepted(await post('/v2/auth/verify-user', { email, code }), status.verify));
  const other = await post('/v2/auth/verify-user', { email: `no-${email}`, code });
  must(!other.ok, 'an unknown e-mail was verified');
  await other.arrayBuffer();

  // Create.
  const { profileIds, calendarIds, limit } = fixtures;
  const created = isPage(
    await accepted(await post('/v2/calendars/common-events', { limit, profileIds, calendarIds }), status.create),
  );
  must(created.data.length <= created.cursor.totalItems, 'created counts');

  // Search.
  const page = async (id: string, params: Record<string, string>): Promise<Page> => {
    const search = new URLSearchParams(params).toString();
    const path = `/v2/webhooks/${encodeURIComponent(id)}/logs/search${search ? `?${search}` : ''}`;
    return isPage(await accepted(await send(path, { headers: { authorization } }), status.logs));
  };
  const step = (id: string, query: Record<string, string>, by: 'next' | 'prev', cursor: string) =>
    page(id, { ...(choices.cursorCarriesFilters === false ? query : {}), [by]: cursor });
  const live = choices['live'] === true;
  const walk = async (id: string, query: Record<string, string>, back: boolean): Promise<string[]> => {
    let current = await page(id, query);
    const total = current.cursor.totalItems;
    const pages = [current];
    while (current.cursor.next) {
      current = await step(id, query, 'next', current.cursor.next);
      pages.push(current);
      must(pages.length <= total + 10, 'the walk does not end');
      if (!live) must(current.cursor.totalItems === total, 'totalItems changed');
    }
    const forward = pages.flatMap((each) => each.data);
    if (!live) must(forward.length === total, `${id} ${JSON.stringify(query)}: ${forward.length} items of ${total}`);
    if (back && !live) {
      const behind = [...pages.at(-1)!.data];
      while (current.cursor.prev) {
        current = await step(id, query, 'prev', current.cursor.prev);
        behind.unshift(...current.data);
        must(behind.length <= total, 'the walk back does not end');
      }
      must(JSON.stringify(behind) === JSON.stringify(forward), `${id} ${JSON.stringify(query)}: back is not forth`);
    }
    return forward;
  };
  for (const [index, { id }] of fixtures.webhooks.entries()) {
    const all = await walk(id, {}, true);
    const parts = [
      ...(await walk(id, { status: 'succeeded', sortDirection: 'asc' }, index === 0)),
      ...(await walk(id, { status: 'failed', sortDirection: 'desc' }, false)),
    ];
    if (!live) must(parts.toSorted().join('\n') === all.toSorted().join('\n'), `${id}: the statuses do not add up`);
  }
}

/** Reads the code that a target sent, from the source in its settings. */
async function codeFor(running: RunningTarget, email: string): Promise<number> {
  const from = running.settings.fixtures.verificationCode;
  if (from.value !== undefined) return Number(from.value);
  const until = Date.now() + from.waitMs;
  while (Date.now() < until) {
    const address = from.mailpit
      ? `${from.mailpit}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`
      : (from.url ?? '').replace('{email}', encodeURIComponent(email));
    const response = await fetch(address);
    let text = await response.text();
    if (from.mailpit) text = (JSON.parse(text) as { messages: { Snippet: string }[] }).messages[0]?.Snippet ?? '';
    const digits = /\d{4,9}/.exec(text);
    if (response.ok && digits) return Number(digits[0]);
    await delay(50);
  }
  throw new Misuse(`no code came for ${email}`);
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
