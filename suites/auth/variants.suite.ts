/**
 * Other spellings of the path, or disguises of the request, without a token. A spelling may lead anywhere or nowhere: only the operation's
 * own data or effect counts, never a status. Searches and creations show it in what they return.
 */
import type { CheckContext, Exchange, OperationRequest } from '../../src/suite.ts';
import { checksOf, controls, inconclusive, logs, responses } from '../../src/suite.ts';
import { adviseOfHead } from './head.ts';
import { requirements } from './requirements.ts';
import {
  bare,
  causeOf,
  failSpelling,
  inRounds,
  inTwoRounds,
  passOn,
  type Spelling,
  type Spellings,
  sendSpellings,
  spellingsOf,
} from './spellings.ts';

const check = checksOf(requirements);
const { is2xx } = controls;
const { describeResponse, parsePage } = responses;

check('auth/logs/path-variants', async (t) => {
  const items = (await controls.knownLogs(t))[0]?.items ?? [];
  const conclusion = await controls.besideOwnPath(t, 'logs', () => requireNoItems(t, items));
  if (!t.effort.isLean) await adviseOfHead(t);
  return conclusion;
});

interface Sent {
  readonly spelling: Spelling;
  readonly exchange: Exchange;
}

async function requireNoItems(t: CheckContext, items: readonly string[]) {
  const sent: Sent[] = [];
  for (const spellings of inTwoRounds(spellingsOf(t, 'logs'))) sent.push(...(await sendForItems(t, items, spellings)));
  return passOn(sent);
}

async function sendForItems(t: CheckContext, items: readonly string[], spellings: Spellings): Promise<readonly Sent[]> {
  const send = (spelling: Spelling, own = t) => controls.sendToPath(own, 'logs', bare(spelling));
  const sent = await sendSpellings(t, 'logs', spellings, async (spelling) => ({
    spelling,
    exchange: await send(spelling),
  }));
  const pages = sent.filter(({ exchange }) => is2xx(exchange) && (parsePage(exchange.response)?.data.length ?? 0) > 0);
  const countIn = ({ response }: Exchange) => logs.itemsFoundIn(response, items).length;
  for (const { spelling: found, exchange } of sent) {
    if (countIn(exchange) === 0) continue;
    const spelling = await causeOf(found, async (part) => countIn(await send(part)) > 0);
    const again = await send(spelling);
    const count = countIn(again);
    if (count === 0) continue;
    const what = `${describeResponse(again)} with ${count} ${count === 1 ? 'item' : 'items'} of the log`;
    const proof = [
      [exchange, 'without a token'],
      [again, 'without a token, and again', 'wrong'],
    ] as const;
    failSpelling('logs', { found, spelling }, what, proof, async (own) => countIn(await send(spelling, own)) > 0);
  }
  if (items.length === 0 && pages.length > 0)
    inconclusive(
      'another spelling of the path answers without a token with a page, and no item is known that identifies the log',
      'a first webhook with items of 12 characters or more (fixtures.webhooks)',
      pages.map(({ exchange }) => exchange),
    );
  return sent;
}

check('auth/create/path-variants', (t) => controls.besideOwnPath(t, 'create', () => requireNothingCreated(t)));

async function requireNothingCreated(t: CheckContext) {
  const sent: Sent[] = [];
  for (const spellings of inRounds(t, spellingsOf(t, 'create'))) sent.push(...(await sendToCreate(t, spellings)));
  return passOn(sent);
}

async function sendToCreate(t: CheckContext, spellings: Spellings): Promise<readonly Sent[]> {
  const send = (spelling: Spelling, how: Partial<OperationRequest> = {}, own = t) =>
    controls.sendToPath(own, 'create', { body: own.creations.next(), ...bare(spelling), ...how });
  const valid = { authorization: 'Bearer {token}' };
  const isCreated = (exchange: Exchange) => is2xx(exchange) && parsePage(exchange.response) !== undefined;
  const body = t.creations.canonical;
  const sent = await sendSpellings(t, 'create', spellings, async (spelling) => ({
    spelling,
    exchange: await send(spelling, { body }),
  }));
  for (const { spelling: found, exchange } of sent) {
    // A creation that exists already may be 409: then the spelling leads to the operation, and another one is created.
    if (!isCreated(exchange) && exchange.response?.status !== 409) continue;
    const spelling = await causeOf(found, async (part) => isCreated(await send(part)));
    const accepted = await send(spelling, valid);
    if (!isCreated(accepted)) continue;
    // A target may answer any path that it does not know with a page.
    const malformed = { ...valid, body: undefined, raw: '{', typed: false };
    if (isCreated(await send(spelling, malformed)) && !isCreated(await t.send({ operation: 'create', ...malformed })))
      continue;
    const again = await send(spelling);
    const proof = [
      [accepted, 'the same path with the valid token leads to the operation', 'control'],
      [again, 'without a token', 'wrong'],
    ] as const;
    const what = `${controls.describePage(again)} as the valid token gets`;
    if (isCreated(again))
      failSpelling('create', { found, spelling }, what, proof, async (own) => isCreated(await send(spelling, {}, own)));
  }
  return sent;
}
